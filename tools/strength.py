"""Measure how often a bot wins alone among bots of another kind, or a table of it against a cooperative game.

    python tools/strength.py GAME [--bot expert:500] [--among greedy] [--seats 4] [--games 400] [--seed 1]

The seat changes from game to game. Prints the share of games won with its 95 % interval, and the seconds of a game.
Use the compiled rules.
"""

from __future__ import annotations

import argparse
import sys
import time

from timebooth.lab.simulate import Plan, play_batch
from timebooth.lab.statistics import wilson
from timebooth.registry import find_game


def wins(key: str, bot: str, among: str, seats: int, index: int, seed: int) -> bool:
    """Return whether the bot wins a game; in a cooperative game it has all seats."""
    seat = index % seats
    if find_game(key).cooperative:
        among = bot
    bots = tuple([bot if each == seat else among for each in range(seats)])
    (played,) = play_batch((Plan(key, "standard", {}, bots, index + 1, seed), index, index + 1))
    return seat in played.winners


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--among", default="greedy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    won = 0
    began = time.monotonic()
    for index in range(args.games):
        won += wins(args.game, args.bot, args.among, args.seats, index, args.seed)
        print(f"\r{won} of {index + 1} games", end="", file=sys.stderr, flush=True)
    low, high = wilson(won, args.games)
    others = "" if find_game(args.game).cooperative else f" among {args.among}"
    print(
        f"\n{args.game}, {args.seats} seats, {args.bot}{others}: {won} of {args.games}, {won / args.games:.1%} "
        f"[{low:.0%}-{high:.0%}], {(time.monotonic() - began) / args.games:.2f} s a game"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
