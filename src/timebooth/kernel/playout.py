"""Random play inside the engine: no list, no call into the interpreter, no question asked that has one answer."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State


def playout(state: State, rng: Rng, limit: int = 1_000_000) -> int:
    """Answer at random, each option equally likely, until the game is over.

    Returns how many real choices (two options or more) were made; a game that is not over after `limit` of them
    is left as it is.
    """
    return playout_with(state, rng, Codes(), Codes(), limit)


def playout_with(state: State, rng: Rng, options: Codes, answers: Codes, limit: i64 = 1_000_000) -> i64:
    """The same for whoever has two lists to write on: short games are played out faster than lists are made."""
    choices: i64 = 0
    while state.asking != 0 and choices < limit:
        step = state.step
        if step.skip(state):
            state.advance(rng, None)
            continue
        answers.clear()
        seat: i64 = 0
        asking = state.asking
        while asking != 0:
            if asking & 1 != 0 and step.pick(state, seat, rng, options, answers):
                choices += 1
            asking >>= 1
            seat += 1
        step.answer(state, answers, rng, None)
        state.advance(rng, None)
    return choices
