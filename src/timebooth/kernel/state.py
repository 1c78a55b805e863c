"""The contract that every game's state keeps, and the stack of pending work behind it.

Work still to be done lies on a stack of frames in the state: a step and a few numbers each. The step on top asks
some seats, or runs by itself; steps push what must come first and pop themselves when they are done. So a state
can be copied, compared and saved at any decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel._vec import vec
from timebooth.kernel.bits import BIT, members_of
from timebooth.kernel.chance import Dice
from timebooth.kernel.codes import Codes
from timebooth.kernel.errors import Refused
from timebooth.kernel.outcome import Outcome
from timebooth.kernel.question import Question

if TYPE_CHECKING:
    import msgspec

    from timebooth.kernel.journal import Journal

FRAME: Final[i64] = 8  # a step and up to seven numbers
FRAMES: Final[i64] = 24


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One heading of a rulebook: whom it asks, what they may answer, what follows."""

    def asked(self, state: State) -> i64:
        """The seats that owe an answer, as a set; none: the step runs by itself."""
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        """Every legal answer of an asked seat. The only home of legality."""
        raise NotImplementedError

    def answer(self, state: State, answers: Codes, rng: Dice, journal: Journal | None) -> None:
        """Do what the asked seats answered, all of them together."""
        raise NotImplementedError

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        """Do what needs no answer."""
        raise NotImplementedError

    def skip(self, state: State) -> bool:
        """Simulations only: where nobody asked has a choice, do what follows and say so. May always say no."""
        return False

    def question(self, state: State, seat: i64) -> Question:
        """What an asked seat is asked."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game at one decision: plain data, no chance, no words."""

    def __init__(self, seats: i64, steps: list[Step]) -> None:
        self.seats: i64 = seats
        self.steps: list[Step] = steps
        self.asking: i64 = 0
        self.stack: vec[i64] = vec[i64]([0] * (FRAME * FRAMES))
        self.depth: i64 = 0

    # What a game's own state adds.

    def copy(self) -> State:
        """An equal state that shares nothing with this one."""
        raise NotImplementedError

    def numbers(self) -> list[int]:
        """All of the state as numbers: two states are equal when these are."""
        raise NotImplementedError

    def view(self, seat: int | None) -> msgspec.Struct:
        """What that seat (None: a spectator) may see, built up from nothing."""
        raise NotImplementedError

    def resample(self, seat: int, rng: Dice) -> None:
        """Redraw all that this seat cannot know, from what it knows and `rng` alone."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Who won and by which ending; None while the game goes on."""
        raise NotImplementedError

    def standing(self, seat: int) -> int:
        """How well this seat stands in this state, for bots: more is better, 0 to 1000."""
        raise NotImplementedError

    def turn_number(self) -> int:
        """Counts the turns that have ended, where a game has turns: a bot plans within one."""
        return 0

    # Asking and answering.

    def asked(self) -> tuple[int, ...]:
        """The seats that owe an answer now; empty when the game is over."""
        return tuple(members_of(self.asking))

    def question(self, seat: int) -> Question:
        """What this seat is asked now."""
        self._must_be_asked(seat)
        return self.top().question(self, seat)

    def options(self, seat: int) -> list[int]:
        """Every legal answer of this seat, ascending; empty for a seat that is not asked."""
        if not self._is_asked(seat):
            return []
        out = Codes()
        self.top().options(self, seat, out)
        return out.sorted()

    def play(self, answers: Sequence[int], rng: Dice, journal: Journal | None = None) -> None:
        """Answer for all asked seats together, in the order of `asked()`; refuses what is not an option."""
        asked = members_of(self.asking)
        if len(answers) != len(asked):
            raise Refused("refused.answers_of_all_asked", asked=len(asked), given=len(answers))
        step = self.top()
        out = Codes()
        given = Codes()
        for seat, code in zip(asked, answers, strict=True):
            out.clear()
            step.options(self, seat, out)
            if not out.has(code):
                raise Refused("refused.not_an_option", seat=seat, code=code)
            given.add(code)
        step.answer(self, given, rng, journal)
        self.go_on(rng, journal)

    def go_on(self, rng: Dice, journal: Journal | None) -> None:
        """Run the steps on the stack until somebody has to answer or nothing is left to do."""
        self.asking = 0
        while self.depth > 0:
            step = self.top()
            self.asking = step.asked(self)
            if self.asking != 0:
                return
            step.run(self, rng, journal)

    def _is_asked(self, seat: int) -> bool:
        return 0 <= seat < self.seats and self.asking & BIT[seat] != 0

    def _must_be_asked(self, seat: int) -> None:
        if not self._is_asked(seat):
            raise Refused("refused.not_asked", seat=seat)

    # The stack.

    def top(self) -> Step:
        """The step whose turn it is."""
        if self.depth == 0:
            raise Refused("refused.game_is_over")
        return self.steps[self.stack[(self.depth - 1) * FRAME]]

    def push(self, step: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Put a step on the stack: it comes before all that lies there."""
        at = self.depth * FRAME
        self.stack[at] = step
        self.stack[at + 1] = a
        self.stack[at + 2] = b
        self.stack[at + 3] = c
        for i in range(at + 4, at + FRAME):
            self.stack[i] = 0
        self.depth += 1

    def push_all(self, steps: list[int]) -> None:
        """Put a list of steps on the stack so that they come in the order of the list."""
        for i in range(len(steps)):
            self.push(steps[len(steps) - 1 - i])

    def pop(self) -> None:
        """The step on top is done."""
        self.depth -= 1

    def pop_to(self, step: i64) -> None:
        """Drop all that lies above the topmost frame of this step."""
        while self.depth > 0 and self.stack[(self.depth - 1) * FRAME] != step:
            self.depth -= 1

    def arg(self, i: i64) -> i64:
        """The i-th number (from 1) of the frame on top."""
        return self.stack[(self.depth - 1) * FRAME + i]

    def set_arg(self, i: i64, value: i64) -> None:
        """Change the i-th number of the frame on top."""
        self.stack[(self.depth - 1) * FRAME + i] = value

    def copy_stack_to(self, other: State) -> None:
        """For `copy`: the pending work and who is asked."""
        other.stack = self.stack[:]
        other.depth = self.depth
        other.asking = self.asking

    def pending(self) -> list[int]:
        """For `numbers`: the stack and who is asked."""
        found: list[int] = [self.seats, self.asking, self.depth]
        for i in range(self.depth * FRAME):
            found.append(self.stack[i])
        return found
