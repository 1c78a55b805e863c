"""Kill a server at random moments under load, many times, and check that nothing is lost or duplicated.

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

EVERY = 10  # kills between two lines of progress


def show_progress(kills: int, acknowledged: int) -> None:
    if kills % EVERY == 0:
        print(f"{kills} kills, {acknowledged} answers acknowledged", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="timebooth-crash-") as folder:
        if args.store == "sqlite":
            address = str(Path(folder, "tables.db"))
            report = asyncio.run(crash(address, args.kills, Path(folder), args.seed, args.nodes, show_progress))
        else:
            with postgres.running() as server:
                address = postgres.new_database(server)
                report = asyncio.run(crash(address, args.kills, Path(folder), args.seed, args.nodes, show_progress))
    print(report)
    for what, commands in (("lost", report.lost), ("twice", report.twice)):
        for command in commands:
            print(f"{what}: {command}")
    return 1 if report.lost or report.twice else 0


if __name__ == "__main__":
    sys.exit(main())
