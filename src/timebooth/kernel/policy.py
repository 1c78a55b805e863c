"""How a game is played without thinking: cheap enough for bots to play imagined games to their end by it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

MAX_CHOICES: Final[i64] = 600  # real choices after which a game is called undecided
NOBODY: Final[i64] = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Every answer has an score, in points; it is followed where it is strongest."""

    def score(self, state: State, seat: i64, code: i64) -> i64:
        """How much this seat would like to answer so, by what it knows itself."""
        raise NotImplementedError

    def answer(self, state: State, seat: i64, options: Codes) -> i64:
        """The option with the strongest score; of several, the first."""
        best = options.at(0)
        most = self.score(state, seat, best)
        for i in range(1, options.size):
            code = options.at(i)
            felt = self.score(state, seat, code)
            if felt > most:
                most = felt
                best = code
        return best

    def answer_all(
        self, state: State, rng: Rng, options: Codes, answers: Codes, seat: i64 = NOBODY, code: i64 = 0
    ) -> i64:
        """Answer for all who are asked, for one seat so; how many others had a choice. The lists are to write on."""
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
        """Play to the end, or until so many choices were made. The lists are to write on."""
        while state.asking != 0 and left > 0:
            if state.step.skip(state):
                state.advance(rng, None)
            else:
                left -= self.answer_all(state, rng, options, answers)

    def play_turns(self, state: State, rng: Rng, options: Codes, answers: Codes, left: i64, turns: i64) -> bool:
        """Play on until so many turns have begun, or as `play_out`; says whether they have."""
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
        """Whether somebody's turn is just beginning: then `State.win_chances` are told; here, never."""
        return False

    def resample_by_belief(self, state: State, seat: i64, rng: Rng) -> None:
        """In an imagined state, draw anew what the others' deeds tell this seat about them; here, nothing."""
        return
