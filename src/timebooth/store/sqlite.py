"""One file. A single thread writes, whatever has gathered goes into one commit; another one reads.

WAL, so that readers never wait; synchronous FULL, so that what was acknowledged survives a power cut.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeVar

from timebooth.store.schema import migrate
from timebooth.store.store import Append, Change, Count, Entry, Listing, Passkey, StoreError

T = TypeVar("T")

BATCH = 256  # entries that share a commit at most
PATIENCE = 10.0  # seconds to wait for another process that writes

APPEND = """
    INSERT INTO entry (table_id, version, command, body)
    SELECT
        column1,
        CASE WHEN column2 - 1 = (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = column1) THEN column2 END,
        column3,
        column4
    FROM (VALUES {rows})"""
ROW = "(?, ?, ?, ?)"
LIST = """
    INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
        updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
        address = CASE excluded.status WHEN 'over' THEN '' ELSE address END"""
UNSEAT = "DELETE FROM seated WHERE table_id = ?"
SEAT = "INSERT OR IGNORE INTO seated (person, table_id) VALUES (?, ?)"
KEEP = "INSERT OR REPLACE INTO passkey (credential, person, public, signs, profile) VALUES (?, ?, ?, ?, ?)"
PASSKEYS = "SELECT credential, person, public, signs, profile FROM passkey"
KNOWS = "SELECT 1 FROM entry WHERE table_id = ? AND command = ?"
LISTED = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
LISTED_BEFORE = "SELECT table_id, status, public, updated, summary FROM listing"  # up to revision 0003
UNFINISHED = "status IN ('open', 'running')"
COUNT = f"SELECT status, public, pace, count(*) FROM listing WHERE {{}} = ? AND {UNFINISHED} GROUP BY 1, 2, 3"
COUNT_JOINED = f"SELECT count(*) FROM seated JOIN listing USING (table_id) WHERE person = ? AND {UNFINISHED}"


class _Writing(NamedTuple):
    done: asyncio.Future[Append]
    table: str
    entry: Entry | None
    listing: Listing | None
    passkey: Passkey | None

    @property
    def an_entry_only(self) -> bool:
        return self.listing is None and self.passkey is None


class SqliteStore:
    """A `Store` in one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
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

    async def listings_of(self, person: str, most: int = 200) -> list[Listing]:
        query = f"{LISTED} JOIN seated USING (table_id) WHERE person = ? ORDER BY updated DESC, table_id LIMIT ?"
        return await self._reading(lambda db: [_listing(row) for row in db.execute(query, (person, most))])

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        query = COUNT.format("host" if host else "address")
        rows = await self._reading(lambda db: db.execute(query, (host or address,)).fetchall())
        return [Count(status, bool(public), pace, tables) for status, public, pace, tables in rows]

    async def count_joined(self, person: str) -> int:
        found: int = await self._reading(lambda db: db.execute(COUNT_JOINED, (person,)).fetchone()[0])
        return found

    async def keep_passkey(self, passkey: Passkey) -> None:
        await self._writing(None, "", None, passkey)

    async def passkey(self, credential: str) -> Passkey | None:
        query = f"{PASSKEYS} WHERE credential = ?"
        row = await self._reading(lambda db: db.execute(query, (credential,)).fetchone())
        return None if row is None else Passkey(*row)

    async def passkeys_of(self, person: str) -> list[Passkey]:
        query = f"{PASSKEYS} WHERE person = ? ORDER BY credential"
        return await self._reading(lambda db: [Passkey(*row) for row in db.execute(query, (person,))])

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

    async def _writing(
        self, entry: Entry | None, table: str, listing: Listing | None, passkey: Passkey | None = None
    ) -> Append:
        if self._closed.is_set():
            raise StoreError("store.closed")
        done: asyncio.Future[Append] = self._loop.create_future()
        self._queue.put(_Writing(done, table, entry, listing, passkey))
        return await done

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
                    self._loop.call_soon_threadsafe(_tell, batch, _commit(db, batch))


def _commit(db: sqlite3.Connection, batch: list[_Writing]) -> list[Append] | StoreError:
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
    except sqlite3.Error as problem:
        if db.in_transaction:
            db.execute("ROLLBACK")
        return StoreError("store.unreachable", reason=str(problem))
    return results


