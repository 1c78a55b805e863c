"""Fit the weights in Back to the Future's `win_chances.toml` to the winners of games played by its policy.

    python tools/fit_bttf_win_chances.py [--games 40000] [--seed 11]

Prints the new file; the marks are those of `win_chances.py`. The same number of games is played with two to six seats.
With the compiled rules it takes a few minutes. The weights are fitted to all moments, and then for each number of duds
left at B-1 how much they count.
"""

from __future__ import annotations

import argparse

import numpy as np
from fitting import Marks, fit, fit_scale, written_by
from numpy.typing import NDArray

from timebooth.games.back_to_the_future.bot.win_chances import NAMES, PHASES, SEATS, marks_of
from timebooth.games.back_to_the_future.state import bttf
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.policy import MAX_CHOICES, Policy
from timebooth.registry import find_game

MAX_TURNS = 400  # longer games are left out; without search, some never end
SAMPLE_EVERY = 6  # turns on average, because neighbouring turns are nearly the same


def gather(seats: int, games: int, seed: int) -> tuple[Marks, NDArray[np.int64]]:
    """Return the marks of all seats at the start of turns, the winner's first, and the duds left at B-1."""
    game = find_game("back-to-the-future")
    policy = game.policy
    assert isinstance(policy, Policy)
    found: list[Marks] = []
    duds: list[int] = []
    options, answers = Codes(), Codes()
    for index in range(games):
        rng = FastRng((seed << 32) + index)
        state = bttf(game.start(seats, None, rng))
        seen: list[tuple[Marks, int]] = []
        for _ in range(MAX_TURNS):
            if not policy.play_turns(state, rng, options, answers, MAX_CHOICES, 1):
                break
            if rng.below(SAMPLE_EVERY) == 0:
                marks = np.array([list(marks_of(state, seat)) for seat in range(seats)], np.float32)
                seen.append((marks, int(state.duds)))
            policy.answer_all(state, rng, options, answers)
        if state.outcome() is not None:
            found += [np.roll(marks, -state.winner, axis=0) for marks, _ in seen]
            duds += [left for _, left in seen]
    return np.array(found), np.array(duds)


def arguments() -> argparse.ArgumentParser:
    """Return the arguments; the file in the repository was written with their defaults."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=11)
    return parser


def main() -> None:
    args = arguments().parse_args()
    print("# What each mark of `win_chances.py` weighs, and how much all of them count.")
    print(written_by("fit_bttf_win_chances.py", args))
    for seats, key in enumerate(SEATS, start=2):
        marks, duds = gather(seats, args.games // len(SEATS), args.seed)
        weights = fit(marks)
        last = ""
        for name, weight in zip(NAMES, weights, strict=True):
            group, _, mark = name.partition(".")
            if group != last:
                print(f"\n[{key}.{group}]")
                last = group
            print(f"{mark} = {weight:z.2f}")
        print(f"\n[{key}.duds]")
        for left in range(PHASES):
            print(f"left_{left} = {fit_scale(marks[duds == left], weights):z.2f}")


if __name__ == "__main__":
    main()
