"""Where tables and the store meet: validate, persist, then take in and tell.

An action is checked against the table as it is known here, written with the version that the table must have then, and
only then taken in and told. Whoever was slower reads on and decides again: no lock is held while anything is written.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from timebooth.kernel.errors import BadRecord, TimeboothError
from timebooth.store.store import Append, Entry, Listing, Store, StoreError
from timebooth.store.store import Change as StoreChange
from timebooth.tables import facts
from timebooth.tables.facts import AnyFact
from timebooth.tables.hot import Hot, Noticed
from timebooth.tables.house_rules import NotAllowed
from timebooth.tables.table import Change, FindGame, Table

Changed = Callable[[Hot], None]

log = logging.getLogger(__name__)


class Room:
    """The tables that this node holds ready."""

    def __init__(self, store: Store, find_game: FindGame, clock: Callable[[], float], changed: Changed) -> None:
        self.store = store
        self.find_game = find_game
        self.clock = clock
        self.changed = changed
        self.noticed: Noticed | None = None
        self.elsewhere: Callable[[], None] | None = None
        """Told when another node wrote to a table that nobody looks at here."""
        self.hot: dict[str, Hot] = {}
        self._redactions: dict[str, int] = {}
        """How often each log was rewritten, as far as this node has looked."""

    async def table(self, table: str) -> Hot:
        """A table, from its log where it is not at hand."""
        hot = self.hot.get(table)
        if hot is None:
            entries = await self.store.read(table)
            if not entries:
                raise NotAllowed("table.unknown", table=table)
            fresh = Hot(Table(table, self.find_game))
            for entry in entries:
                fresh.take_in(entry.version, facts.read(entry.body))
            fresh.unlisted = False
            fresh.noticed = self.noticed
            hot = self.hot.setdefault(table, fresh)
            self.changed(hot)
        hot.used = self.clock()
        return hot

    async def open(self, table: str, command: str, fact: facts.Opened) -> Hot:
        """Write the first line of a table, unless it is there already."""
        now = self.clock()
        new = Hot(Table(table, self.find_game))
        body = facts.write(now, fact)
        new.take_in(1, facts.read(body))
        await self.store.append(table, 1, command, body, self._listing(new))
        hot = await self.table(table)
        if self.noticed is not None:
            self.noticed(hot, Change(seats=True))
        return hot

    async def write(self, hot: Hot, command: str, decide: Callable[[], AnyFact]) -> None:
        """Decide, append, take in; again from the start where somebody else was faster."""
        table = hot.table.id
        while True:
            try:
                body = facts.write(self.clock(), decide())
            except TimeboothError:
                if await self.store.knows(table, command):
                    return
                raise
            version = hot.table.version + 1
            result = await self.store.append(table, version, command, body)
            if result is Append.BEHIND:
                await self.read_on(hot)
                continue
            if result is Append.DONE:
                self._hear(hot, [Entry(version, command, body)])
                at_hand = self.hot.get(table)
                if at_hand is not None and at_hand is not hot:  # forgotten and taken up again meanwhile
                    await self.read_on(at_hand)
                if hot.unlisted:
                    hot.unlisted = False
                    await self.store.enlist(self._listing(hot))
            return

    async def read_on(self, hot: Hot) -> None:
        """Take in what others wrote."""
        self._hear(hot, await self.store.read(hot.table.id, hot.table.version))

    async def reload(self, hot: Hot) -> None:
        """Read the whole log again, because entries of it were rewritten; what was told already is not told again."""
        entries = await self.store.read(hot.table.id)
        while len(entries) < hot.table.version:  # more was taken in meanwhile
            entries = await self.store.read(hot.table.id)
        fresh = Table(hot.table.id, self.find_game)
        for entry in entries[: hot.table.version]:
            fresh.apply(entry.version, facts.read(entry.body))
        hot.table = fresh
        self._hear(hot, entries[fresh.version :])

    async def _reload_redacted(self) -> None:
        """After notices may have been lost: read the tables again whose logs were rewritten since the last time."""
        for table, times in (await self.store.redactions(list(self.hot))).items():
            hot = self.hot.get(table)
            if hot is not None and self._redactions.get(table) != times:
                await self.reload(hot)
                self._redactions[table] = times

    def _hear(self, hot: Hot, entries: list[Entry]) -> None:
        """Take in what is durable, in order and once, whichever way it came."""
        for entry in entries:
            if entry.version == hot.table.version + 1:
                hot.take_in(entry.version, facts.read(entry.body))
        self.changed(hot)

    async def follow(self) -> None:
        """Hear of what other nodes write, until cancelled."""
        async for change in self.store.changes():
            if change.table is None or change.rewritten:
                await self._follow_redactions(change)
            for table in list(self.hot) if change.table is None else [change.table]:
                hot = self.hot.get(table)
                if hot is None and self.elsewhere is not None:
                    self.elsewhere()
                if hot is not None and (change.table is None or hot.table.version < change.version):
                    try:
                        await self.read_on(hot)
                    except StoreError as problem:
                        log.warning("table %s: what others wrote is not read yet: %s", table, problem)

    async def _follow_redactions(self, change: StoreChange) -> None:
        hot = self.hot.get(change.table or "")
        try:
            if change.table is None:
                await self._reload_redacted()
            elif hot is not None:
                await self.reload(hot)
        except StoreError as problem:
            log.warning("a log that was rewritten is not read again yet: %s", problem)

    async def resume(self) -> None:
        """After a start: open and running tables are there again, with all that is due; stale listings are mended."""
        for listing in await self.store.listings(["open", "running"], most=1_000_000):
            try:
                hot = await self.table(listing.table)
            except BadRecord as problem:
                log.warning("table %s cannot go on: %s", listing.table, problem)
                continue
            if self._listing(hot).summary != listing.summary:
                await self.store.enlist(self._listing(hot))

    def _listing(self, hot: Hot) -> Listing:
        return listing_of(hot.table, self.clock())


def listing_of(table: Table, updated: float) -> Listing:
    """Return what is known of a table without reading its log."""
    summary = msgspec.json.encode(table.summary())
    people = tuple(sorted({seat.person.id for seat in table.seats if seat.person is not None}))
    return Listing(table.id, table.status, table.settings.visibility == "public", updated, summary, people)
