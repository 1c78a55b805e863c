"""Keeps live tables up to date with the store: with what other nodes write, and after writes whose fate is unknown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import Change, StoreError
from timebooth.tables import facts
from timebooth.tables.live_table import LiveTable
from timebooth.tables.retrying import keep_running, retry_delay
from timebooth.tables.slicing import SLICE
from timebooth.tables.table import Table

if TYPE_CHECKING:
    from timebooth.tables.live_tables import LiveTables

CHECKED_AT_ONCE: Final = 200  # tables that one query compares with the store

log = logging.getLogger(__name__)


class Sync:
    """The tables of one node that may have fallen behind the store."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._store = live_tables.store
        self.on_remote_write: Callable[[Change], None] | None = None
        """Called with everything that another node wrote."""
        self.resume_needed = asyncio.Event()
        """Set when tables that this node acts for may be missing here."""
        self.stale: set[str] = set()
        """Tables whose log may be longer than what is known here, or whose listing may be old."""
        self._stale_added = asyncio.Event()
        self._behind: dict[str, None] = {}
        """Live tables to which other nodes have appended, the first first."""
        self._behind_added = asyncio.Event()
        self._unchecked: list[str] = []
        """Live tables that were not compared with the store for a while."""
        self._redactions: dict[str, int] = {}
        """How often each log had been rewritten when this node last looked."""

    def mark_stale(self, *tables: str) -> None:
        """Have these tables refreshed."""
        self.stale.update(tables)
        self._stale_added.set()

    async def run(self) -> None:
        """Refresh stale tables until cancelled."""
        while True:
            await self._stale_added.wait()
            self._stale_added.clear()
            await self.refresh_all()
            if self.stale:
                await asyncio.sleep(retry_delay(0))
                self._stale_added.set()

    async def refresh_all(self) -> None:
        """Refresh every stale table once; those for which the store fails stay stale."""
        for table in tuple(self.stale):
            await self.refresh(table, self._live_tables.by_id.get(table))

    async def refresh(self, table: str, live: LiveTable | None) -> None:
        """If a table is stale, read its new entries or load it if it is missing; write its listing if that is old."""
        try:
            if table in self.stale:
                self.stale.discard(table)
                held = self._live_tables.by_id.get(table) or await self._load_missing(table)
                if held is not None:
                    await self._live_tables.read_new(held)
                    live = held
            if live is not None and live.listing_stale:
                live.listing_stale = False
                try:
                    await self._live_tables.write_listing(live)
                except BaseException:
                    live.listing_stale = True
                    raise
        except StoreError as problem:
            log.warning("table %s is refreshed later: %s", table, problem)
            self.mark_stale(table)
        except asyncio.CancelledError:
            self.mark_stale(table)
            raise
        except TimeboothError as problem:
            log.warning("table %s cannot go on: %s", table, problem)
        except Exception:
            log.exception("table %s cannot go on", table)

    async def _load_missing(self, table: str) -> LiveTable | None:
        """Load a table if it is running and this node acts for it."""
        if not self._live_tables.owns(table):
            return None
        listing = await self._store.listing(table)
        running = listing is not None and listing.status == "running"
        return await self._live_tables.get(table) if running else None

    async def follow(self) -> None:
        """Apply what other nodes write, until cancelled."""
        reading = asyncio.create_task(keep_running(self._read_behind))
        try:
            await self._follow()
        finally:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading

    async def _follow(self) -> None:
        async for change in self._store.changes():
            if self.on_remote_write is not None:
                self.on_remote_write(change)
            if change.rewritten:
                await self._follow_redactions(change)
                continue
            loading = self._live_tables.changed_while_loading(change.table)
            if change.table is None:
                await self._follow_redactions(change)
                self.mark_stale(*self._live_tables.by_id)
                self.resume_needed.set()
                continue
            if loading:
                continue
            live = self._live_tables.by_id.get(change.table)
            if live is None:
                if self._live_tables.owns(change.table):
                    self.mark_stale(change.table)
            elif live.table.version < change.version:
                self._behind[change.table] = None
                self._behind_added.set()

    async def _read_behind(self) -> None:
        """Read what other nodes appended: everything that gathers during one query shares the next."""
        while True:
            await self._behind_added.wait()
            self._behind_added.clear()
            while self._behind:
                some = list(self._behind)[:CHECKED_AT_ONCE]
                for table in some:
                    del self._behind[table]
                await self._read_some([live for live in map(self._live_tables.by_id.get, some) if live is not None])

    async def _read_some(self, some: list[LiveTable]) -> None:
        """Read the new entries of some tables with one query."""
        try:
            found = await self._store.read_many({live.table.id: live.table.version for live in some})
        except StoreError as problem:
            log.warning("%d tables are refreshed later: %s", len(some), problem)
            self.mark_stale(*(live.table.id for live in some))
            return
        for live in some:
            try:
                self._live_tables.apply(live, found.get(live.table.id, []))
            except TimeboothError as problem:
                log.warning("table %s cannot go on: %s", live.table.id, problem)
                continue
            if live.listing_stale:
                await self.refresh(live.table.id, live)

    async def check_some(self) -> None:
        """Compare the next few live tables with the store, in case messages of other nodes were lost."""
        if not self._unchecked:
            self._unchecked = list(self._live_tables.by_id)
        some, self._unchecked = self._unchecked[:CHECKED_AT_ONCE], self._unchecked[CHECKED_AT_ONCE:]
        for table, version in (await self._store.versions(some)).items():
            live = self._live_tables.by_id.get(table)
            if live is not None and live.table.version < version:
                self.mark_stale(table)

    async def _follow_redactions(self, change: Change) -> None:
        await self._live_tables.loaded(change.table or "")
        live = self._live_tables.by_id.get(change.table or "")
        try:
            if change.table is None:
                await self.reload_redacted()
            elif live is not None:
                await self.reload(live)
        except TimeboothError as problem:
            log.warning("a log that was rewritten is not read again yet: %s", problem)

    async def reload_redacted(self) -> None:
        """Read the logs again that were rewritten since the last call, in case notifications were lost."""
        for table, times in (await self._store.redactions(list(self._live_tables.by_id))).items():
            live = self._live_tables.by_id.get(table)
            if live is not None and self._redactions.get(table) != times:
                await self.reload(live)
                self._redactions[table] = times

    async def reload(self, live: LiveTable) -> None:
        """Read a whole log again because entries of it were rewritten; messages already sent are not repeated."""
        fresh = Table(live.table.id, self._live_tables.find_game, live.table.plan, live.table.unkept.until)
        while True:
            entries = await self._store.read(fresh.id, fresh.version)
            if not entries and fresh.version < live.table.version:
                self._live_tables.forget(live)  # deleted meanwhile
                return
            for number, entry in enumerate(entries):
                if fresh.version == live.table.version:
                    live.table = fresh
                    self._live_tables.apply(live, entries[number:])
                    return
                fresh.apply(entry.version, facts.read(entry.body))
                if fresh.version % SLICE == 0:
                    await asyncio.sleep(0)
            if fresh.version == live.table.version:
                live.table = fresh
                self._live_tables.apply(live, [])
                return
