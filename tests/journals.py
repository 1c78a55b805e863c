"""Prints the journals and records of seeded games; run with both builds and compared byte for byte."""

from __future__ import annotations

import sys

from timebooth.kernel import state
from timebooth.registry import find_game, game_types
from timebooth.testing.play import random_match


def main(games: int) -> None:
    print("compiled" if not str(state.__file__).endswith(".py") else "interpreted", file=sys.stderr)
    for key, kind in game_types().items():
        for seed in range(games):
            match = random_match(find_game(key), kind.seats[seed % len(kind.seats)], seed)
            sys.stdout.write(f"{key} {seed}\n{match.journal.lines()}{match.record.lines()}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
