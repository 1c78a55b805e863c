"""What a position is worth, and how play goes on where nobody searches.

`State.evaluate` is all that is known of a game here. Codes, not names: this runs in the innermost loop of the search.
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

SPREAD: Final[float] = 400.0  # that much more standing makes a seat e times as likely to win
KEEN: Final[float] = 120.0  # the same for a look one step deep: it has to tell answers apart, not to be true
PASS: Final[i64] = 0  # the smallest code of a catalogue, where a game has it
PATIENCE: Final[i64] = 40  # rounds of answers that are waited for until things have settled


def estimate_win_chances(state: State, cooperative: bool, spread: float = SPREAD) -> vec[float]:
    """How likely each seat is to win: the outcome of a finished game, else by how they stand."""
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
    whole = 0.0
    for seat in range(state.seats):
        weight = exp(state.evaluate(seat) / spread)
        found[seat] = weight
        whole += weight
    for seat in range(state.seats):
        found[seat] /= whole
    return found


class Lookahead:
    """Plays imagined states on: the same for every game, with lists that are made once."""

    def __init__(self, seed: int, cooperative: bool) -> None:
        self.rng: FastRng = FastRng(seed)
        self.cooperative: bool = cooperative
        self._options: Codes = Codes()
        self._answers: Codes = Codes()

    def settle(self, state: State) -> None:
        """Let everybody pass until somebody has to choose: then what was announced has taken effect."""
        options = self._options
        answers = self._answers
        for _ in range(PATIENCE):
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
        """A copy in which this seat has answered so, the others calmly, and things have settled."""
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

    def hope(self, world: State, seat: i64, code: i64) -> float:
        """What an answer looks worth one step deep; to be compared with others, no chance of winning."""
        return estimate_win_chances(self.after(world, seat, code), self.cooperative, KEEN)[seat]

    def best_of(self, world: State, seat: i64, options: Codes, looks: i64) -> i64:
        """The best of a few options drawn at random, one step deep; looking at one is playing at random."""
        size = options.size
        if looks < 2:
            return options.at(self.rng.below(size))
        codes: list[int] = []
        for i in range(size):
            codes.append(options.at(i))
        if looks > size:
            looks = size
        best: i64 = -1
        most = -1.0
        for i in range(looks):
            j: i64 = i + self.rng.below(size - i)
            code: i64 = codes[j]
            codes[j] = codes[i]
            codes[i] = code
            worth = self.hope(world, seat, code)
            if worth > most:
                best = code
                most = worth
        return best

    def play_on(self, state: State, choices: int, looks: int) -> None:
        """Go on for so many real choices, each the best of a few; then let things settle."""
        left: i64 = choices
        few: i64 = looks
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
