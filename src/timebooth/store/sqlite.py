"""One file. A single thread writes, whatever has gathered goes into one commit; another one reads.

WAL, so that readers never wait; synchronous FULL, so that what was acknowledged survives a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from timebooth.store.backup import restore_backup, write_backup
from timebooth.store.file_lock import FileLock
from timebooth.store.private_files import create_private, keep_private
from timebooth.store.schema import make_engine, migrate, sqlite_url
from timebooth.store.sqlite_guests import SqliteGuests, write_listing
from timebooth.store.store import (
    Append,
    Change,
    Count,
    Entry,
    Listing,
    StoreError,
    is_storable,
    require_storable,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_BATCH = 256  # entries that share a commit at most
BUSY_TIMEOUT = 5.0  # seconds to wait for another process that writes

APPEND = """
    INSERT INTO entry (table_id, version, command, body)
    SELECT
        column1,
        CASE WHEN column2 - 1 = (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = column1) THEN column2 END,
        column3,
        column4
    FROM (VALUES {rows})"""
ROW = "(?, ?, ?, ?)"
KNOWS = "SELECT 1 FROM entry WHERE table_id = ? AND command = ?"
LISTED = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
UNFINISHED = "status IN ('open', 'running')"
COUNT = f"SELECT status, public, pace, count(*) FROM listing WHERE {{}} = ? AND {UNFINISHED} GROUP BY 1, 2, 3"
COUNT_JOINED = f"SELECT count(*) FROM seated JOIN listing USING (table_id) WHERE person = ? AND {UNFINISHED}"
TOUCH = "UPDATE listing SET updated = ? WHERE table_id IN ({tables}) AND status = 'running' AND updated < ?"
ADD_DOWNTIME = """
    UPDATE listing SET updated = updated + (SELECT ? - max(updated) FROM listing)
    WHERE (SELECT ? - max(updated) FROM listing) >= ?"""


class _Writing(NamedTuple):
    done: asyncio.Future[Any]
    table: str
    entry: Entry | None
    listing: Listing | None
    work: Callable[[sqlite3.Connection], Any] | None = None
    """Anything else that is to be written in the same commit; its result is what the waiting caller gets."""

    @property
    def an_entry_only(self) -> bool:
        return self.entry is not None and self.listing is None and self.work is None


class SqliteStore(SqliteGuests):
    """A `Store` in one file."""

    def __init__(self, file: Path, lock: FileLock | None = None, wait: float = BUSY_TIMEOUT) -> None:
        self._file = file
        self._lock = lock
        self._wait = wait
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Writing | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="timebooth-reader")
        self._reader: sqlite3.Connection | None = None
        self._writer = threading.Thread(target=self._write_all, name="timebooth-writer", daemon=True)
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, file: Path, *, alone: bool = False, wait: float = BUSY_TIMEOUT) -> SqliteStore:
        """Open a file, made or brought forward where needed; `alone` refuses it while another server has it."""
        lock = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if alone:
                lock = FileLock.take(file)
            await asyncio.to_thread(_prepare, file)
            store = cls(file, lock, wait)
        except (OSError, sqlite3.Error) as problem:
            if lock is not None:
                lock.close()
            raise StoreError("store.unreachable", reason=f"{file}: {problem}") from None
        except StoreError:
            if lock is not None:
                lock.close()
            raise
        store._writer.start()
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        require_storable(table, command)
        return await self._writing(Entry(version, command, body), table, listing)

    async def write_listing(self, listing: Listing) -> None:
        require_storable(listing.table)
        await self._writing(None, listing.table, listing)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        query = "SELECT version, command, body FROM entry WHERE table_id = ? AND version > ? ORDER BY version"
        return [Entry(*row) for row in await self._find(query, (table, after))]

    async def has_command(self, table: str, command: str) -> bool:
        return bool(await self._find(KNOWS, (table, command)))

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        marks = ", ".join("?" * len(status))
        query = f"{LISTED} WHERE status IN ({marks}) AND public >= ? ORDER BY updated DESC, table_id LIMIT ?"
        return [_listing(row) for row in await self._find(query, (*status, public, most))]

    async def idle(
        self, status: str, before: float, after: tuple[float, str] = (0.0, ""), most: int = 1000
    ) -> list[Listing]:
        query = f"{LISTED} WHERE status = ? AND updated < ? AND (updated, table_id) > (?, ?) ORDER BY 4, 1 LIMIT ?"
        values = (status, before, *after, most)
        return [_listing(row) for row in await self._find(query, values)]

    async def touch(self, tables: Sequence[str], at: float, older: float) -> None:
        if tables:
            query = TOUCH.format(tables=", ".join("?" * len(tables)))
            await self._working(lambda db: db.execute(query, (at, *tables, older)).rowcount)

    async def add_downtime(self, now: float, least: float) -> None:
        await self._working(lambda db: db.execute(ADD_DOWNTIME, (now, now, least)).rowcount)

    async def listing(self, table: str) -> Listing | None:
        rows = await self._find(f"{LISTED} WHERE table_id = ?", (table,))
        if not rows:
            return None
        seated = await self._find("SELECT person FROM seated WHERE table_id = ? ORDER BY person", (table,))
        return _listing(rows[0])._replace(people=tuple(person for (person,) in seated))

    async def listings_of(self, person: str, most: int = 200) -> list[Listing]:
        query = f"{LISTED} JOIN seated USING (table_id) WHERE person = ? ORDER BY updated DESC, table_id LIMIT ?"
        return [_listing(row) for row in await self._find(query, (person, most))]

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        rows = await self._find(COUNT.format("host" if host else "address"), (host or address,))
        return [Count(status, bool(public), pace, tables) for status, public, pace, tables in rows]

    async def count_joined(self, person: str) -> int:
        rows = await self._find(COUNT_JOINED, (person,))
        return rows[0][0] if rows else 0

    async def changes(self) -> AsyncIterator[Change]:
        """One file has one node: nobody else writes."""
        await self._closed.wait()
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    async def ready(self) -> None:
        """Begin and end a write that changes nothing, behind all others."""
        await self._writing(None, "", None)

    async def beat(self, node: str, version: str, dead_after: float) -> list[str]:
        """One file has one node."""
        return [node]

    async def leave(self, node: str) -> None:
        """There is nobody to tell."""

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        await asyncio.to_thread(write_backup, make_engine(sqlite_url(self._file)), file, secret)

    async def restore(self, file: Path) -> int:
        return await asyncio.to_thread(restore_backup, file, make_engine(sqlite_url(self._file)))

    async def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            await asyncio.to_thread(self._readers.shutdown)
            self._close_reader()
            if self._lock is not None:
                self._lock.close()

    async def _find(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        """Look something up; under a name that cannot be stored there is nothing."""
        if not all(is_storable(value) for value in args if isinstance(value, str)):
            return []
        return await self._reading(lambda db: db.execute(query, args).fetchall())

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed.is_set():
            raise StoreError("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, read)

    def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """The reader thread. A connection that failed is replaced: it may be all that is wrong."""
        try:
            if self._reader is None:
                self._reader = _connect(self._file, self._wait)
            return read(self._reader)
        except sqlite3.Error as problem:
            self._close_reader()
            raise _store_error(problem) from problem

    def _close_reader(self) -> None:
        if self._reader is not None:
            with suppress(sqlite3.Error):
                self._reader.close()
            self._reader = None

    async def _writing(self, entry: Entry | None, table: str, listing: Listing | None) -> Append:
        result: Append = await self._queued(_Writing(self._loop.create_future(), table, entry, listing))
        return result

    async def _working(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have the writer do something, in one commit with all else that waits."""
        result: T = await self._queued(_Writing(self._loop.create_future(), "", None, None, work))
        return result

    async def _queued(self, writing: _Writing) -> Any:
        if self._closed.is_set():
            raise StoreError("store.closed")
        self._queue.put(writing)
        return await writing.done

    def _write_all(self) -> None:
        """The writer thread: wait for one entry, take what has gathered behind it, commit, tell.

        Whatever goes wrong is told to those who wait for this batch, and the next one gets a new connection.
        """
        db: sqlite3.Connection | None = None
        going_on = True
        while going_on:
            batch: list[_Writing] = []
            while not batch or (len(batch) < MAX_BATCH and not self._queue.empty()):
                writing = self._queue.get()
                if writing is None:
                    going_on = False
                    break
                batch.append(writing)
            if not batch:
                break
            results: list[Any]
            try:
                db = db or _connect(self._file, self._wait)
                results = _commit_all(db, batch)
            except Exception as problem:
                results = [_store_error(problem)] * len(batch)
                log.warning("%d entries are not written: %s", len(batch), problem)
                _close_quietly(db)
                db = None
            with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, batch, results)
        _close_quietly(db)


