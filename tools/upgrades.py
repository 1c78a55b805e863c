"""Take many tables from older rules to today's, and show that none is lost.

The older rules differ in a number of the edition, in a question that they do not ask, or in a field that their state
lacks. Every table must open again, show each moment as it was told, and go on; finished ones byte for byte.

PYTHONPATH=.venv/compiled .venv/dev/bin/python tools/upgrades.py [--tables 1000] [--game KEY]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.tables.upgrade_logs import KINDS
from tests.tables.upgrade_run import upgrade_many

from timebooth.registry import game_types


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="for each game and kind of older rules")
    parser.add_argument("--game", choices=tuple(game_types()))
    args = parser.parse_args()
    for key in [args.game] if args.game else list(game_types()):
        for kind in KINDS:
            found = asyncio.run(upgrade_many(key, kind, args.tables, show))
            how = ", ".join(f"{many} {name}" for name, many in sorted(found.items()))
            print(f"\r{key:<22}{kind:<10}{found.total():>6} tables: {how}; 0 lost", flush=True)
    return 0


def show(done: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
