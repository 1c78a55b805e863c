"""Measures what honest players notice of abusers on the same server.

For each attack a server of its own with honest tables: first a quiet time, then the attack; last all attacks together.
All on loopback, where honest players and abusers have different addresses. Exits with 1 when an honest answer was
lost or an honest player was refused something.

python tools/abuse.py [--minutes 5] [--attack NAME]… [--tables 50] [--store sqlite|postgres] [--server-path FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import uvicorn

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests import postgres
from tests.server.abuse.attacks import ATTACKS
from tests.server.abuse.figures import LEGEND, Figures, head
from tests.server.abuse.run import Wanted, phase

QUIET = 0.3  # of a phase's time is quiet
TOGETHER = 0.5  # of the time is for all attacks at once


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--minutes", type=float, default=5.0, help="for all phases, without their starts")
    wanted.add_argument("--attack", action="append", choices=[*ATTACKS, "all"], help="one or more; else each, then all")
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--think", type=float, default=3.0, help="seconds that an honest player thinks, on average")
    wanted.add_argument("--scale", type=float, default=1.0, help="a share of the abusers' usual numbers")
    wanted.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    wanted.add_argument("--server-path", default="", help="PYTHONPATH of the server, for one with compiled rules")
    said = wanted.parse_args()
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        return runner.run(measure(said))


async def measure(said: argparse.Namespace) -> int:
    names = [name for name in said.attack or ATTACKS if name != "all"]
    together = said.attack is None or "all" in said.attack
    seconds = 60 * said.minutes
    share = seconds * (1 - TOGETHER if together and names else 1) / max(1, len(names))
    phases = [([name], share) for name in names]
    if together:
        phases.append((list(ATTACKS), seconds * (TOGETHER if names else 1)))
    plan = Wanted(said.tables, said.think, said.scale, said.server_path)
    print(f"{said.tables} honest tables, {said.store}, rules from {said.server_path or 'here'}\n{LEGEND}\n\n{head()}")
    found: list[Figures] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="timebooth-abuse-")))
        server = stack.enter_context(postgres.running()) if said.store == "postgres" else ""
        for number, (attacks, whole) in enumerate(phases):
            inside = folder / str(number)
            inside.mkdir()
            db = postgres.new_database(server) if server else str(inside / "tables.db")
            quiet = min(60.0, whole * QUIET)
            found += await phase(plan, inside, db, attacks, quiet, whole - quiet, lambda row: print(row, flush=True))
    for figures in found:
        print(f"{figures.name}: slowest table {figures.worst_table()}")
        for what in [f"refused {times} times: {key}" for key, times in figures.refused.items()] + figures.lost[:10]:
            print(f"{figures.name}: {what}")
        if figures.stolen:
            print(f"{figures.name}: {figures.stolen} seats of public tables were taken by strangers first")
        if figures.abuse_refused:
            print(f"{figures.name}: abusers were refused {dict(figures.abuse_refused.most_common(8))}")
    return 1 if any(figures.bad for figures in found) else 0


if __name__ == "__main__":
    sys.exit(main())