def _commit_all(db: sqlite3.Connection, batch: list[_Writing]) -> list[Any]:
    """Commit a batch; one entry that the database refuses does not take the others down with it."""
    try:
        return [*_commit(db, batch)]
    except sqlite3.OperationalError:  # the database, not the entries
        raise
    except Exception:
        if len(batch) == 1:
            raise
    results: list[Any] = []
    for writing in batch:
        try:
            results += _commit(db, [writing])
        except Exception as problem:
            log.warning("an entry of table %s is not written: %s", writing.table, problem)
            results.append(_store_error(problem))
    return results


def _commit(db: sqlite3.Connection, batch: list[_Writing]) -> list[Any]:
    """Write all, or nothing.

    Entries go in by one statement, which commits itself: after every statement this thread waits for its turn, and
    everybody waits for this thread. Where one of them does not go in, all are written one after the other.
    """
    try:
        if all(writing.an_entry_only for writing in batch) and _append(db, batch):
            return [Append.DONE] * len(batch)
        db.execute("BEGIN IMMEDIATE")
        results = [_write(db, writing) for writing in batch]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return results


def _store_error(problem: Exception) -> StoreError:
    """Turn what SQLite raises into a `StoreError`."""
    match getattr(problem, "sqlite_errorcode", 0) & 0xFF:  # the primary code of an extended one
        case sqlite3.SQLITE_READONLY:
            return StoreError("store.read_only", reason=str(problem))
        case sqlite3.SQLITE_FULL:
            return StoreError("store.full", reason=str(problem))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError("store.busy", reason=str(problem))
    if isinstance(problem, sqlite3.OperationalError):
        return StoreError("store.unreachable", reason=str(problem))
    return StoreError("store.failed", reason=str(problem))


