"""One file. A single thread writes, whatever has gathered goes into one commit; another one reads.

WAL, so that readers never wait; synchronous FULL, so that what was acknowledged survives a power cut.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from timebooth.store.schema import migrate
from timebooth.store.store import Append, Change, Entry, Listing, StoreError

T = TypeVar("T")

BATCH = 256  # entries that share a commit at most
PATIENCE = 10.0  # seconds to wait for another process that writes

APPEND = """
    INSERT INTO entry (table_id, version, command, body)
    SELECT :table, :version, :command, :body
    WHERE (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = :table) = :version - 1
    ON CONFLICT DO NOTHING RETURNING version"""
LIST = "INSERT OR REPLACE INTO listing (table_id, status, public, updated, summary) VALUES (?, ?, ?, ?, ?)"
KNOWS = "SELECT 1 FROM entry WHERE table_id = ? AND command = ?"
LISTED = "SELECT table_id, status, public, updated, summary FROM listing"


def default_file() -> Path:
    """Where a player's tables lie: the user's data folder, as each system names it."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "timebooth" / "tables.db"


class _Writing(NamedTuple):
    entry: Entry | None
    table: str
    listing: Listing | None
    done: Future[Append]


class SqliteStore:
    """A `Store` in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._queue: SimpleQueue[_Writing | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="timebooth-reader")
        self._reader: sqlite3.Connection | None = None
        self._writer = threading.Thread(target=self._write_all, name="timebooth-writer", daemon=True)
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, file: Path) -> SqliteStore:
        """Open a file, made or brought forward where needed."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            await asyncio.to_thread(_make_wal, file)
        except (OSError, sqlite3.Error) as problem:
            raise StoreError("store.unreachable", reason=f"{file}: {problem}") from None
        await asyncio.to_thread(migrate, f"sqlite:///{file}")
        store = cls(file)
        store._writer.start()
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        return await self._writing(Entry(version, command, body), table, listing)

    async def enlist(self, listing: Listing) -> None:
        await self._writing(None, listing.table, listing)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        query = "SELECT version, command, body FROM entry WHERE table_id = ? AND version > ? ORDER BY version"
        return await self._reading(lambda db: [Entry(*row) for row in db.execute(query, (table, after))])

    async def knows(self, table: str, command: str) -> bool:
        return await self._reading(lambda db: db.execute(KNOWS, (table, command)).fetchone() is not None)

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        marks = ", ".join("?" * len(status))
        query = f"{LISTED} WHERE status IN ({marks}) AND public >= ? ORDER BY updated DESC, table_id LIMIT ?"
        return await self._reading(lambda db: [_listing(row) for row in db.execute(query, (*status, public, most))])

    async def listing(self, table: str) -> Listing | None:
        row = await self._reading(lambda db: db.execute(f"{LISTED} WHERE table_id = ?", (table,)).fetchone())
        return None if row is None else _listing(row)

    async def changes(self) -> AsyncIterator[Change]:
        """One file has one node: nobody else writes."""
        await self._closed.wait()
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    async def backup(self, file: Path) -> None:
        await asyncio.to_thread(_copy, self._file, file)

    async def restore(self, file: Path) -> int:
        return await self._reading(lambda db: _restore(db, file))

    async def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            self._queue.put(None)
            await asyncio.to_thread(self._writer.join)
            if self._reader is not None:
                await self._reading(lambda db: db.close())
            self._readers.shutdown()

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reader is None:
                self._reader = _connect(self._file)
            return read(self._reader)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def _writing(self, entry: Entry | None, table: str, listing: Listing | None) -> Append:
        if self._closed.is_set():
            raise StoreError("store.closed")
        done: Future[Append] = Future()
        self._queue.put(_Writing(entry, table, listing, done))
        return await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        """The writer thread: wait for one entry, take what has gathered behind it, commit, tell."""
        with closing(_connect(self._file)) as db:
            going_on = True
            while going_on:
                batch: list[_Writing] = []
                while not batch or (len(batch) < BATCH and not self._queue.empty()):
                    writing = self._queue.get()
                    if writing is None:
                        going_on = False
                        break
                    batch.append(writing)
                if batch:
                    _commit(db, batch)


def _commit(db: sqlite3.Connection, batch: list[_Writing]) -> None:
    try:
        db.execute("BEGIN IMMEDIATE")
        results = [_write(db, writing) for writing in batch]
        db.execute("COMMIT")
    except sqlite3.Error as problem:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for writing in batch:
            _tell(writing.done, StoreError("store.unreachable", reason=str(problem)))
        return
    for writing, result in zip(batch, results, strict=True):
        _tell(writing.done, result)


def _write(db: sqlite3.Connection, writing: _Writing) -> Append:
    entry, table, listing, _ = writing
    if entry is not None and not db.execute(APPEND, {"table": table, **entry._asdict()}).fetchall():
        done = db.execute(KNOWS, (table, entry.command)).fetchone() is not None
        return Append.TWICE if done else Append.BEHIND
    if listing is not None:
        db.execute(LIST, listing)
    return Append.DONE


def _tell(done: Future[Append], result: Append | StoreError) -> None:
    """Whoever gave up waiting is told nothing; what was written stays written."""
    if done.set_running_or_notify_cancel():
        if isinstance(result, Append):
            done.set_result(result)
        else:
            done.set_exception(result)


def _connect(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    return db


def _make_wal(file: Path) -> None:
    with closing(_connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def _listing(row: tuple[str, str, int, float, bytes]) -> Listing:
    table, status, public, updated, summary = row
    return Listing(table, status, bool(public), updated, summary)


def _copy(source: Path, target: Path) -> None:
    """SQLite's own online copy: as of one moment, while the writer goes on."""
    if target.exists():
        raise StoreError("store.file_exists", file=str(target))
    try:
        with closing(_connect(source)) as live, closing(sqlite3.connect(target)) as copy:
            live.backup(copy)
    except sqlite3.Error as problem:
        raise StoreError("store.unwritable", file=str(target), reason=str(problem)) from None


def _restore(db: sqlite3.Connection, file: Path) -> int:
    entries, listings = read_backup(file)
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is not None:
            raise StoreError("store.not_empty")
        db.executemany("INSERT INTO entry (table_id, version, command, body) VALUES (?, ?, ?, ?)", entries)
        db.executemany(LIST, listings)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return len(listings)


def read_backup(file: Path) -> tuple[list[tuple[str, int, str, bytes]], list[Listing]]:
    """All entries and listings of a backup, from whichever adapter it came."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            entries = db.execute("SELECT table_id, version, command, body FROM entry ORDER BY 1, 2").fetchall()
            return entries, [_listing(row) for row in db.execute(LISTED)]
    except sqlite3.Error as problem:
        raise StoreError("store.not_a_backup", file=str(file), reason=str(problem)) from None


def write_backup(file: Path, entries: list[tuple[str, int, str, bytes]], listings: list[Listing]) -> None:
    """A new SQLite file that holds these."""
    if file.exists():
        raise StoreError("store.file_exists", file=str(file))
    migrate(f"sqlite:///{file}")
    with closing(_connect(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO entry (table_id, version, command, body) VALUES (?, ?, ?, ?)", entries)
        db.executemany(LIST, listings)
        db.execute("COMMIT")
