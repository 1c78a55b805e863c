"""Random play driven from Python, answer by answer; `playout` does the same inside the engine."""

from __future__ import annotations

from typing import NamedTuple

from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State


class Driven(NamedTuple):
    """The number of real choices, and of all answers, forced ones included."""

    choices: int
    answers: int


def play_with_journal(state: State, rng: Rng, limit: int, journal: Journal) -> None:
    """Play the same game as `playout` with this rng, and write the journal that it leaves out."""
    options, answers = Codes(), Codes()
    choices = 0
    while state.asked() and choices < limit:
        step = state.step
        answers.clear()
        for seat in state.asked():
            choices += step.pick(state, seat, rng, options, answers)
        step.answer(state, answers, rng, journal)
        state.advance(rng, journal)


def drive(state: State, rng: Rng, limit: int = 1_000_000) -> Driven:
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
        state.play(given, rng)
        asked = state.asked()
    return Driven(choices, answers)
