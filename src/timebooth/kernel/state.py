"""The interface that every game's state implements, and the stack of pending work behind it.

Work still to be done lies on a stack of frames in the state: a step and a few numbers each. The step on top asks
some seats, or runs by itself. A step pushes what must come first and says when it is done; if nothing else is pending,
the next step of the game's list follows. So a state can be copied, compared and saved at any decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest, members_of
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.errors import Refused
from timebooth.kernel.outcome import UNFINISHED, Outcome
from timebooth.kernel.question import Question

if TYPE_CHECKING:
    import msgspec

    from timebooth.kernel.fields import Fields
    from timebooth.kernel.journal import Journal

FRAME: Final[i64] = 8  # a step and up to seven numbers
FRAMES: Final[i64] = 20
MAX_STEPS: Final[i64] = 200_000  # unless the game declares its own `max_steps`

SEATS_OF: Final[list[tuple[int, ...]]] = [tuple(members_of(asked)) for asked in range(2**8)]  # up to eight


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One heading of a rulebook: whom it asks, what they may answer, what follows."""

    def asked(self, state: State) -> i64:
        """Return the seats that owe an answer, as a set; if there are none, the step runs by itself."""
        return 0

    def options(self, state: State, seat: i64, out: Codes) -> None:
        """Add every legal answer of an asked seat to `out`. Nothing else decides what is legal."""
        raise NotImplementedError

    def allows(self, state: State, seat: i64, code: i64, listed: Codes) -> bool:
        """Return whether a code is an option of an asked seat. Override it to decide without listing all options."""
        listed.clear()
        self.options(state, seat, listed)
        return listed.has(code)

    def answer(self, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        """Do what the asked seats answered; `answers` holds one code for each of them."""
        raise NotImplementedError

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        """Do what needs no answer."""
        raise NotImplementedError

    def pick(self, state: State, seat: i64, rng: Rng, listed: Codes, answers: Codes) -> bool:
        """Add one of a seat's options to `answers`, each equally likely, and return whether there was a choice.

        For simulations. An override that finds the n-th option without listing all of them must take the same numbers
        from `rng`, and none if there is no choice.
        """
        listed.clear()
        self.options(state, seat, listed)
        if listed.size > 1:
            answers.add(listed.at(rng.below(listed.size)))
            return True
        answers.add(listed.at(0))
        return False

    def skip(self, state: State) -> bool:
        """If no asked seat has a choice, do what follows and return True. For simulations; may always return False."""
        return False

    def question(self, state: State, seat: i64) -> Question:
        """Return what an asked seat is asked."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A game at one decision: plain data, without chance or texts."""

    def __init__(self, seats: i64, steps: list[Step], like: State | None = None, frames: i64 = FRAMES) -> None:
        """Make a state without pending work, or with that of `like`.

        `frames` is how many frames the stack holds. A layout with `one_array` replaces `stack` by a longer array that
        holds the game's own numbers behind the frames: one array is copied faster than two.
        """
        self.seats: i64 = seats
        self.steps: list[Step] = steps
        if like is None:
            self._packed_steps: vec[Step] = vec[Step](steps)  # indexed faster than a list
            self.asking: i64 = 0
            self.depth: i64 = 0
            self.steps_left: i64 = MAX_STEPS  # not compared: equal states may have been reached by different ways
            self.stack: vec[i64] = vec[i64]([0] * (FRAME * frames))
        else:
            self._packed_steps = like._packed_steps
            self.asking = like.asking
            self.depth = like.depth
            self.steps_left = like.steps_left
            self.stack = like.stack[:]
        self.step: Step = steps[0] if like is None else like.step  # the step that asks
        self._listed: Codes | None = None  # scratch buffers, not part of the state
        self._given: Codes | None = None

    def __repr__(self) -> str:
        outcome = self.outcome() if self.asking == 0 else None
        how = f"asked: {self.asked()}" if outcome is None else f"over: {outcome}"
        return f"<{type(self).__name__}, {self.seats} seats, {how}>"

    # What each game adds.

    def copy(self) -> State:
        """Return an equal state that shares nothing with this one."""
        raise NotImplementedError

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> str:
        raise TypeError("a state does not know its game, so it cannot be pickled; pack it with kernel.position")

    def numbers(self) -> list[int]:
        """Return all of the state as numbers: two states are equal if these are."""
        raise NotImplementedError

    def fields(self) -> Fields:
        """Return the declaration of the fields, by which states are packed."""
        raise NotImplementedError

    def view(self, seat: int | None) -> msgspec.Struct:
        """Return what that seat (None: a spectator) may see."""
        raise NotImplementedError

    def resample(self, seat: int, rng: Rng) -> None:
        """Redraw in place all that this seat cannot know, from what it knows and `rng` alone."""
        raise NotImplementedError

    def sample_world(self, seat: int, rng: Rng) -> State:
        """Return a copy that this seat cannot tell from this state: all that it cannot know is redrawn."""
        world = self.copy()
        world.resample(seat, rng)
        return world

    def outcome_by_rules(self) -> Outcome | None:
        """Return who won by the rules, and by which ending; None while they have not ended the game."""
        raise NotImplementedError

    def evaluate(self, seat: int) -> int:
        """Return how well this seat stands, for bots: from 0 (lost) to `best_evaluation()` (won)."""
        raise NotImplementedError

    def win_chances(self) -> list[float]:
        """Return how likely each seat is to win if everything were open: fitted to the outcomes of games.

        `Game.has_win_chances` says whether a game supports this call, and when; after the end always.
        """
        raise NotImplementedError

    def best_evaluation(self) -> int:
        """Return the evaluation of a seat that has won."""
        return 1000

    def turn_number(self) -> int:
        """Return how many turns have ended, if the game has turns. Bots plan no further than the current turn."""
        return 0

    # Asking and answering.

    def outcome(self) -> Outcome | None:
        """Return who won and by which ending; None while the game goes on."""
        if self.is_unfinished():
            return Outcome((), UNFINISHED)
        return self.outcome_by_rules()

    def is_unfinished(self) -> bool:
        """Return whether the game was ended without a winner because it took more than the game's `max_steps`."""
        return self.steps_left < 0

    def asked(self) -> tuple[int, ...]:
        """Return the seats that owe an answer now; none when the game is over."""
        return SEATS_OF[self.asking]

    def question(self, seat: int) -> Question:
        """Return what this seat is asked now; raise Refused if it is not asked."""
        self._must_be_asked(seat)
        return self.step.question(self, seat)

    def options(self, seat: int) -> list[int]:
        """Return every legal answer of this seat, in ascending order; none if it is not asked."""
        if not self._is_asked(seat):
            return []
        listed = self._scratch()
        listed.clear()
        self.step.options(self, seat, listed)
        return listed.ascending()

    def allows(self, seat: int, code: int) -> bool:
        """Return whether a code is a legal answer of this seat; quicker than listing them all."""
        return self._is_asked(seat) and self.step.allows(self, seat, code, self._scratch())

    def play(self, answers: Sequence[int], rng: Rng, journal: Journal | None = None) -> None:
        """Answer for all asked seats together, in the order of `asked()`; raise Refused if one is not an option."""
        if self.asking == 0:
            raise Refused("refused.game_is_over")
        listed = self._scratch()
        given = self._given
        if given is None:
            given = Codes()
            self._given = given
        given.clear()
        step = self.step
        missing = self.asking
        said = answers if isinstance(answers, list) else list(answers)
        for code in said:
            if missing == 0:
                break
            seat = lowest(missing)
            missing &= missing - 1
            if not step.allows(self, seat, code, listed):
                raise Refused("refused.not_an_option", seat=seat, code=code)
            given.add(code)
        if missing != 0 or len(said) != given.size:
            raise Refused("refused.answers_of_all_asked", asked=count(self.asking), given=len(said))
        step.answer(self, given, rng, journal)
        self.advance(rng, journal)

    def advance(self, rng: Rng, journal: Journal | None) -> None:
        """Run steps until somebody has to answer or the game is over, at the latest when no steps are left."""
        while self.depth > 0:
            self.steps_left -= 1
            if self.steps_left < 0:
                self.end_game()
                break
            top = (self.depth - 1) * FRAME
            number = self.stack[top]
            step = self._packed_steps[number]
            asking = step.asked(self)
            if asking != 0:
                self.asking = asking
                self.step = step
                return
            step.run(self, rng, journal)
        self.asking = 0

    def _scratch(self) -> Codes:
        """Return a scratch buffer, kept because making one costs more than using it."""
        scratch = self._listed
        if scratch is None:
            scratch = Codes()
            self._listed = scratch
        return scratch

    def _is_asked(self, seat: int) -> bool:
        return 0 <= seat < self.seats and self.asking & bit(seat) != 0

    def _must_be_asked(self, seat: int) -> None:
        if not self._is_asked(seat):
            raise Refused("refused.not_asked", seat=seat)

    # The stack.

    def push(self, step: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Put a step on the stack: it comes before all that is pending."""
        stack = self.stack
        at = self.depth * FRAME
        stack[at] = step
        stack[at + 1] = a
        stack[at + 2] = b
        stack[at + 3] = c
        stack[at + 4] = 0
        stack[at + 5] = 0
        stack[at + 6] = 0
        stack[at + 7] = 0
        self.depth += 1

    def done(self) -> None:
        """Finish the step on top: go on with the frame beneath it or, without one, with the step that comes next.

        Steps are numbered in the order of play, so the one that comes next has the next number. It starts with 0 as its
        first number; a step of that order leaves no other number behind.
        """
        if self.depth > 1:
            self.depth -= 1
        else:
            stack = self.stack
            stack[0] += 1
            stack[1] = 0

    def go_to(self, step: i64) -> None:
        """Drop all pending work and go on with this step of the order of play."""
        self.depth = 0
        self.push(step)

    def end_game(self) -> None:
        """Drop all pending work: nobody is asked any more."""
        self.depth = 0

    def top(self) -> i64:
        """Return the number of the step on top."""
        at = (self.depth - 1) * FRAME
        return self.stack[at]

    def arg(self, i: i64) -> i64:
        """Return the i-th number (from 1) of the frame on top."""
        at = (self.depth - 1) * FRAME + i
        return self.stack[at]

    def set_arg(self, i: i64, value: i64) -> None:
        """Change the i-th number of the frame on top."""
        at = (self.depth - 1) * FRAME + i
        self.stack[at] = value

    def pending(self) -> list[int]:
        """Return the stack and who is asked, for `numbers`."""
        found: list[int] = [self.seats, self.asking, self.depth]
        for i in range(self.depth * FRAME):
            found.append(self.stack[i])
        return found
