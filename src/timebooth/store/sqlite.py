"""Everything in one SQLite file: one thread writes (`sqlite_writer.py`), another one reads.

WAL mode, so that reads never wait for writes; synchronous FULL, so that acknowledged writes survive a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from timebooth.store.backup import restore_backup, write_backup
from timebooth.store.file_lock import FileLock
from timebooth.store.private_files import create_private, keep_private
from timebooth.store.schema import make_engine, migrate, sqlite_url
from timebooth.store.sql_store import SqlStore
from timebooth.store.sqlite_writer import Writer, begin_erasing, close_quietly, rewrite, store_error
from timebooth.store.store import AliveNode, Append, Change, Entry, Listing, StoreError, is_storable, require_storable

BUSY_TIMEOUT = 5.0  # seconds to wait for another process that writes


class SqliteStore(SqlStore):
    """A `Store` in one file."""

    def __init__(self, file: Path, lock: FileLock | None = None, wait: float = BUSY_TIMEOUT) -> None:
        self._file = file
        self._lock = lock
        self._wait = wait
        self._writer = Writer(self._connect)
        self._reader_thread = ThreadPoolExecutor(1, thread_name_prefix="timebooth-reader")
        self._reader: sqlite3.Connection | None = None
        self._closed = asyncio.Event()

    @classmethod
    async def open(cls, file: Path, *, alone: bool = False, wait: float = BUSY_TIMEOUT) -> SqliteStore:
        """Open a file, creating or migrating it if necessary; `alone` refuses one that another server has open."""
        lock = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            if alone:
                lock = FileLock.take(file)
            await asyncio.to_thread(_prepare, file)
            store = cls(file, lock, wait)
        except (OSError, sqlite3.Error, StoreError) as problem:
            if lock is not None:
                lock.close()
            if isinstance(problem, StoreError):
                raise
            raise StoreError("store.unreachable", reason=f"{file}: {problem}") from None
        store._writer.start()
        return store

    def _connect(self) -> sqlite3.Connection:
        return _connect(self._file, self._wait)

    def watch_batches(self, on_batch: Callable[[int], None]) -> None:
        self._writer.on_batch = on_batch

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        require_storable(table, command)
        self._require_open()
        return await self._writer.write(table, Entry(version, command, body), listing)

    async def write_listing(self, listing: Listing) -> None:
        require_storable(listing.table)
        self._require_open()
        await self._writer.write(listing.table, listing=listing)

    async def rewrite(
        self,
        table: str,
        version: int,
        changed: Sequence[Entry],
        added: Sequence[Entry] = (),
        listing: Listing | None = None,
    ) -> Append:
        self._require_open()
        result: Append = await self._writer.run(lambda db: rewrite(db, table, version, changed, added, listing))
        return result

    async def begin_erasing(self, person: str) -> None:
        self._require_open()
        await self._writer.run(lambda db: begin_erasing(db, person))

    async def changes(self) -> AsyncIterator[Change]:
        """Yield nothing until the store is closed: one file has one node, so nobody else writes."""
        await self._closed.wait()
        nothing: tuple[Change, ...] = ()
        for change in nothing:
            yield change

    async def ready(self) -> None:
        """Begin and end a write that changes nothing, after all writes that are waiting."""
        self._require_open()
        await self._writer.write()

    async def beat(self, node: str, version: str, dead_after: float) -> list[AliveNode]:
        """Return this node: one file has one."""
        return [AliveNode(node, version, 0.0)]

    async def leave(self, node: str) -> None:
        """Do nothing: there is no other node to tell."""

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        await asyncio.to_thread(write_backup, make_engine(sqlite_url(self._file)), file, secret)

    async def restore(self, file: Path) -> int:
        return await asyncio.to_thread(restore_backup, file, make_engine(sqlite_url(self._file)))

    async def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            await self._writer.close()
            await asyncio.to_thread(self._reader_thread.shutdown)
            self._close_reader()
            if self._lock is not None:
                self._lock.close()

    def _require_open(self) -> None:
        if self._closed.is_set():
            raise StoreError("store.closed")

    async def _find(self, query: str, args: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        if not all(is_storable(value) for value in args if isinstance(value, str)):
            return []
        self._require_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader_thread, self._read, query, args)

    def _read(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        """Read, in the reader's thread; replace a connection that failed, because the fault may be its own."""
        try:
            if self._reader is None:
                self._reader = self._connect()
            return self._reader.execute(query, args).fetchall()
        except sqlite3.Error as problem:
            self._close_reader()
            raise store_error(problem) from problem

    def _close_reader(self) -> None:
        close_quietly(self._reader)
        self._reader = None

    async def _change(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        require_storable(*(value for value in args if isinstance(value, str)))
        self._require_open()
        rows: list[tuple[Any, ...]] = await self._writer.run(lambda db: db.execute(query, args).fetchall())
        return rows

    def _starts_with(self, prefix: str) -> tuple[str, tuple[str, ...]]:
        """Compare with the first text after all that begin with the prefix, in order of bytes: that uses the index."""
        return "command >= ? AND command < ?", (prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1))


def _connect(file: Path, wait: float = BUSY_TIMEOUT) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=wait, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten
    return db


def _prepare(file: Path) -> None:
    """Make a file private, migrate it and set WAL mode; SQLite gives its companion files the same permissions."""
    with suppress(FileExistsError):
        create_private(file)
    keep_private(*(file.with_name(f"{file.name}{ending}") for ending in ("", "-wal", "-shm")))
    with closing(_connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    migrate(sqlite_url(file))
