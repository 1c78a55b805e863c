"""The interface of a bot: it decides by what its seat may see, never by the true state."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from timebooth.bots.decision import Decision as Decision
from timebooth.kernel.chance import Rng


class Budget(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """How long a bot may think about one decision: until the first of these limits is reached.

    With playouts alone, the same decision and the same rng give the same answer on every machine.
    """

    seconds: float | None = None
    playouts: int | None = None
    cancelled: Callable[[], bool] | None = None
    """Polled while the bot thinks; once it returns True, the bot answers with the best it has found."""


class Bot:
    """Plays a seat: answers a decision by one of its options."""

    name: ClassVar[str]
    default_budget: ClassVar[Budget] = Budget()
    """Used if no budget is given; a bot that does not search answers at once."""

    faults: int = 0
    """How many answers were given at random instead, because a bot of another package failed."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = self.default_budget if budget is None else budget

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.budget == self.default_budget else self.budget})"

    def choose(self, decision: Decision, rng: Rng) -> int:
        """Return one of `decision.options`; the same one for the same rng, unless the time ran out."""
        raise NotImplementedError
