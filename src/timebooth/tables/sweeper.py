"""Closes tables that nobody joins or visits, and remembers who was visited.

When a table was last used stands in its listing: an open table's is written when somebody sits down or stands up, a
running one's also when somebody looks at it or does something there, at most once in ten minutes.
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

SWEEP_EVERY = 60.0  # seconds
AT_ONCE = 200  # tables of each status that one round looks at
TOUCH_EVERY = 600.0  # seconds for which a written visit is fresh enough
TOUCHED_AT_ONCE = 500  # tables in one statement
DOWNTIME = DAY  # an interruption that is shorter counts as time in which people could have come

log = logging.getLogger(__name__)


class Sweeper:
    """One node's sweeper; whatever it does, any node may do, and it counts once."""

    def __init__(self, live_tables: LiveTables, clock: Callable[[], float], retention: Retention) -> None:
        self.live_tables = live_tables
        self.clock = clock
        self.retention = retention
        self._visited: set[str] = set()
        self._after: dict[str, tuple[float, str]] = {}

    def visit(self, table: str) -> None:
        """Remember that somebody looked at a table or did something there."""
        self._visited.add(table)

    def warning(self, listing: Listing) -> float | None:
        """Return when a table will be closed if nobody comes; nothing if that is far off."""
        return self.retention.warning(_summary(listing), listing.updated, self.clock())

    async def add_downtime(self) -> None:
        """After a start: nobody could visit a table while no server ran, so that time does not count."""
        await self.live_tables.store.add_downtime(self.clock(), DOWNTIME)

    async def run(self) -> None:
        """Sweep every minute until cancelled; what fails is tried again in the next round."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except StoreError as problem:
                log.warning("tables that nobody uses are not closed yet: %s", problem)

    async def sweep(self) -> None:
        """Write down visits, then close what is due."""
        await self._write_visits()
        for status in ("open", "running"):
            await self._close_unused(status)

    async def _write_visits(self) -> None:
        now = self.clock()
        visited = self._visited | {table for table, live in self.live_tables.by_id.items() if live.subscribers}
        tables = sorted(visited)
        for start in range(0, len(tables), TOUCHED_AT_ONCE):
            await self.live_tables.store.touch(tables[start : start + TOUCHED_AT_ONCE], now, now - TOUCH_EVERY)
        self._visited -= visited

    async def _close_unused(self, status: str) -> None:
        """Look at the next page of idle tables; after the last page, begin again with the first."""
        now = self.clock()
        after = self._after.pop(status, (0.0, ""))
        found = await self.live_tables.store.idle(status, now - self.retention.shortest(status), after, AT_ONCE)
        if len(found) == AT_ONCE:
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
        await self.live_tables.read_on(live)
        if live.table.status != listing.status:
            await self.live_tables.write_listing(live)
            return
        if live.table.status == "running" and live.subscribers:
            return
        quiet_since = self.clock() - TOUCH_EVERY
        with suppress(NotAllowed):
            await self.live_tables.write(live, "close", lambda: close_unused(live.table, quiet_since))
            log.info("table %s is closed: %s", listing.table, live.table.closed)


def _summary(listing: Listing) -> Summary:
    return msgspec.json.decode(listing.summary, type=Summary)
