"""How long a table is kept that nobody joins or visits."""

from __future__ import annotations

import math

import msgspec

from timebooth.tables.wire import Live, Summary

HOUR = 60 * 60.0
DAY = 24 * HOUR
NEAR = 0.25  # the part of a running table's time before its end in which its players are warned


class Retention(msgspec.Struct, frozen=True):
    """Seconds after which a table is closed: an open one since somebody sat down, a running one since a visit."""

    open_live: float = 12 * HOUR
    open_days: float = 14 * DAY
    running_live: float = 14 * DAY
    running_days: float = 90 * DAY

    def shortest(self, status: str) -> float:
        """Return the time before which no table of this status is closed."""
        return min(self.open_live, self.open_days) if status == "open" else min(self.running_live, self.running_days)

    @classmethod
    def forever(cls) -> Retention:
        """Return times that never come, for a server that closes no table by itself."""
        return cls(math.inf, math.inf, math.inf, math.inf)

    def seconds(self, summary: Summary) -> float:
        """Return how long a table like this is kept; for ever if it has ended."""
        live = isinstance(summary.settings.pace, Live)
        if summary.status == "open":
            return self.open_live if live else self.open_days
        if summary.status == "running":
            return self.running_live if live else self.running_days
        return math.inf

    def closes_at(self, summary: Summary, updated: float) -> float:
        """Return when a table will be closed that was last updated at a time."""
        return updated + self.seconds(summary)

    def warning(self, summary: Summary, updated: float, now: float) -> float | None:
        """Return when a table will be closed, for its players to see; nothing if that is far off.

        For a running game it is told late only: earlier it would tell when somebody last looked at it.
        """
        closes = self.closes_at(summary, updated)
        near = summary.status == "open" or closes - now <= NEAR * self.seconds(summary)
        return closes if near and closes < math.inf else None
