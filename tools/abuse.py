"""Measure what honest players notice of abusers on the same server.

Every attack gets its own server with honest tables: first a quiet period, then the attack; at the end all attacks
together. Everything runs on loopback, with different addresses for honest players and abusers. Exits with 1 if an
honest answer was lost or an honest player was refused something.

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

QUIET = 0.3  # share of a phase
TOGETHER = 0.5  # share of all phases, for all attacks at once


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="for all phases, without starting the servers")
    parser.add_argument(
        "--attack", action="append", choices=[*ATTACKS, "all"], help="one or more; by default each, then all"
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--think", type=float, default=3.0, help="average seconds before an honest player answers")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the number of abusers")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--server-path", default="", help="PYTHONPATH of the server, for one with compiled rules")
    args = parser.parse_args()
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        return runner.run(measure(args))


async def measure(args: argparse.Namespace) -> int:
    names = [name for name in args.attack or ATTACKS if name != "all"]
    together = args.attack is None or "all" in args.attack
    seconds = 60 * args.minutes
    share = seconds * (1 - TOGETHER if together and names else 1) / max(1, len(names))
    phases = [([name], share) for name in names]
    if together:
        phases.append((list(ATTACKS), seconds * (TOGETHER if names else 1)))
    plan = Wanted(args.tables, args.think, args.scale, args.server_path)
    print(f"{args.tables} honest tables, {args.store}, rules from {args.server_path or 'here'}\n{LEGEND}\n\n{head()}")
    found: list[Figures] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="timebooth-abuse-")))
        server = stack.enter_context(postgres.running()) if args.store == "postgres" else ""
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