def _close_quietly(db: sqlite3.Connection | None) -> None:
    if db is not None:
        with suppress(sqlite3.Error):
            db.close()


def _append(db: sqlite3.Connection, writings: list[_Writing]) -> bool:
    """Append entries, all or none: a version that is not the next one is none, and a log takes no entry without one."""
    values = [value for writing in writings for value in (writing.table, *(writing.entry or ()))]
    try:
        db.execute(APPEND.format(rows=", ".join([ROW] * len(writings))), values)
    except sqlite3.IntegrityError:
        return False
    return True


def _write(db: sqlite3.Connection, writing: _Writing) -> Any:
    _, table, entry, listing, work = writing
    if work is not None:
        return work(db)
    if entry is not None and not _append(db, [writing]):
        done = db.execute(KNOWS, (table, entry.command)).fetchone() is not None
        return Append.DUPLICATE if done else Append.CONFLICT
    if listing is not None:
        write_listing(db, listing)
    return Append.DONE


def _tell(batch: list[_Writing], results: list[Any]) -> None:
    """Whoever gave up waiting is told nothing; what was written stays written."""
    for writing, result in zip(batch, results, strict=True):
        if writing.done.done():
            continue
        if isinstance(result, StoreError):
            writing.done.set_exception(result)
        else:
            writing.done.set_result(result)


def _connect(file: Path, wait: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=wait, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten
    return db


def _prepare(file: Path) -> None:
    """Make a file private, brought forward and in WAL mode; its companions get the same permissions from SQLite."""
    with suppress(FileExistsError):
        create_private(file)
    keep_private(*(file.with_name(f"{file.name}{ending}") for ending in ("", "-wal", "-shm")))
    with closing(_connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    migrate(sqlite_url(file))


def _listing(row: tuple[str, str, int, float, bytes, str, str, str]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, bool(public), updated, summary, host=host, pace=pace, address=address)
