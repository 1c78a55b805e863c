"""What a bot is: it sees what its seat may see, never the true state."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from timebooth.kernel.chance import Dice
from timebooth.kernel.game import Game
from timebooth.kernel.question import Question
from timebooth.kernel.state import State


class Sight:
    """A decision as one seat sees it: its view, its options, and states that might be the true one."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.options = state.options(seat)
        self._state = state.copy()

    @property
    def view(self) -> msgspec.Struct:
        return self._state.view(self.seat)

    @property
    def question(self) -> Question:
        return self._state.question(self.seat)

    def imagine(self, rng: Dice) -> State:
        """A state that fits all that the seat knows; everything hidden is drawn anew."""
        return self._state.imagined(self.seat, rng)


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one decision: whichever runs out first.

    With iterations alone, the same sight and the same rng give the same answer on every machine.
    """

    seconds: float | None = None
    iterations: int | None = None
    cancelled: Callable[[], bool] | None = None
    """Asked again and again while the bot thinks; once it says yes, the bot answers with what it has."""


class Bot:
    """Plays a seat: answers a decision by one of its options."""

    name: ClassVar[str]
    habit: ClassVar[Budget] = Budget()
    """How long it thinks when nobody says otherwise; a bot that does not search answers at once."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = self.habit if budget is None else budget

    def choose(self, sight: Sight, rng: Dice) -> int:
        """One of `sight.options`; the same for the same sight and the same rng, unless time was what ran out."""
        raise NotImplementedError
