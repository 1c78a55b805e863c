"""Where tables and the store meet: decide, append to the log, then apply and publish.

An action is checked against the table as this node knows it, appended with the version that the table must then have,
and only then applied and published. Writes to one table wait in its `write_queue`; other tables never wait for them.
If another node was faster, the write reads the new entries and decides again.

A table whose log cannot be read or applied is set aside: it is refused with its reason, and the others go on.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable

from timebooth.store.store import Append, Entry, Listing, Store, StoreError
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import AnyFact, Written
from timebooth.tables.listings import listing_of
from timebooth.tables.live_table import LiveTable, OnChange
from timebooth.tables.set_aside import SetAside, set_aside, without_log
from timebooth.tables.slicing import SLICE
from timebooth.tables.sync import Sync
from timebooth.tables.table import Change, FindGame, Table
from timebooth.tables.upgrade_plan import Plan, plan_of
from timebooth.tables.upgrading import Stored, needs_upgrade, upgrade
from timebooth.tables.write_queue import Rank, Write

TABLE_ID = re.compile("[0-9a-z_-]{1,64}")  # anything else that a guest asks for never reaches the database

MAX_LOADS = 4  # tables that are read from their logs at the same time
SOON = 120.0  # seconds: a table with a deadline before that stays awake
MAX_WAITING = 8  # writes of one person at one table

log = logging.getLogger(__name__)


class LiveTables:
    """The tables that this node holds in memory."""

    def __init__(
        self, store: Store, find_game: FindGame, clock: Callable[[], float], schedule: Callable[[LiveTable], None]
    ) -> None:
        self.store = store
        self.find_game = find_game
        self.clock = clock
        self._schedule_deadlines = schedule
        self.on_change: OnChange | None = None
        self.on_set_aside: Callable[[LiveTable], None] | None = None
        """Called when a table that may have subscribers is set aside."""
        self.on_resumed: Callable[[LiveTable], None] | None = None
        """Called for every table that `resume` has loaded."""
        self.on_unload: Callable[[LiveTable], None] | None = None
        """Called with every table that is unloaded."""
        self.on_listed: Callable[[Table], None] | None = None
        """Called after the listing of a table was written."""
        self.on_append: Callable[[LiveTable], None] | None = None
        """Called with every table to which this node appended."""
        self.owns: Callable[[str], bool] = lambda _table: True
        """Whether this node acts for a table, and so has to hold it while it is running."""
        self.until_upgrade: Callable[[], Awaitable[None]] | None = None
        """Called before a table is taken to the rules here; returns once older nodes have kept everything of it."""
        self.by_id: dict[str, LiveTable] = {}
        self.set_aside: dict[str, SetAside] = {}
        """Tables that could not be opened since this node started: the same code would fail on them again."""
        self.max_waiting = MAX_WAITING
        """How many writes of one person may wait at one table."""
        self.sync = Sync(self)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()
        self._loads = asyncio.Semaphore(MAX_LOADS)
        self._writing: set[asyncio.Task[None]] = set()

    # Loading.

    async def get(self, table: str) -> LiveTable:
        """Return a table, loaded from its log if necessary; raise `SetAside` if it cannot be opened."""
        live = self.by_id.get(table)
        if live is None:
            if not TABLE_ID.fullmatch(table):
                raise NotAllowed("table.unknown", table=table)
            self._refuse_set_aside(table)
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda done: self._end_loading(table, done))
            live = await asyncio.shield(task)
        live.last_used = self.clock()
        return live

    async def _load(self, table: str) -> LiveTable:
        async with self._loads:
            try:
                fresh = await self._open_log(table)
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
        fresh.last_used = self.clock()  # otherwise it may be unloaded before those who wait for it continue
        held = self.by_id.setdefault(table, fresh)
        if held is fresh:
            self._schedule(fresh)
        else:  # somebody subscribed to it after it was unloaded
            self.sync.mark_stale(table)
        return held

    def unload(self, live: LiveTable) -> None:
        """Forget a table, unless another copy of it has been loaded since."""
        if self.by_id.get(live.table.id) is live:
            del self.by_id[live.table.id]
        if self.on_unload is not None:
            self.on_unload(live)

    def forget(self, live: LiveTable) -> None:
        """Unload a table that was deleted; nothing of it may be written again."""
        live.cancel_bot_tasks()
        live.table.unkept.forget()
        if self.by_id.get(live.table.id) is live:
            del self.by_id[live.table.id]

    async def _open_log(self, table: str) -> LiveTable:
        """Return a table from its log, which is first taken to the rules here if others have played it."""
        self._changed_while_loading.discard(table)
        entries = await self.store.read(table)
        plan = plan_of(entries)
        if self.until_upgrade is not None and entries and needs_upgrade(entries[0], plan, self.find_game):
            await self.until_upgrade()
            entries = await self.store.read(table)
            plan = plan_of(entries)
        while entries and needs_upgrade(entries[0], plan, self.find_game):
            if not await self._upgrade(table, entries, plan):
                break
            entries = await self.store.read(table)
            plan = plan_of(entries)
        live = LiveTable(Table(table, self.find_game, plan, await self.store.kept_until(table)))
        await self._read_log(live, entries)
        return live

    async def _upgrade(self, table: str, entries: list[Entry], plan: Plan) -> bool:
        """Write that a table goes on with the rules here; return False if it cannot."""
        listing = await self.store.listing(table)
        status = listing.status if listing is not None else ""
        fact = await upgrade(Stored(table, entries, await self.store.kept(table), status), plan, self.find_game)
        if fact is None:
            return False
        at = facts.read(entries[-1].body).at
        body, _ = facts.write(max(self.clock(), at), fact)
        command = f"upgrade:{fact.rules}:{fact.edition_hash}"
        await self._append(table, entries[-1].version + 1, command, body)
        log.info("table %s goes on with rules %d: %s", table, fact.rules, fact.how)
        return True

    async def _read_log(self, live: LiveTable, entries: list[Entry]) -> None:
        """Apply the whole log in slices, including what other nodes append meanwhile."""
        table = live.table
        while True:
            for number, entry in enumerate(entries, start=1):
                live.apply(entry.version, facts.read(entry.body), len(entry.body))
                if number % SLICE == 0:
                    await asyncio.sleep(0)
            if table.id not in self._changed_while_loading:
                return
            self._changed_while_loading.discard(table.id)
            entries = await self.store.read(table.id, table.version)

    def _end_loading(self, table: str, done: asyncio.Task[LiveTable]) -> None:
        del self._loading[table]
        self._changed_while_loading.discard(table)
        if not done.cancelled():
            done.exception()  # callers got it; if there are none left, asyncio must not complain

    def changed_while_loading(self, table: str | None) -> bool:
        """Have a table, or every table, read further if it is being loaded; return whether it is."""
        changed = set(self._loading) if table is None else {table} & self._loading.keys()
        self._changed_while_loading |= changed
        return bool(changed)

    async def loaded(self, table: str) -> None:
        """Wait until a table is not being loaded."""
        if table in self._loading:
            await asyncio.wait({self._loading[table]})

    def _set_aside(self, table: str, problem: SetAside) -> SetAside:
        """Remember that a table cannot be opened; its log is left as it is."""
        log.error("table %s is set aside: %s", table, problem.reason)
        self.set_aside[table] = problem
        live = self.by_id.pop(table, None)
        if live is not None:
            live.cancel_bot_tasks()
            if self.on_set_aside is not None:
                self.on_set_aside(live)
        return problem

    def _refuse_set_aside(self, table: str) -> None:
        problem = self.set_aside.get(table)
        if problem is not None:
            raise problem.with_traceback(None)

    def _schedule(self, live: LiveTable) -> None:
        """Schedule a table's deadlines; a failure there must not fail the command that was just written."""
        try:
            self._schedule_deadlines(live)
        except Exception:
            log.exception("table %s: its deadlines cannot be computed", live.table.id)

    async def resume(self) -> None:
        """Load every table that is awake and that this node acts for; correct stale listings.

        Runs beside everything else. A table that cannot be opened is skipped, and one in which nothing is due soon is
        unloaded.
        """
        for listing in await self.store.awake(self.clock() + SOON):
            if not self.owns(listing.table):
                continue
            held_before = listing.table in self.by_id
            try:
                live = await self.get(listing.table)
            except (SetAside, NotAllowed):
                continue
            now = self._listing(live)
            if (now.summary, now.host) != (listing.summary, listing.host):
                live.listing_stale = True
                await self.sync.refresh(listing.table, live)
            if held_before:
                continue
            if self.on_resumed is not None:
                self.on_resumed(live)
            due_soon = live.next_deadline is not None and live.next_deadline <= self.clock() + SOON
            if not (due_soon or live.subscribers or live.in_progress or live.queue.working):
                self.unload(live)
            await asyncio.sleep(0)

    # Reading and writing.

    async def read_new(self, live: LiveTable) -> None:
        """Apply the entries that others wrote."""
        self.apply(live, await self.store.read(live.table.id, live.table.version))

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply the entries that others wrote; return whether there were any."""
        before = live.table.version
        await self.read_new(live)
        return live.table.version > before

    def apply(self, live: LiveTable, entries: list[Entry]) -> None:
        """Apply stored entries in order, each once; set the table aside if that fails."""
        self._apply(live, ((entry.version, facts.read(entry.body), len(entry.body)) for entry in entries))

    def _apply(self, live: LiveTable, entries: Iterable[tuple[int, Written, int]]) -> None:
        table = live.table
        try:
            for version, written, size in entries:
                if version == table.version + 1:
                    live.apply(version, written, size)
        except Exception as problem:
            raise self._set_aside(table.id, set_aside(table.id, problem)) from problem
        self._schedule(live)

    async def write_listing(self, live: LiveTable) -> None:
        """Write a table's listing as it is now."""
        version = live.table.version
        await self.store.write_listing(self._listing(live))
        live.listed_version = max(live.listed_version, version)
        self.listed(live.table)

    def listed(self, table: Table) -> None:
        """Say that the listing of a table was written."""
        if self.on_listed is not None:
            self.on_listed(table)

    def _listing(self, live: LiveTable) -> Listing:
        return listing_of(live.table, self.clock())

    async def open(self, table: str, command: str, fact: facts.Opened, address: str = "") -> LiveTable:
        """Write the first entry of a table unless it exists; `address` stands for where it is opened from."""
        new = LiveTable(Table(table, self.find_game))
        body, written = facts.write(self.clock(), fact)
        new.apply(1, written)
        await self._append(table, 1, command, body, self._listing(new)._replace(address=address))
        live = await self.get(table)
        self.listed(live.table)
        if self.on_change is not None:
            self.on_change(live, Change(seats=True))
        return live

    async def write(
        self, live: LiveTable, command: str, decide: Callable[[], AnyFact], person: str = "", rank: Rank = Rank.TABLE
    ) -> None:
        """Decide, append and apply a fact when it is this write's turn; return once it is durable.

        `person` is whoever asks for it, for the order of turns; it is empty for what the table does by itself.
        """
        queue = live.queue
        if person and queue.waiting(person) >= self.max_waiting:
            raise NotAllowed("call.too_many")
        write = Write(command, decide, person, rank, asyncio.get_running_loop().create_future())
        if queue.working:
            queue.put(write)
        else:
            # Nobody waits. Without a task in between, the reply and the messages go out in one write.
            queue.working = True
            try:
                await self._write_one(live, write)
            finally:
                self._write_waiting(live)
        await write.done

    def _write_waiting(self, live: LiveTable) -> None:
        """Start a task for the writes that wait at a table, if any."""
        live.queue.working = False
        write = live.queue.take()
        if write is not None:
            live.queue.working = True
            task = asyncio.get_running_loop().create_task(self._write_all(live, write))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _write_all(self, live: LiveTable, write: Write | None) -> None:
        try:
            while write is not None:
                await self._write_one(live, write)
                write = live.queue.take()
        finally:
            self._write_waiting(live)

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
        """Decide and append; return whether the command is done, by this attempt or an earlier one."""
        table = live.table.id
        self._refuse_set_aside(table)
        # Times in a log never go back, also if the clock was set back: a window would wait for its own beginning.
        body, written = facts.write(max(self.clock(), live.table.changed_at), write.decide())
        version = live.table.version + 1
        result = await self._append(table, version, write.command, body)
        if result is Append.CONFLICT:
            if not await self.catch_up(live) and await self.store.listing(table) is None:
                self.forget(live)
                raise NotAllowed("table.deleted")
            return False
        # The command is durable: whatever fails from here on is repaired later.
        if result is Append.DONE:
            self._apply(live, [(version, written, len(body))])
            if self.on_append is not None:
                self.on_append(live)
        else:
            self.sync.mark_stale(table)  # it was done before, perhaps by another node
        if self.by_id.get(table, live) is not live or self.changed_while_loading(table):  # unloaded meanwhile
            self.sync.mark_stale(table)
        if live.listing_stale or table in self.sync.stale:
            await self.sync.refresh(table, live)
        return True

    async def _append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        """Append an entry. After a failure the entry may be there or not, so the table is stale."""
        try:
            return await self.store.append(table, version, command, body, listing)
        except BaseException:
            self.sync.mark_stale(table)
            raise

    async def settle(self) -> None:
        """Wait until no write waits."""
        while self._writing:
            await asyncio.gather(*self._writing, return_exceptions=True)
