"""What a bot is: it sees what its seat may see, never the true state."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from timebooth.bots.decision import Decision as Decision
from timebooth.kernel.chance import Rng


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
    default_budget: ClassVar[Budget] = Budget()
    """How long it thinks when nobody says otherwise; a bot that does not search answers at once."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = self.default_budget if budget is None else budget

    def choose(self, sight: Decision, rng: Rng) -> int:
        """One of `sight.options`; the same for the same sight and the same rng, unless time was what ran out."""
        raise NotImplementedError
