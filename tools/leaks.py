"""Plays whole games on a server and compares the bytes that each seat and a spectator receive, at every decision, with
those in a world where all that is hidden from them was drawn anew. Then compares whether answers can be taken back in
such worlds, in games of random and of regular bots.

python tools/leaks.py [--games 3] [--seed 0] [--game KEY] [--only wire|take-backs] [--every 4]
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
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--games", type=int, default=3)
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--game", choices=tuple(game_types()))
    wanted.add_argument("--only", choices=("wire", "take-backs"))
    wanted.add_argument("--every", type=int, default=4, help="compare take-backs at one decision in so many")
    said = wanted.parse_args()
    games = [said.game] if said.game else list(game_types())
    if said.only != "take-backs":
        for key in games:
            _compare_wire(key, said.games, said.seed)
    if said.only == "wire":
        return 0
    return 1 if sum(_compare_take_backs(key, said.games, said.seed, said.every) for key in games) else 0


def _compare_wire(key: str, games: int, first: int) -> None:
    seats = [number for number in find_game(key).seats if number > 1]
    for number in range(games):
        many, seed = seats[number % len(seats)], (first + number) % SEEDS
        with tempfile.TemporaryDirectory(prefix="timebooth-leaks-") as folder:
            looked = asyncio.run(look(Path(folder, "tables.db"), key, many, seed, progress=_progress))
        print(f"\r{key}, {many} seats, seed {seed}: {looked.decisions} decisions, {looked.frames} frames the same")


def _compare_take_backs(key: str, games: int, first: int, every: int) -> int:
    """Return how many take-backs told somebody something."""
    game, leaks = find_game(key), 0
    seats = [number for number in game.seats if number > 1]
    for bot in ("random", "regular"):
        for number in range(first, first + games):
            many = seats[number % len(seats)]
            found = Comparer(game, many, number, bot=bot, every=every).run()
            leaks += len(found.differences)
            print(
                f"{key}, {many} seats, {bot} bots, seed {number}: take-backs at {found.decisions} decisions, "
                f"{found.granted} of {found.answers} granted ({found.missed} that more worlds would refuse), "
                f"{len(found.differences)} of {found.pairs} verdicts tell something",
                flush=True,
            )
            for each in found.differences:
                print(f"  {each}")
    return leaks


def _progress(decisions: int) -> None:
    print(f"\r{decisions}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
