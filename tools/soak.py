"""Let people-like clients play for hours, while servers are killed, restarted, drained and upgraded.

The servers begin with rules that are one version older, and are upgraded at half time. Prints a line every minute, and
at the end what was acknowledged, what was lost, how long answers took in each quarter of the time, and how much memory
the servers used. Exits with 1 if anything acknowledged was lost, or a table or a server broke.

python tools/soak.py --hours 1 [--store sqlite|postgres] [--nodes 1] [--tables 40] [--server-path FOLDER]
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
from tests.server.soak.run import Wanted, soak

MINUTES_BETWEEN = 4.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, required=True)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--nodes", type=int, default=1, help="more than one with PostgreSQL only")
    parser.add_argument("--tables", type=int, default=40, help="at most 250")
    parser.add_argument("--think", type=float, default=4.0, help="average seconds before somebody answers")
    parser.add_argument("--events", type=int, help="how often a server is ended; by default every four minutes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--server-path", default="", help="PYTHONPATH of the servers, for compiled rules")
    args = parser.parse_args()
    if args.nodes > 1 and args.store == "sqlite":
        parser.error("an SQLite file belongs to one server: give --store postgres")
    seconds = 3600 * args.hours
    events = max(3, round(seconds / 60 / MINUTES_BETWEEN)) if args.events is None else args.events
    wanted = Wanted(seconds, args.tables, args.think, args.nodes, events, seed=args.seed, path=str(args.server_path))
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        return run(runner, wanted, args.store)


def run(runner: asyncio.Runner, wanted: Wanted, store: str) -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="timebooth-soak-")))
        if store == "postgres":
            db = postgres.new_database(stack.enter_context(postgres.running()))
        else:
            db = str(folder / "tables.db")
        report = runner.run(soak(wanted, folder, db, lambda line: print(line, flush=True)))
    print("\n".join(report.lines()))
    return 1 if report.bad else 0


if __name__ == "__main__":
    sys.exit(main())
