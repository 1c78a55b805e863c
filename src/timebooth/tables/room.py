"""Where tables and the store meet: validate, persist, then take in and tell.

An action is checked against the table as it is known here, written with the version that the table must have then, and
only then taken in and told. Writes to one table queue up on this node (`write_queue`), so that nobody's chat keeps a
player waiting; other tables never wait for them. If another node was faster, the write reads on and decides again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec

from timebooth.kernel.errors import BadRecord
from timebooth.store.store import Append, Entry, Listing, Store, StoreError
from timebooth.tables import facts
from timebooth.tables.facts import AnyFact
from timebooth.tables.hot import Hot, Noticed
from timebooth.tables.house_rules import NotAllowed
from timebooth.tables.table import Change, FindGame, Table
from timebooth.tables.wire import Live
from timebooth.tables.write_queue import Rank, Write

Changed = Callable[[Hot], None]
MAX_WAITING = 8  # writes of one person at one table

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
        self.max_waiting = MAX_WAITING
        """How many writes of one person may wait at one table."""
        self._working: set[asyncio.Task[None]] = set()

    async def table(self, table: str) -> Hot:
        """A table, from its log where it is not at hand."""
        hot = self.hot.get(table)
        if hot is None:
            entries = await self.store.read(table)
            if not entries:
                raise NotAllowed("table.unknown", table=table)
            fresh = Hot(Table(table, self.find_game))
            for entry in entries:
                fresh.take_in(entry.version, facts.read(entry.body), len(entry.body))
            fresh.unlisted = False
            fresh.noticed = self.noticed
            hot = self.hot.setdefault(table, fresh)
            self.changed(hot)
        hot.used = self.clock()
        return hot

    async def open(self, table: str, command: str, fact: facts.Opened, address: str = "") -> Hot:
        """Write the first line of a table, unless it is there already; `address` stands for where it is opened from."""
        now = self.clock()
        new = Hot(Table(table, self.find_game))
        body = facts.write(now, fact)
        new.take_in(1, facts.read(body))
        await self.store.append(table, 1, command, body, self._listing(new)._replace(address=address))
        hot = await self.table(table)
        if self.noticed is not None:
            self.noticed(hot, Change(seats=True))
        return hot

    async def write(
        self, hot: Hot, command: str, decide: Callable[[], AnyFact], person: str = "", rank: Rank = Rank.TABLE
    ) -> None:
        """Decide, append and take in, when it is this write's turn; return once it is durable.

        `person` is whoever asks for it, for the order of turns; what the table does by itself needs none.
        """
        queue = hot.queue
        if person and queue.waiting(person) >= self.max_waiting:
            raise NotAllowed("call.too_many")
        write = Write(command, decide, person, rank, asyncio.get_running_loop().create_future())
        if queue.working:
            queue.put(write)
        else:
            # Nobody waits: without a task in between, the reply goes out together with the news.
            queue.working = True
            try:
                await self._write_one(hot, write)
            finally:
                self._work_off(hot)
        await write.done

    def _work_off(self, hot: Hot) -> None:
        """Write what waits at a table, in a task of its own."""
        hot.queue.working = False
        write = hot.queue.take()
        if write is not None:
            hot.queue.working = True
            task = asyncio.get_running_loop().create_task(self._write_all(hot, write))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _write_all(self, hot: Hot, write: Write | None) -> None:
        try:
            while write is not None:
                await self._write_one(hot, write)
                write = hot.queue.take()
        finally:
            self._work_off(hot)

    async def _write_one(self, hot: Hot, write: Write) -> None:
        """Write one fact, or put it back if another node was faster; its caller gets whatever is raised."""
        if write.done.done():  # its caller has given up
            return
        try:
            done = await self._append(hot, write)
        except Exception as problem:
            if not write.done.done():
                write.done.set_exception(problem)
            return
        if not done:
            hot.queue.put_back(write)
        elif not write.done.done():
            write.done.set_result(None)

    async def _append(self, hot: Hot, write: Write) -> bool:
        """Decide and append; return whether it is done, by this attempt or an earlier one."""
        table = hot.table
        body = facts.write(self.clock(), write.decide())
        version = table.version + 1
        result = await self.store.append(table.id, version, write.command, body)
        if result is not Append.DONE:
            await self.read_on(hot)
            return result is Append.TWICE
        self._hear(hot, [Entry(version, write.command, body)])
        at_hand = self.hot.get(table.id)
        if at_hand is not None and at_hand is not hot:  # forgotten and taken up again meanwhile
            await self.read_on(at_hand)
        if hot.unlisted:
            await self._list_again(hot)
        return True

    async def _list_again(self, hot: Hot) -> None:
        """Bring the listing up to date; what was written stands even if this fails, and the next write tries again."""
        hot.unlisted = False
        try:
            await self.store.enlist(self._listing(hot))
        except StoreError as problem:
            hot.unlisted = True
            log.warning("table %s: its listing is not up to date: %s", hot.table.id, problem)

    async def settle(self) -> None:
        """Wait until nothing waits to be written."""
        while self._working:
            await asyncio.gather(*self._working, return_exceptions=True)

    async def read_on(self, hot: Hot) -> None:
        """Take in what others wrote."""
        self._hear(hot, await self.store.read(hot.table.id, hot.table.version))

    def _hear(self, hot: Hot, entries: list[Entry]) -> None:
        """Take in what is durable, in order and once, whichever way it came."""
        for entry in entries:
            if entry.version == hot.table.version + 1:
                hot.take_in(entry.version, facts.read(entry.body), len(entry.body))
        self.changed(hot)

    async def follow(self) -> None:
        """Hear of what other nodes write, until cancelled."""
        async for change in self.store.changes():
            for table in list(self.hot) if change.table is None else [change.table]:
                hot = self.hot.get(table)
                if hot is None and self.elsewhere is not None:
                    self.elsewhere()
                if hot is not None and (change.table is None or hot.table.version < change.version):
                    try:
                        await self.read_on(hot)
                    except StoreError as problem:
                        log.warning("table %s: what others wrote is not read yet: %s", table, problem)

    async def resume(self) -> None:
        """After a start: open and running tables are there again, with all that is due; stale listings are mended."""
        for listing in await self.store.listings(["open", "running"], most=1_000_000):
            try:
                hot = await self.table(listing.table)
            except BadRecord as problem:
                log.warning("table %s cannot go on: %s", listing.table, problem)
                continue
            mended = self._listing(hot)
            if (mended.summary, mended.host) != (listing.summary, listing.host):
                await self.store.enlist(mended)

    def _listing(self, hot: Hot) -> Listing:
        table = hot.table
        summary = msgspec.json.encode(table.summary())
        people = tuple(sorted({seat.person.id for seat in table.seats if seat.person is not None}))
        return Listing(
            table.id,
            table.status,
            table.settings.visibility == "public",
            self.clock(),
            summary,
            people,
            host=table.host.id,
            pace="live" if isinstance(table.settings.pace, Live) else "days",
        )
