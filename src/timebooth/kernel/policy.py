"""Policies: how to play without searching, cheap enough for playouts."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

MAX_CHOICES: Final[i64] = 600  # real choices after which a playout counts as undecided
NOBODY: Final[i64] = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Scores answers and plays the one with the highest score."""

    def score(self, state: State, seat: i64, code: i64) -> i64:
        """Return the score of an answer in points, by what the seat knows."""
        raise NotImplementedError

    def answer(self, state: State, seat: i64, options: Codes) -> i64:
        """Return the option with the highest score; of several, the first."""
        best = options.at(0)
        highest = self.score(state, seat, best)
        for i in range(1, options.size):
            code = options.at(i)
            score = self.score(state, seat, code)
            if score > highest:
                highest = score
                best = code
        return best

    def answer_all(
        self, state: State, rng: Rng, options: Codes, answers: Codes, seat: i64 = NOBODY, code: i64 = 0
    ) -> i64:
        """Answer for all asked seats: `seat` with `code`, the others by policy. Return how many of these had a choice.

        `options` and `answers` are scratch buffers, here and below.
        """
        step = state.step
        chose: i64 = 0
        answers.clear()
        for each in range(state.seats):
            if state.asking & bit(each) == 0:
                continue
            if each == seat:
                answers.add(code)
                continue
            options.clear()
            step.options(state, each, options)
            if options.size > 1:
                chose += 1
                answers.add(self.answer(state, each, options))
            else:
                answers.add(options.at(0))
        step.answer(state, answers, rng, None)
        state.advance(rng, None)
        return chose

    def play_out(self, state: State, rng: Rng, options: Codes, answers: Codes, left: i64 = MAX_CHOICES) -> None:
        """Play to the end, or until no choices are `left`."""
        while state.asking != 0 and left > 0:
            if state.step.skip(state):
                state.advance(rng, None)
            else:
                left -= self.answer_all(state, rng, options, answers)

    def play_turns(self, state: State, rng: Rng, options: Codes, answers: Codes, left: i64, turns: i64) -> bool:
        """Play on until that many turns have begun; return False if the game ends or no choices are `left` before."""
        while state.asking != 0 and left > 0:
            if self.is_turn_start(state):
                turns -= 1
                if turns == 0:
                    return True
            if state.step.skip(state):
                state.advance(rng, None)
            else:
                left -= self.answer_all(state, rng, options, answers)
        return False

    def is_turn_start(self, state: State) -> bool:
        """Return whether a turn is just beginning, so that `State.win_chances` is defined; by default, never."""
        return False

    def resample_by_belief(self, state: State, seat: i64, rng: Rng) -> None:
        """Redraw in a sampled world what the actions of the others reveal to this seat; by default, nothing."""
        return
