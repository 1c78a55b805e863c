"""Fit the weights in Back to the Future's `win_chances.toml` to the winners of games played by its policy.

    python tools/fit_bttf_win_chances.py [--games 120000] [--seed 1]

Prints the new file; the marks are those of `win_chances.py`. Half of the games have two seats, the others four. With
the compiled rules it takes a few minutes.
"""

from __future__ import annotations

import argparse

import numpy as np
from fitting import Marks, fit

from timebooth.games.back_to_the_future.bot.win_chances import NAMES, marks_of
from timebooth.games.back_to_the_future.state import bttf
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.policy import MAX_CHOICES, Policy
from timebooth.registry import find_game

SEATS = {"two": 2, "more": 4}
MAX_TURNS = 400  # longer games are left out; without search, some never end
SAMPLE_EVERY = 4  # turns on average, because neighbouring turns are nearly the same


def gather(seats: int, games: int, seed: int) -> Marks:
    """Return the marks of all seats at the start of turns, the winner's first."""
    game = find_game("back-to-the-future")
    policy = game.policy
    assert isinstance(policy, Policy)
    found: list[Marks] = []
    options, answers = Codes(), Codes()
    for index in range(games):
        rng = FastRng((seed << 32) + index)
        state = bttf(game.start(seats, None, rng))
        seen: list[Marks] = []
        for _ in range(MAX_TURNS):
            if not policy.play_turns(state, rng, options, answers, MAX_CHOICES, 1):
                break
            if rng.below(SAMPLE_EVERY) == 0:
                seen.append(np.array([list(marks_of(state, seat)) for seat in range(seats)], np.float32))
            policy.answer_all(state, rng, options, answers)
        if state.outcome() is not None:
            found += [np.roll(marks, -state.winner, axis=0) for marks in seen]
    return np.array(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("# What each mark of `win_chances.py` weighs. Written by `tools/fit_bttf_win_chances.py`.")
    for key, seats in SEATS.items():
        weights = fit(gather(seats, args.games // 2, args.seed))
        last = ""
        for name, weight in zip(NAMES, weights, strict=True):
            group, _, mark = name.partition(".")
            if group != last:
                print(f"\n[{key}.{group}]")
                last = group
            print(f"{mark} = {weight + 0.0:.2f}")


if __name__ == "__main__":
    main()
