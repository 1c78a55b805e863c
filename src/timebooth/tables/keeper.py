"""Keeps the moments of live tables beside their logs, a little later than they are played (`kept.py` says what)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from timebooth.store.store import ALL_KEPT, Kept, Store, StoreError
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.kept import KEEP_EVERY
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.set_aside import SetAside
from timebooth.tables.shown import rows_of_record
from timebooth.tables.slicing import SLICE
from timebooth.tables.table import Table

KEEP_SECONDS = 5.0  # between two looks at all tables
MAX_AGE = 30.0  # seconds after which a moment is kept, even if there are few
JUST_ENDED = 600.0  # seconds before the latest end of a game
MAX_JUST_ENDED = 100

Show = Callable[[str], Awaitable[list[Kept]]]
"""Returns the rows of a recorded game, with what everybody saw."""

log = logging.getLogger(__name__)


class Keeper:
    """Writes the kept moments of the tables that this node acts for."""

    def __init__(
        self, live_tables: LiveTables, store: Store, clock: Callable[[], float], show: Show | None = None
    ) -> None:
        self._show = show or self._show_here
        self._live_tables = live_tables
        self._store = store
        self._clock = clock
        self._unloaded: list[Table] = []

    def unload(self, table: Table) -> None:
        """Take note of a table that is forgotten and may have moments to keep."""
        if table.unkept:
            self._unloaded.append(table)

    async def find_just_ended(self) -> None:
        """Open games that ended just before a node was killed and are not wholly kept, so that they will be."""
        ended = await self._store.listings(("over", "closed"), limit=MAX_JUST_ENDED)
        for listing in ended:
            if listing.updated < ended[0].updated - JUST_ENDED:
                return
            if self._live_tables.owns(listing.table) and await self._store.kept_until(listing.table) != ALL_KEPT:
                try:
                    await self._live_tables.get(listing.table)
                except (SetAside, NotAllowed):
                    continue

    async def run(self) -> None:
        """Keep moments until cancelled."""
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            await self.keep()

    async def keep(self, *, everything: bool = False) -> None:
        """Keep the moments of every table that has enough of them, or old ones; a failure is tried again later."""
        unloaded, self._unloaded = self._unloaded, []
        live = [each.table for each in self._live_tables.by_id.values() if each.table.unkept]
        for number, table in enumerate([*unloaded, *live], start=1):
            if not self._live_tables.owns(table.id):
                table.unkept.forget()
            elif everything or number <= len(unloaded) or self._is_due(table):
                await self._keep(table)
            if number % SLICE == 0:
                await asyncio.sleep(0)

    def _is_due(self, table: Table) -> bool:
        """Return whether to keep moments now; the first ones soon, because without any no newer rules can go on."""
        first = table.unkept.until == 0
        return first or len(table.unkept) >= KEEP_EVERY or table.ended or table.asked_at + MAX_AGE <= self._clock()

    async def _keep(self, table: Table) -> None:
        rows = []
        while table.unkept:
            rows += table.unkept.take(table.game)
            await asyncio.sleep(0)
        try:
            await self._store.keep(table.id, rows)
            if table.ended and table.match is not None and not table.plan.starts:
                await self._keep_shown(table.id, table.match.record.lines())
        except StoreError as problem:
            log.warning("moments of table %s are kept later: %s", table.id, problem)
            table.unkept.put_back(rows)
            if table.id not in self._live_tables.by_id:
                self._unloaded.append(table)

    async def _keep_shown(self, table: str, record: str) -> None:
        """Keep what everybody saw of a finished game; without that, its positions remain."""
        try:
            rows = await self._show(record)
        except Exception:
            log.exception("what table %s showed is not kept", table)
            return
        await self._store.keep(table, rows)
        await self._store.forget_running(table)

    async def _show_here(self, record: str) -> list[Kept]:
        return rows_of_record(self._live_tables.find_game, record)
