"""What every way of thinking has in common: what a bot asks of it, and the clock that says when to stop.

The unit of work is a playout: one answer is tried in one sampled world and played on, to the end of the game, of a turn
or of a round. `expert:500` makes 500 of them, in every game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import final

from mypy_extensions import i64, mypyc_attr

from timebooth.bots.decision import Decision


@final
class Clock:
    """Says when the budget of one decision is spent: the first of its limits counts."""

    def __init__(
        self, seconds: float = inf, playouts: int = sys.maxsize, cancelled: Callable[[], bool] | None = None
    ) -> None:
        self._seconds: float = seconds
        self._playouts: i64 = playouts
        self._cancelled: Callable[[], bool] | None = cancelled
        self._began: float = perf_counter() if seconds < inf else 0.0
        self._now: float = self._began
        self._longest: float = 0.0  # time between two questions

    def is_up(self, playouts: i64, share: float = 1.0) -> bool:
        """Return whether a thinker that has made so many playouts has spent a share of the budget.

        It has, too, if another step as long as the longest so far might exceed the time.
        """
        if float(playouts) >= float(self._playouts) * share:
            return True
        if self._seconds < inf:  # without a deadline, skip reading the clock
            now = perf_counter()
            if now - self._now > self._longest:
                self._longest = now - self._now
            self._now = now
            if now - self._began + self._longest >= self._seconds * share:
                return True
        return self._cancelled is not None and self._cancelled()

    def spent(self, playouts: i64) -> float:
        """Return the share of the budget that was spent when the clock was last asked."""
        by_playouts = float(playouts) / float(self._playouts)
        if self._seconds < inf and self._seconds > 0.0:
            by_time = (self._now - self._began) / self._seconds
            if by_time > by_playouts:
                return by_time
        return by_playouts


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker:
    """A way of thinking about one decision of one seat."""

    def __init__(self, decision: Decision) -> None:
        self.decision: Decision = decision
        self.seat: i64 = decision.seat
        self.options: list[int] = decision.options
        self.playouts: i64 = 0
        """How many were made so far."""

    def think(self, clock: Clock) -> None:
        """Compare answers until the clock is up, or until nothing is left to compare; one step at least."""
        raise NotImplementedError

    def best(self) -> int:
        """Return the answer to give."""
        raise NotImplementedError

    def estimates(self) -> list[tuple[int, float, int]]:
        """Return for each answer that was tried its code, the chance of winning with it, and its playouts."""
        raise NotImplementedError
