"""The thread that writes to an SQLite file: whatever has gathered goes into one commit."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple

from timebooth.store.sql_store import HAS_COMMAND, marks, seated_rows
from timebooth.store.store import ERASED_EPOCH, Append, Entry, Listing, StoreError

MAX_BATCH = 256  # writes that share a commit

APPEND = """
    INSERT INTO entry (table_id, version, command, body)
    SELECT
        column1,
        CASE WHEN column2 - 1 = (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = column1) THEN column2 END,
        column3,
        column4
    FROM (VALUES {rows})"""
WRITE_LISTING = """
    INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
        updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
        address = CASE WHEN excluded.status IN ('over', 'closed') THEN '' ELSE address END"""
SEAT = """
    INSERT INTO seated (table_id, person, version, unfinished, since, standing) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (person, table_id) DO UPDATE SET version = excluded.version, unfinished = excluded.unfinished,
        since = excluded.since, standing = excluded.standing
    WHERE seated.version <= excluded.version AND excluded.standing IS NOT NULL"""
COUNT_REDACTION = """
    INSERT INTO redacted (table_id, times) VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET times = times + 1"""

log = logging.getLogger(__name__)


class Write(NamedTuple):
    """Something to be written, and the future that gets its result."""

    done: asyncio.Future[Any]
    table: str = ""
    entry: Entry | None = None
    listing: Listing | None = None
    work: Callable[[sqlite3.Connection], Any] | None = None
    """Anything else, in the same commit; its result is what the caller gets."""

    @property
    def only_an_entry(self) -> bool:
        return self.entry is not None and self.listing is None and self.work is None


class Writer:
    """Runs until it is closed. If a batch fails, its callers get the error and the next batch a new connection."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self.on_batch: Callable[[int], None] = lambda _writes: None
        """Called in the thread with the size of every batch that was committed."""
        self._thread = threading.Thread(target=self._write_all, name="timebooth-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def write(self, table: str = "", entry: Entry | None = None, listing: Listing | None = None) -> Append:
        """Append an entry and write a listing, whichever is given, together or not at all."""
        result: Append = await self._put(Write(self._loop.create_future(), table, entry, listing))
        return result

    async def run(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        """Run `work` in the writer's thread and return its result."""
        return await self._put(Write(self._loop.create_future(), work=work))

    async def _put(self, write: Write) -> Any:
        self._queue.put(write)
        return await write.done

    async def close(self) -> None:
        """Finish what waits, then stop."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        """Wait for one write, take those that have gathered behind it, commit, and tell their callers."""
        db: sqlite3.Connection | None = None
        open_to_more = True
        while open_to_more:
            batch: list[Write] = []
            while not batch or (len(batch) < MAX_BATCH and not self._queue.empty()):
                write = self._queue.get()
                if write is None:
                    open_to_more = False
                    break
                batch.append(write)
            if not batch:
                break
            results: list[Any]
            try:
                db = db or self._connect()
                results = _commit_all(db, batch)
                self.on_batch(len(batch))
            except Exception as problem:
                results = [store_error(problem)] * len(batch)
                log.warning("%d entries are not written: %s", len(batch), problem)
                close_quietly(db)
                db = None
            with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(_set_results, batch, results)
        close_quietly(db)


def _commit_all(db: sqlite3.Connection, batch: list[Write]) -> list[Any]:
    """Commit a batch; if the database refuses one write of it, commit the others one by one."""
    try:
        return _commit(db, batch)
    except sqlite3.OperationalError:  # the database failed, not a single write
        raise
    except Exception:
        if len(batch) == 1:
            raise
    results: list[Any] = []
    for write in batch:
        try:
            results += _commit(db, [write])
        except Exception as problem:
            log.warning("an entry of table %s is not written: %s", write.table, problem)
            results.append(store_error(problem))
    return results


def _commit(db: sqlite3.Connection, batch: list[Write]) -> list[Any]:
    """Write all of a batch, or nothing.

    Entries go in by one statement, which commits itself: after every statement this thread has to wait for the GIL,
    and everybody waits for this thread. If one of them does not go in, all are written one after the other.
    """
    try:
        if all(write.only_an_entry for write in batch) and _append(db, batch):
            return [Append.DONE] * len(batch)
        db.execute("BEGIN IMMEDIATE")
        results = [_write(db, write) for write in batch]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return results


def _append(db: sqlite3.Connection, writes: list[Write]) -> bool:
    """Append entries, all or none; return whether they went in.

    For a version that is not the next one, the statement inserts NULL, which the log does not take.
    """
    values = [value for write in writes for value in (write.table, *(write.entry or ()))]
    try:
        db.execute(APPEND.format(rows=", ".join(["(?, ?, ?, ?)"] * len(writes))), values)
    except sqlite3.IntegrityError:
        return False
    return True


def _write(db: sqlite3.Connection, write: Write) -> Any:
    if write.work is not None:
        return write.work(db)
    if write.entry is not None and not _append(db, [write]):
        done = db.execute(HAS_COMMAND, (write.table, write.entry.command)).fetchone() is not None
        return Append.DUPLICATE if done else Append.CONFLICT
    if write.listing is not None:
        _write_listing(db, write.listing)
    return Append.DONE


def _write_listing(db: sqlite3.Connection, listing: Listing) -> None:
    db.execute(WRITE_LISTING, (*listing[:5], listing.host, listing.pace, listing.address))
    others = f"DELETE FROM seated WHERE table_id = ? AND person NOT IN ({marks(listing.people)})"
    db.execute(others, (listing.table, *listing.people))
    db.executemany(SEAT, seated_rows(listing))


def rewrite(
    db: sqlite3.Connection,
    table: str,
    version: int,
    changed: Sequence[Entry],
    added: Sequence[Entry],
    listing: Listing | None,
) -> Append:
    """Do what `Store.rewrite` says, within a transaction."""
    (longest,) = db.execute("SELECT coalesce(max(version), 0) FROM entry WHERE table_id = ?", (table,)).fetchone()
    if longest != version:
        return Append.CONFLICT
    rows = [(entry.command, entry.body, table, entry.version) for entry in changed]
    db.executemany("UPDATE entry SET command = ?, body = ? WHERE table_id = ? AND version = ?", rows)
    new = [(table, *entry) for entry in added]
    db.executemany("INSERT INTO entry (table_id, version, command, body) VALUES (?, ?, ?, ?)", new)
    if listing is not None:
        _write_listing(db, listing)
    db.execute(COUNT_REDACTION, (table,))
    return Append.DONE


def begin_erasing(db: sqlite3.Connection, person: str) -> None:
    """Do what `Store.begin_erasing` says, within a transaction."""
    db.execute("INSERT OR REPLACE INTO guest_session (person, epoch) VALUES (?, ?)", (person, ERASED_EPOCH))
    db.execute("INSERT OR IGNORE INTO erasing (person) VALUES (?)", (person,))


def _set_results(batch: list[Write], results: list[Any]) -> None:
    """Give callers their results; whoever gave up waiting gets none, but what was written stays written."""
    for write, result in zip(batch, results, strict=True):
        if write.done.done():
            continue
        if isinstance(result, StoreError):
            write.done.set_exception(result)
        else:
            write.done.set_result(result)


def store_error(problem: Exception) -> StoreError:
    """Return the `StoreError` for what SQLite raised."""
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


def close_quietly(db: sqlite3.Connection | None) -> None:
    """Close a connection, whatever state it is in."""
    if db is not None:
        with suppress(sqlite3.Error):
            db.close()
