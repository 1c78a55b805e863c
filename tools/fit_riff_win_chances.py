"""Fit the weights in Riff in Time's `win_chances.toml` to the outcomes of games between regular bots.

    python tools/fit_riff_win_chances.py [--games 300] [--seed 8]

Prints the new file. `--games` games are played with each number of players. A game takes a good second with the
compiled rules.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from fitting import fit_logistic, written_by
from numpy.typing import NDArray

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.games.riff_in_time.bot.win_chances import NAMES, marks_of
from timebooth.games.riff_in_time.state import riff
from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game

SEATS = {"one": 1, "two": 2, "three": 3, "four": 4}
SAMPLE_EVERY = 3  # decisions on average, because neighbouring ones are nearly the same


def gather(seats: int, games: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the marks of sampled decisions, and whether the game of each was won."""
    game = find_game("riff-in-time")
    bot = make_bot("regular")
    marks: list[list[float]] = []
    won: list[float] = []
    for index in range(games):
        rng, bot_rng = FastRng((seed << 32) + index), FastRng((seed + 1 << 32) + index)
        state = riff(game.start(seats, None, rng))
        seen: list[list[float]] = []
        while asked := state.asked():
            (seat,) = asked
            decision = Decision(game, state, seat)
            if len(decision.options) > 1 and bot_rng.below(SAMPLE_EVERY) == 0:
                seen.append(list(marks_of(state)))
            state.play([bot.choose(decision, bot_rng)], rng)
        outcome = state.outcome()
        marks += seen
        won += [float(outcome is not None and bool(outcome.winners))] * len(seen)
        print(f"\r{seats} players: {index + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return np.array(marks), np.array(won)


def arguments() -> argparse.ArgumentParser:
    """Return the arguments; the file in the repository was written with their defaults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=8)
    return parser


def main() -> None:
    args = arguments().parse_args()
    print("# What each mark of `win_chances.py` weighs, by players.")
    print(written_by("fit_riff_win_chances.py", args))
    for key, seats in SEATS.items():
        weights = fit_logistic(*gather(seats, args.games, args.seed))
        print(f"\n[{key}]")
        for name, weight in zip(NAMES, weights, strict=True):
            print(f"{name} = {weight:z.3f}")


if __name__ == "__main__":
    main()
