"""Random playouts inside the engine, without Python lists or calls into the interpreter."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State


def playout(state: State, rng: Rng, limit: int = 1_000_000) -> int:
    """Play uniformly at random until the game is over or `limit` real choices were made.

    Return the number of real choices (two options or more).
    """
    return playout_with(state, rng, Codes(), Codes(), limit)


def playout_with(state: State, rng: Rng, options: Codes, answers: Codes, limit: i64 = 1_000_000) -> i64:
    """Play out with scratch buffers: for short games, allocating them takes longer than playing."""
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
