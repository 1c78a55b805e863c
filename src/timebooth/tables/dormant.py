"""Dormant tables: what nobody looks at and where nothing is due soon is unloaded, and opened again in time.

A row beside the log says until when a table is dormant. It counts only while the log has no later version, so nothing
has to be done when somebody writes to the table. A start opens only the tables that are not dormant.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import Dormant, StoreError
from timebooth.tables.live_table import LiveTable
from timebooth.tables.live_tables import SOON, LiveTables
from timebooth.tables.table import Table
from timebooth.tables.wire import Live

WAKE_EVERY: Final = 10.0  # seconds between two looks at what is due
FOREVER: Final = 1e15  # no deadline at all

log = logging.getLogger(__name__)


class DormantTables:
    """The tables of this node that become dormant, and those that it has to wake."""

    def __init__(
        self,
        live_tables: LiveTables,
        clock: Callable[[], float],
        next_deadline: Callable[[LiveTable], float | None],
    ) -> None:
        self._live_tables = live_tables
        self._store = live_tables.store
        self._clock = clock
        self._next_deadline = next_deadline
        self._unwritten: dict[str, Dormant] = {}
        """Rows to write."""

    def let_rest(self, live: LiveTable) -> None:
        """Take note of a table that is unloaded, if it can be dormant and this node acts for it."""
        table = live.table
        if not self._live_tables.owns(table.id) or _expects_somebody(table):
            return
        due = self._next_deadline(live)
        if due is None or due > self._clock() + SOON:
            self._unwritten[table.id] = Dormant(table.id, table.version, FOREVER if due is None else due)

    async def run(self) -> None:
        """Write which tables are dormant, and wake those in which something is due, until cancelled."""
        while True:
            await asyncio.sleep(WAKE_EVERY)
            try:
                await self.write()
                await self.wake()
            except StoreError as problem:
                log.warning("dormant tables are written and woken later: %s", problem)

    async def write(self) -> None:
        """Write which tables are dormant."""
        rows, self._unwritten = self._unwritten, {}
        try:
            await self._store.set_dormant(list(rows.values()))
        except BaseException:
            self._unwritten = rows | self._unwritten
            raise

    async def wake(self) -> None:
        """Open the tables of this node in which something is due soon."""
        for table in await self._store.due(self._clock() + SOON):
            if self._live_tables.owns(table) and table not in self._live_tables.by_id:
                try:
                    await self._live_tables.get(table)
                except StoreError:
                    raise
                except TimeboothError as problem:
                    log.warning("table %s cannot be woken: %s", table, problem)

    async def close(self) -> None:
        """Let every table be dormant that can, before this node stops."""
        for live in self._live_tables.by_id.values():
            self.let_rest(live)
        try:
            await self.write()
        except StoreError as problem:
            log.warning("the next start opens all tables of this node: %s", problem)


def _expects_somebody(table: Table) -> bool:
    """Return whether a player may be connected somewhere: their node could die, and somebody has to notice."""
    return (
        table.status == "running"
        and isinstance(table.settings.pace, Live)
        and any(seat.person is not None and not seat.bot and seat.away_since is None for seat in table.seats)
    )
