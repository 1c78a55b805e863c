"""Search for leaks of hidden information.

Plays whole games on a server. At every decision it compares the bytes that each seat and a spectator receive with those
in a world where everything hidden from them was redrawn. Then it compares whether answers can be undone in such worlds,
in games of random and of regular bots.

python tools/leaks.py [--games 3] [--seed 0] [--game KEY] [--only wire|undo] [--every 4]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.wire_worlds import look
from tests.tables.undo_worlds import Comparer

from timebooth.registry import find_game, game_types

SEEDS = 256


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=tuple(game_types()))
    parser.add_argument("--only", choices=("wire", "undo"))
    parser.add_argument("--every", type=int, default=4, help="compare undo at one decision in this many")
    args = parser.parse_args()
    games = [args.game] if args.game else list(game_types())
    if args.only != "undo":
        for key in games:
            _compare_wire(key, args.games, args.seed)
    if args.only == "wire":
        return 0
    return 1 if sum(_compare_undo(key, args.games, args.seed, args.every) for key in games) else 0


def _compare_wire(key: str, games: int, first: int) -> None:
    seats = [number for number in find_game(key).seats if number > 1]
    for number in range(games):
        many, seed = seats[number % len(seats)], (first + number) % SEEDS
        with tempfile.TemporaryDirectory(prefix="timebooth-leaks-") as folder:
            looked = asyncio.run(look(Path(folder, "tables.db"), key, many, seed, progress=_progress))
        print(f"\r{key}, {many} seats, seed {seed}: {looked.decisions} decisions, {looked.frames} frames the same")


def _compare_undo(key: str, games: int, first: int, every: int) -> int:
    """Return how many undo requests revealed something."""
    game, leaks = find_game(key), 0
    seats = [number for number in game.seats if number > 1]
    for bot in ("random", "regular"):
        for number in range(first, first + games):
            many = seats[number % len(seats)]
            found = Comparer(game, many, number, bot=bot, every=every).run()
            leaks += len(found.differences)
            print(
                f"{key}, {many} seats, {bot} bots, seed {number}: undo at {found.decisions} decisions, "
                f"{found.granted} of {found.answers} granted ({found.missed} that more worlds would refuse), "
                f"{len(found.differences)} of {found.pairs} verdicts reveal something",
                flush=True,
            )
            for each in found.differences:
                print(f"  {each}")
    return leaks


def _progress(decisions: int) -> None:
    print(f"\r{decisions}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
