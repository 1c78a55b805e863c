"""Play many games of every mix of the fast bots, and show that all of them end.

Prints the longest game and the longest turn for each game and number of seats. Compiled rules are ten times as fast:

PYTHONPATH=.venv/compiled .venv/dev/bin/python tools/endings.py
    [--games 20000] [--game KEY] [--seats N] [--levels random,regular] [--seed 0] [--jobs 2]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.endings import FAST, Longest, plans

from timebooth.lab.jobs import Jobs, in_order, spread
from timebooth.lab.simulate import play_batch
from timebooth.registry import find_game, game_types

BATCH = 10  # games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="for each game and number of seats")
    parser.add_argument("--game", choices=tuple(game_types()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--levels", default=",".join(FAST), help="bots to mix, separated by commas")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    jobs = spread(args.jobs, None)
    failed = False
    for key in [args.game] if args.game else list(game_types()):
        for seats in find_game(key).seats if args.seats is None else [args.seats]:
            found = play(jobs, key, seats, args.games, args.seed, args.levels.split(","))
            failed = failed or bool(found.endless)
    return 1 if failed else 0


def play(jobs: Jobs, key: str, seats: int, games: int, seed: int, levels: list[str]) -> Longest:
    """Play the games of one game and number of seats, show the progress, and print what was found."""
    batches = [
        (plan, first, min(first + BATCH, plan.games))
        for plan in plans(key, seats, games, seed, levels)
        for first in range(0, plan.games, BATCH)
    ]
    found = Longest(endless=[])
    began = time.monotonic()
    for (plan, _, _), played in zip(batches, in_order(jobs, play_batch, batches), strict=True):
        for one in played:
            found.add(plan, one)
        print(f"\r{key}, {seats} seats: {found.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(
        f"{key}, {seats} seats: {found.games} games in {time.monotonic() - began:.0f} s, {len(found.endless)} endless; "
        f"the longest took {found.decisions} decisions and {found.steps} steps of {find_game(key).max_steps} "
        f"({found.where}), the longest turn {found.turn} answers",
        flush=True,
    )
    for each in found.endless:
        print(f"  endless: {each}")
    return found


if __name__ == "__main__":
    sys.exit(main())
