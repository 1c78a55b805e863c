"""Where tables and the store meet: validate, persist, then take in and tell.

An action is checked against the table as it is known here, written with the version that the table must have then, and
only then taken in and told. Writes to one table queue up on this node (`write_queue`), so that nobody's chat keeps a
player waiting; other tables never wait for them. If another node was faster, the write reads on and decides again.

A table whose log cannot be read or applied is set aside: it is refused with its reason, and nothing else notices.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import Append, Entry, Listing, Store, StoreError
from timebooth.store.store import Change as StoreChange
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import AnyFact
from timebooth.tables.live_table import LiveTable, OnChange
from timebooth.tables.retrying import retry_delay
from timebooth.tables.set_aside import SetAside, set_aside, without_log
from timebooth.tables.slicing import SLICE
from timebooth.tables.table import Change, FindGame, Table
from timebooth.tables.wire import Live, Summary
from timebooth.tables.write_queue import Rank, Write

Changed = Callable[[LiveTable], None]
TABLE_ID = re.compile("[0-9a-z_-]{1,64}")  # whatever else a guest asks for never reaches the database

MAX_LOADS = 4  # tables that are read from their logs at the same time
MAX_WAITING = 8  # writes of one person at one table

log = logging.getLogger(__name__)


class LiveTables:
    """The tables that this node holds ready."""

    def __init__(self, store: Store, find_game: FindGame, clock: Callable[[], float], changed: Changed) -> None:
        self.store = store
        self.find_game = find_game
        self.clock = clock
        self.changed = changed
        self.on_change: OnChange | None = None
        self.on_remote_write: Callable[[], None] | None = None
        """Told when another node wrote to a table that nobody looks at here."""
        self.on_set_aside: Callable[[LiveTable], None] | None = None
        """Called when a table that somebody may be listening to is set aside."""
        self.on_resumed: Callable[[LiveTable], None] | None = None
        """Called for every table that `resume` has loaded."""
        self.owns: Callable[[str], bool] = lambda _table: True
        """Whether this node acts for a table, and so has to hold it ready while it is running."""
        self.by_id: dict[str, LiveTable] = {}
        self.set_aside: dict[str, SetAside] = {}
        """Tables that could not be opened since this node started: the same code would fail on them again."""
        self.doubtful: set[str] = set()
        """Tables of which more may be written than is known here, or whose listing is old: `catch_up` looks again."""
        self._doubt = asyncio.Event()
        self.wants_all = asyncio.Event()
        """Set when tables that this node acts for may be missing here."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()
        self._loads = asyncio.Semaphore(MAX_LOADS)
        self._redactions: dict[str, int] = {}
        """How often each log was rewritten, as far as this node has looked."""
        self.max_waiting = MAX_WAITING
        """How many writes of one person may wait at one table."""
        self._working: set[asyncio.Task[None]] = set()

    async def get(self, table: str) -> LiveTable:
        """Return a table, read from its log if it is not at hand; raise SetAside if it cannot be opened."""
        live = self.by_id.get(table)
        if live is None:
            if not TABLE_ID.fullmatch(table):
                raise NotAllowed("table.unknown", table=table)
            self._refuse_set_aside(table)
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda done: self._loaded(table, done))
            live = await asyncio.shield(task)
        live.last_used = self.clock()
        return live

    async def _load(self, table: str) -> LiveTable:
        async with self._loads:
            fresh = LiveTable(Table(table, self.find_game))
            try:
                await self._catch_up(fresh)
            except StoreError:
                raise
            except Exception as problem:
                raise self._set_aside(table, set_aside(table, problem)) from problem
            if fresh.table.version == 0:
                if await self.store.listing(table) is None:
                    raise NotAllowed("table.unknown", table=table)
                raise self._set_aside(table, without_log(table))
        fresh.listing_stale = False
        fresh.on_change = self.on_change
        self.by_id[table] = fresh
        self._watch(fresh)
        return fresh

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply the whole log in slices, and what other nodes append meanwhile."""
        table = live.table
        while True:
            self._changed_while_loading.discard(table.id)
            entries = await self.store.read(table.id, table.version)
            for number, entry in enumerate(entries, start=1):
                live.apply(entry.version, facts.read(entry.body), len(entry.body))
                if number % SLICE == 0:
                    await asyncio.sleep(0)
            if table.id not in self._changed_while_loading:
                return

    def _loaded(self, table: str, done: asyncio.Task[LiveTable]) -> None:
        del self._loading[table]
        self._changed_while_loading.discard(table)
        if not done.cancelled():
            done.exception()  # whoever waited for it has it; if nobody does, asyncio must not complain

    def _set_aside(self, table: str, problem: SetAside) -> SetAside:
        """Remember that a table cannot be opened; its log is left as it is."""
        log.error("table %s is set aside: %s", table, problem.reason)
        self.set_aside[table] = problem
        live = self.by_id.pop(table, None)
        if live is not None:
            live.cancel_bot_tasks(set())
            if self.on_set_aside is not None:
                self.on_set_aside(live)
        return problem

    def _refuse_set_aside(self, table: str) -> None:
        problem = self.set_aside.get(table)
        if problem is not None:
            raise problem.with_traceback(None)

    def _watch(self, live: LiveTable) -> None:
        """Arm what is due; a failure there must not fail the act that was just written."""
        try:
            self.changed(live)
        except Exception:
            log.exception("table %s: what is due cannot be told", live.table.id)

    async def open(self, table: str, command: str, fact: facts.Opened, address: str = "") -> LiveTable:
        """Write the first line of a table, unless it is there already; `address` stands for where it is opened from."""
        now = self.clock()
        new = LiveTable(Table(table, self.find_game))
        body = facts.write(now, fact)
        new.apply(1, facts.read(body))
        await self._append(table, 1, command, body, self._listing(new)._replace(address=address))
        live = await self.get(table)
        if self.on_change is not None:
            self.on_change(live, Change(seats=True))
        return live

    async def write(
        self, live: LiveTable, command: str, decide: Callable[[], AnyFact], person: str = "", rank: Rank = Rank.TABLE
    ) -> None:
        """Decide, append and take in, when it is this write's turn; return once it is durable.

        `person` is whoever asks for it, for the order of turns; what the table does by itself needs none.
        """
        queue = live.queue
        if person and queue.waiting(person) >= self.max_waiting:
            raise NotAllowed("call.too_many")
        write = Write(command, decide, person, rank, asyncio.get_running_loop().create_future())
        if queue.working:
            queue.put(write)
        else:
            # Nobody waits: without a task in between, the reply goes out together with the news.
            queue.working = True
            try:
                await self._write_one(live, write)
            finally:
                self._work_off(live)
        await write.done

    def _work_off(self, live: LiveTable) -> None:
        """Write what waits at a table, in a task of its own."""
        live.queue.working = False
        write = live.queue.take()
        if write is not None:
            live.queue.working = True
            task = asyncio.get_running_loop().create_task(self._write_all(live, write))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _write_all(self, live: LiveTable, write: Write | None) -> None:
        try:
            while write is not None:
                await self._write_one(live, write)
                write = live.queue.take()
        finally:
            self._work_off(live)

    async def _write_one(self, live: LiveTable, write: Write) -> None:
        """Write one fact, or put it back if another node was faster; its caller gets whatever is raised."""
        if write.done.done():  # its caller has given up
            return
        try:
            done = await self._decide_and_append(live, write)
        except Exception as problem:
            if not write.done.done():
                write.done.set_exception(problem)
            return
        if not done:
            live.queue.put_back(write)
        elif not write.done.done():
            write.done.set_result(None)

    async def _decide_and_append(self, live: LiveTable, write: Write) -> bool:
        """Decide and append; return whether it is done, by this attempt or an earlier one."""
        self._refuse_set_aside(live.table.id)
        body = facts.write(self.clock(), write.decide())
        version = live.table.version + 1
        result = await self._append(live.table.id, version, write.command, body)
        if result is Append.CONFLICT:
            await self.read_on(live)
            return False
        await self._written(live, Entry(version, write.command, body), result)
        return True

    async def settle(self) -> None:
        """Wait until nothing waits to be written."""
        while self._working:
            await asyncio.gather(*self._working, return_exceptions=True)

    async def _append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        """Append. After a failure nobody knows whether the entry is there, so the log is read on later."""
        try:
            return await self.store.append(table, version, command, body, listing)
        except BaseException:
            self.doubt(table)
            raise

    async def _written(self, live: LiveTable, entry: Entry, result: Append) -> None:
        """Take in what is durable. Whatever fails now is made good later: the command is done."""
        table = live.table.id
        if result is Append.DONE:
            self._hear(live, [entry])
        else:
            self.doubt(table)  # it was done before, perhaps without this node having heard of it
        if self.by_id.get(table, live) is not live:  # forgotten and taken up again meanwhile
            self.doubt(table)
        if live.listing_stale or table in self.doubtful:
            await self._make_sure(table, live)

    def doubt(self, *tables: str) -> None:
        """Have these tables looked at again."""
        self.doubtful.update(tables)
        self._doubt.set()

    async def keep_up(self) -> None:
        """Look again at tables in doubt, until cancelled."""
        while True:
            await self._doubt.wait()
            self._doubt.clear()
            await self.catch_up()
            if self.doubtful:
                await asyncio.sleep(retry_delay(0))
                self._doubt.set()

    async def catch_up(self) -> None:
        """Look once more at every table in doubt; those that the store fails for stay in doubt."""
        for table in tuple(self.doubtful):
            await self._make_sure(table, self.by_id.get(table))

    async def _make_sure(self, table: str, live: LiveTable | None) -> None:
        """Read on if a table is in doubt, take it up if it is missing here, and write its listing if that is old."""
        try:
            if table in self.doubtful:
                self.doubtful.discard(table)
                at_hand = self.by_id.get(table) or await self._missing(table)
                if at_hand is not None:
                    await self.read_on(at_hand)
                    live = at_hand
            if live is not None and live.listing_stale:
                live.listing_stale = False
                try:
                    await self.write_listing(live)
                except BaseException:
                    live.listing_stale = True
                    raise
        except StoreError as problem:
            log.warning("table %s is looked at again later: %s", table, problem)
            self.doubt(table)
        except asyncio.CancelledError:
            self.doubt(table)
            raise
        except TimeboothError as problem:
            log.warning("table %s cannot go on: %s", table, problem)
        except Exception:
            log.exception("table %s cannot go on", table)

    async def _missing(self, table: str) -> LiveTable | None:
        """Load a table if it is running and this node acts for it."""
        if not self.owns(table):
            return None
        listing = await self.store.listing(table)
        return await self.get(table) if listing is not None and listing.status == "running" else None

    async def write_listing(self, live: LiveTable) -> None:
        """Write a table's listing anew."""
        await self.store.write_listing(self._listing(live))

    async def read_on(self, live: LiveTable) -> None:
        """Take in what others wrote."""
        self._hear(live, await self.store.read(live.table.id, live.table.version))

    async def reload(self, live: LiveTable) -> None:
        """Read the whole log again, because entries of it were rewritten; what was told already is not told again."""
        fresh = Table(live.table.id, self.find_game)
        while True:
            entries = await self.store.read(fresh.id, fresh.version)
            for number, entry in enumerate(entries):
                if fresh.version == live.table.version:
                    live.table = fresh
                    self._hear(live, entries[number:])
                    return
                fresh.apply(entry.version, facts.read(entry.body))
                if fresh.version % SLICE == 0:
                    await asyncio.sleep(0)
            if fresh.version == live.table.version:
                live.table = fresh
                self._watch(live)
                return

    async def _reload_redacted(self) -> None:
        """After notices may have been lost: read the tables again whose logs were rewritten since the last time."""
        for table, times in (await self.store.redactions(list(self.by_id))).items():
            live = self.by_id.get(table)
            if live is not None and self._redactions.get(table) != times:
                await self.reload(live)
                self._redactions[table] = times

    def _hear(self, live: LiveTable, entries: list[Entry]) -> None:
        """Take in what is durable, in order and once, whichever way it came."""
        table = live.table
        try:
            for entry in entries:
                if entry.version == table.version + 1:
                    live.apply(entry.version, facts.read(entry.body), len(entry.body))
        except Exception as problem:
            raise self._set_aside(table.id, set_aside(table.id, problem)) from problem
        self._watch(live)

    async def follow(self) -> None:
        """Hear of what other nodes write, until cancelled."""
        async for change in self.store.changes():
            if change.rewritten:
                await self._follow_redactions(change)
                continue
            if change.table is None:
                self._changed_while_loading.update(self._loading)
                await self._follow_redactions(change)
                self.doubt(*self.by_id)
                self.wants_all.set()
                continue
            if change.table in self._loading:
                self._changed_while_loading.add(change.table)
                continue
            live = self.by_id.get(change.table)
            if live is None:
                self.doubt(change.table)
                if self.on_remote_write is not None:
                    self.on_remote_write()
            elif live.table.version < change.version:
                self.doubt(change.table)
                await self._make_sure(change.table, live)

    async def _follow_redactions(self, change: StoreChange) -> None:
        loading = self._loading.get(change.table or "")
        if loading is not None:
            await asyncio.wait({loading})
        live = self.by_id.get(change.table or "")
        try:
            if change.table is None:
                await self._reload_redacted()
            elif live is not None:
                await self.reload(live)
        except TimeboothError as problem:
            log.warning("a log that was rewritten is not read again yet: %s", problem)

    async def resume(self) -> None:
        """Take up every open and running table that this node acts for and does not hold; correct stale listings.

        Runs beside everything else: a table that cannot be opened is skipped, and one with nothing due is let go.
        """
        for listing in await self.store.listings(["open", "running"], most=1_000_000):
            if not self.owns(listing.table):
                continue
            known = listing.table in self.by_id
            try:
                live = await self.get(listing.table)
            except (SetAside, NotAllowed):
                continue
            now = self._listing(live)
            if (now.summary, now.host) != (listing.summary, listing.host):
                live.listing_stale = True
                await self._make_sure(listing.table, live)
            if known:
                continue
            if self.on_resumed is not None:
                self.on_resumed(live)
            if live.next_deadline is None and not live.subscribers and not live.in_progress:
                self.by_id.pop(listing.table, None)
            await asyncio.sleep(0)

    def _listing(self, live: LiveTable) -> Listing:
        return listing_of(live.table, self.clock())


def listing_of(table: Table, updated: float) -> Listing:
    """Return what is known of a table without reading its log."""
    summary = msgspec.json.encode(table.summary())
    people = tuple(sorted({seat.person.id for seat in table.seats if seat.person is not None}))
    pace = "live" if isinstance(table.settings.pace, Live) else "days"
    return Listing(table.id, table.status, table.public, updated, summary, people, host=table.host.id, pace=pace)


def read_summary(listing: Listing) -> Summary | None:
    """Return a stored summary, without fields of a newer version; None if it cannot be read at all."""
    try:
        return msgspec.json.decode(listing.summary, type=Summary)
    except msgspec.ValidationError:
        said: dict[str, object] = msgspec.json.decode(listing.summary, type=dict[str, object])
        known = {name: said[name] for name in Summary.__struct_fields__ if name in said}
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    try:
        return msgspec.convert(known, Summary)
    except msgspec.ValidationError:
        return None
