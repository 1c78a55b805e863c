"""Kills a server at random moments under load, many times, and checks that nothing is lost and nothing came twice.

python tools/crash.py [--kills 50] [--store sqlite|postgres] [--nodes 1] [--seed 0]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests import postgres
from tests.server.crash_run import crash


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--kills", type=int, default=50)
    wanted.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    wanted.add_argument("--nodes", type=int, default=1)
    wanted.add_argument("--seed", type=int, default=0)
    said = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="timebooth-crash-") as folder:
        if said.store == "sqlite":
            address = str(Path(folder, "tables.db"))
            report = asyncio.run(crash(address, said.kills, Path(folder), said.seed, said.nodes))
        else:
            with postgres.running() as server:
                address = postgres.new_database(server)
                report = asyncio.run(crash(address, said.kills, Path(folder), said.seed, said.nodes))
    print(report)
    for what, commands in (("lost", report.lost), ("twice", report.twice)):
        for command in commands:
            print(f"{what}: {command}")
    return 1 if report.lost or report.twice else 0


if __name__ == "__main__":
    sys.exit(main())
