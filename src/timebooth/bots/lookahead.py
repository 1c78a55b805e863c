"""Evaluates positions and plays imagined games on, for any game.

It knows a game by `State.evaluate` alone. It works with codes, not names: this is the innermost loop of the search.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

EVALUATION_SCALE: Final[float] = 400.0  # a lead by this much makes a seat e times as likely to win
ONE_STEP_SCALE: Final[float] = 120.0  # the same one step ahead: meant to tell answers apart, not to be realistic
PASS: Final[i64] = 0  # the smallest code of a catalogue, in games that have it
MAX_SETTLING_ROUNDS: Final[i64] = 40  # rounds of passing until a position counts as settled


def estimate_win_chances(state: State, cooperative: bool, scale: float = EVALUATION_SCALE) -> vec[float]:
    """Return how likely each seat is to win: by the outcome of a finished game, otherwise by the evaluations."""
    found = vec[float]([0.0] * state.seats)
    if state.asking == 0:
        outcome = state.outcome()
        if outcome is not None:
            winners = outcome.winners
            share = 1.0
            if not cooperative and len(winners) > 1:
                share /= float(len(winners))
            for winner in winners:
                found[winner] = share
            return found
    if cooperative:
        common = state.evaluate(0) / state.best_evaluation()
        for seat in range(state.seats):
            found[seat] = common
        return found
    total = 0.0
    for seat in range(state.seats):
        weight = exp(state.evaluate(seat) / scale)
        found[seat] = weight
        total += weight
    for seat in range(state.seats):
        found[seat] /= total
    return found


class Lookahead:
    """Plays imagined states on and compares answers one step ahead; its buffers are allocated once."""

    def __init__(self, seed: int, cooperative: bool) -> None:
        self.rng: FastRng = FastRng(seed)
        self.cooperative: bool = cooperative
        self._options: Codes = Codes()
        self._answers: Codes = Codes()

    def settle(self, state: State) -> None:
        """Let everybody pass until somebody has to choose: by then, what was announced has taken effect."""
        options = self._options
        answers = self._answers
        for _ in range(MAX_SETTLING_ROUNDS):
            if state.asking == 0:
                return
            step = state.step
            if not step.skip(state):
                answers.clear()
                for seat in range(state.seats):
                    if state.asking & bit(seat) != 0:
                        options.clear()
                        step.options(state, seat, options)
                        if options.size == 1:
                            answers.add(options.at(0))
                        elif options.has(PASS):
                            answers.add(PASS)
                        else:
                            return
                step.answer(state, answers, self.rng, None)
            state.advance(self.rng, None)

    def after(self, world: State, seat: i64, code: i64) -> State:
        """Return a settled copy in which `seat` answered `code` and the others passed, or answered at random."""
        state = world.copy()
        options = self._options
        answers = self._answers
        answers.clear()
        step = state.step
        for other in range(state.seats):
            if state.asking & bit(other) == 0:
                continue
            if other == seat:
                answers.add(code)
                continue
            options.clear()
            step.options(state, other, options)
            if options.has(PASS):
                answers.add(PASS)
            else:
                answers.add(options.at(self.rng.below(options.size)))
        step.answer(state, answers, self.rng, None)
        state.advance(self.rng, None)
        self.settle(state)
        return state

    def value(self, world: State, seat: i64, code: i64) -> float:
        """Return the value of an answer one step ahead: good for comparing answers, not a realistic chance."""
        return estimate_win_chances(self.after(world, seat, code), self.cooperative, ONE_STEP_SCALE)[seat]

    def best_of(self, world: State, seat: i64, options: Codes, candidates: i64) -> i64:
        """Return the best of a few options that are drawn at random; with one candidate, a random option."""
        size = options.size
        if candidates < 2:
            return options.at(self.rng.below(size))
        codes: list[int] = []
        for i in range(size):
            codes.append(options.at(i))
        if candidates > size:
            candidates = size
        best: i64 = -1
        best_value = -1.0
        for i in range(candidates):
            j: i64 = i + self.rng.below(size - i)
            code: i64 = codes[j]
            codes[j] = codes[i]
            codes[i] = code
            value = self.value(world, seat, code)
            if value > best_value:
                best = code
                best_value = value
        return best

    def play_on(self, state: State, choices: int, candidates: int) -> None:
        """Play that many real choices, each the best of a few candidates; then let the position settle."""
        left: i64 = choices
        few: i64 = candidates
        options = Codes()
        answers = Codes()
        rng = self.rng
        while state.asking != 0 and left > 0:
            step = state.step
            if not step.skip(state):
                answers.clear()
                for seat in range(state.seats):
                    if state.asking & bit(seat) != 0:
                        options.clear()
                        step.options(state, seat, options)
                        if options.size > 1:
                            left -= 1
                            answers.add(self.best_of(state, seat, options, few))
                        else:
                            answers.add(options.at(0))
                step.answer(state, answers, rng, None)
            state.advance(rng, None)
        self.settle(state)
