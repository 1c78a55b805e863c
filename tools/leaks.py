"""Plays whole games on a server and compares the bytes that each seat and a spectator receive, at every decision, with
those in a world where all that is hidden from them was drawn anew.

python tools/leaks.py [--games 3] [--seed 0] [--game KEY]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.worlds import look

from timebooth.registry import find_game, game_types

SEEDS = 256


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--games", type=int, default=3)
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--game", choices=tuple(game_types()))
    said = wanted.parse_args()
    for key in [said.game] if said.game else list(game_types()):
        seats = [number for number in find_game(key).seats if number > 1]
        for number in range(said.games):
            many, seed = seats[number % len(seats)], (said.seed + number) % SEEDS
            with tempfile.TemporaryDirectory(prefix="timebooth-leaks-") as folder:
                looked = asyncio.run(look(Path(folder, "tables.db"), key, many, seed, progress=_progress))
            print(f"\r{key}, {many} seats, seed {seed}: {looked.decisions} decisions, {looked.frames} frames the same")
    return 0


def _progress(decisions: int) -> None:
    print(f"\r{decisions}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
