"""Closes tables that nobody joins or visits.

The listing of a table holds when it was last used. For an open table that is when somebody last sat down or stood up;
for a running one also when somebody last looked at it or did something there, written at most every ten minutes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import msgspec

from timebooth.store.store import Listing, StoreError
from timebooth.tables.authorisation import NotAllowed, close_unused
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.retention import DAY, Retention
from timebooth.tables.wire import Summary

SWEEP_INTERVAL = 60.0  # seconds
MAX_SWEPT = 200  # tables of each status in one round
TOUCH_INTERVAL = 600.0  # seconds between two writes of a table's visits
MAX_TOUCHED = 500  # tables in one statement
MIN_DOWNTIME = DAY  # a shorter interruption counts as time in which people could have come

log = logging.getLogger(__name__)


class Sweeper:
    """Runs on every node: closing a table is a command that counts once."""

    def __init__(self, live_tables: LiveTables, clock: Callable[[], float], retention: Retention) -> None:
        self.live_tables = live_tables
        self.clock = clock
        self.retention = retention
        self._visited: set[str] = set()
        self._after: dict[str, tuple[float, str]] = {}

    def visit(self, table: str) -> None:
        """Remember that somebody looked at a table or did something there."""
        self._visited.add(table)

    def warning(self, summary: Summary, updated: float) -> float | None:
        """Return when a table that was last updated at this time is closed if nobody comes; None if not soon."""
        return self.retention.warning(summary, updated, self.clock())

    async def add_downtime(self) -> None:
        """After a start, extend all times by a long downtime: nobody could visit a table meanwhile."""
        await self.live_tables.store.add_downtime(self.clock(), MIN_DOWNTIME)

    async def run(self) -> None:
        """Sweep every minute until cancelled; if the store fails, try again in the next round."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self.sweep()
            except StoreError as problem:
                log.warning("unused tables are not closed yet: %s", problem)

    async def sweep(self) -> None:
        """Write visits to the listings, then close unused tables."""
        await self._write_visits()
        for status in ("open", "running"):
            await self._close_unused(status)

    async def _write_visits(self) -> None:
        now = self.clock()
        visited = self._visited | {table for table, live in self.live_tables.by_id.items() if live.subscribers}
        tables = sorted(visited)
        for start in range(0, len(tables), MAX_TOUCHED):
            await self.live_tables.store.touch(tables[start : start + MAX_TOUCHED], now, now - TOUCH_INTERVAL)
        self._visited -= visited

    async def _close_unused(self, status: str) -> None:
        """Close the tables on the next page of idle ones; after the last page, start again with the first."""
        now = self.clock()
        after = self._after.pop(status, (0.0, ""))
        found = await self.live_tables.store.idle(status, now - self.retention.shortest(status), after, MAX_SWEPT)
        if len(found) == MAX_SWEPT:
            self._after[status] = found[-1].updated, found[-1].table
        for listing in found:
            try:
                if self.retention.closes_at(_summary(listing), listing.updated) <= now:
                    await self._close(listing)
            except StoreError:
                raise
            except Exception:  # a table that cannot be read must not keep the others from being closed
                log.exception("table %s cannot be closed", listing.table)

    async def _close(self, listing: Listing) -> None:
        live = await self.live_tables.get(listing.table)
        await self.live_tables.read_new(live)
        if live.table.status != listing.status:
            await self.live_tables.write_listing(live)
            return
        if live.table.status == "running" and live.subscribers:
            return
        quiet_since = self.clock() - TOUCH_INTERVAL
        with suppress(NotAllowed):
            await self.live_tables.write(live, "close", lambda: close_unused(live.table, quiet_since))
            log.info("table %s is closed: %s", listing.table, live.table.closed)


def _summary(listing: Listing) -> Summary:
    return msgspec.json.decode(listing.summary, type=Summary)