def _append(db: sqlite3.Connection, writings: list[_Writing]) -> bool:
    """Append entries, all or none: a version that is not the next one is none, and a log takes no entry without one."""
    values = [value for writing in writings for value in (writing.table, *(writing.entry or ()))]
    try:
        db.execute(APPEND.format(rows=", ".join([ROW] * len(writings))), values)
    except sqlite3.IntegrityError:
        return False
    return True


def _write(db: sqlite3.Connection, writing: _Writing) -> Append:
    _, table, entry, listing, passkey = writing
    if entry is not None and not _append(db, [writing]):
        done = db.execute(KNOWS, (table, entry.command)).fetchone() is not None
        return Append.TWICE if done else Append.BEHIND
    if listing is not None:
        _list(db, listing)
    if passkey is not None:
        db.execute(KEEP, passkey)
    return Append.DONE


def _list(db: sqlite3.Connection, listing: Listing) -> None:
    db.execute(LIST, listing_row(listing))
    db.execute(UNSEAT, (listing.table,))
    db.executemany(SEAT, [(person, listing.table) for person in listing.people])


def _tell(batch: list[_Writing], results: list[Append] | StoreError) -> None:
    """Whoever gave up waiting is told nothing; what was written stays written."""
    for i, writing in enumerate(batch):
        if writing.done.done():
            continue
        if isinstance(results, StoreError):
            writing.done.set_exception(results)
        else:
            writing.done.set_result(results[i])


def _connect(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    return db


def _make_wal(file: Path) -> None:
    with closing(_connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")


def listing_row(listing: Listing) -> tuple[object, ...]:
    """Return the columns of a listing, in the order of `LISTED`."""
    return (*listing[:5], listing.host, listing.pace, listing.address)


def _listing(row: tuple[str, str, int, float, bytes, str, str, str]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, bool(public), updated, summary, host=host, pace=pace, address=address)


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
    kept = read_backup(file)
    db.execute("BEGIN IMMEDIATE")
    try:
        if db.execute("SELECT 1 FROM entry LIMIT 1").fetchone() is not None:
            raise StoreError("store.not_empty")
        _fill(db, kept)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return len(kept.listings)


def _fill(db: sqlite3.Connection, kept: Kept) -> None:
    db.executemany("INSERT INTO entry (table_id, version, command, body) VALUES (?, ?, ?, ?)", kept.entries)
    for listing in kept.listings:
        _list(db, listing)
    db.executemany(KEEP, kept.passkeys)


class Kept(NamedTuple):
    """All that a store holds, to be carried to another one."""

    entries: list[tuple[str, int, str, bytes]]
    listings: list[Listing]
    passkeys: list[Passkey]


def read_backup(file: Path) -> Kept:
    """All that a backup holds, from whichever adapter and revision it came."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            entries = db.execute("SELECT table_id, version, command, body FROM entry ORDER BY 1, 2").fetchall()
            columns = {name for _, name, *_ in db.execute("PRAGMA table_info(listing)")}
            rows = db.execute(LISTED if "host" in columns else LISTED_BEFORE)
            listings = [_listing((*row, *("", "", "")[: 8 - len(row)])) for row in rows]
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'seated'").fetchone() is None:
                return Kept(entries, listings, [])
            people: dict[str, list[str]] = {}
            for person, table in db.execute("SELECT person, table_id FROM seated ORDER BY 1, 2"):
                people.setdefault(table, []).append(person)
            seated = [listing._replace(people=tuple(people.get(listing.table, ()))) for listing in listings]
            return Kept(entries, seated, [Passkey(*row) for row in db.execute(PASSKEYS)])
    except sqlite3.Error as problem:
        raise StoreError("store.not_a_backup", file=str(file), reason=str(problem)) from None


def write_backup(file: Path, kept: Kept) -> None:
    """A new SQLite file that holds these."""
    if file.exists():
        raise StoreError("store.file_exists", file=str(file))
    migrate(f"sqlite:///{file}")
    with closing(_connect(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        _fill(db, kept)
        db.execute("COMMIT")
