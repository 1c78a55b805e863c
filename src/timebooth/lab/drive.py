"""Random play driven from Python, answer by answer; `playout` does the same inside the engine."""

from __future__ import annotations

from typing import NamedTuple

from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State


class Driven(NamedTuple):
    """The number of real choices, and of all answers, forced ones included."""

    choices: int
    answers: int


def drive(state: State, rng: Rng, limit: int = 1_000_000, journal: Journal | None = None) -> Driven:
    """Answer at random until the game is over or `limit` real choices were made."""
    choices = 0
    answers = 0
    asked = state.asked()
    while asked and choices < limit:
        given: list[int] = []
        for seat in asked:
            options = state.options(seat)
            if len(options) > 1:
                choices += 1
                given.append(options[rng.below(len(options))])
            else:
                given.append(options[0])
        answers += len(given)
        state.play(given, rng, journal)
        asked = state.asked()
    return Driven(choices, answers)
