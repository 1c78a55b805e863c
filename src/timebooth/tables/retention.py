"""How long a table stays open that nobody joins or visits."""

from __future__ import annotations

import math

import msgspec

from timebooth.tables.wire import Live, Summary

HOUR = 60 * 60.0
DAY = 24 * HOUR
WARNING_SHARE = 0.25  # the last part of a running table's time, in which its players are warned


class Retention(msgspec.Struct, frozen=True):
    """Seconds until a table is closed: for an open one since somebody sat down, for a running one since a visit."""

    open_live: float = 12 * HOUR
    open_days: float = 14 * DAY
    running_live: float = 14 * DAY
    running_days: float = 90 * DAY

    def shortest(self, status: str) -> float:
        """Return the shortest time after which a table of this status is closed."""
        return min(self.open_live, self.open_days) if status == "open" else min(self.running_live, self.running_days)

    @classmethod
    def forever(cls) -> Retention:
        """Return a retention that never closes a table."""
        return cls(math.inf, math.inf, math.inf, math.inf)

    def seconds(self, summary: Summary) -> float:
        """Return how long such a table is kept; for ever if it has ended."""
        live = isinstance(summary.settings.pace, Live)
        if summary.status == "open":
            return self.open_live if live else self.open_days
        if summary.status == "running":
            return self.running_live if live else self.running_days
        return math.inf

    def closes_at(self, summary: Summary, updated: float) -> float:
        """Return when a table that was last updated at this time will be closed."""
        return updated + self.seconds(summary)

    def warning(self, summary: Summary, updated: float, now: float) -> float | None:
        """Return when a table will be closed, to warn its players; None if that is not soon.

        Players of a running game are warned late only: an earlier time would reveal when somebody last looked at it.
        """
        closes = self.closes_at(summary, updated)
        near = summary.status == "open" or closes - now <= WARNING_SHARE * self.seconds(summary)
        return closes if near and closes < math.inf else None
