"""The part of the SQLite store that keeps guests: passkeys, sessions, and what is found or erased of a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from timebooth.store.store import (
    ERASED_EPOCH,
    MAX_ENTRIES,
    MAX_SCANNED,
    Append,
    Entry,
    Listing,
    Passkey,
    TablesFound,
    require_storable,
)

T = TypeVar("T")

CHUNK = 500  # values in one statement

PASSKEYS = "SELECT credential, person, public, signs, profile FROM passkey"
ADD_PASSKEY = """
    INSERT INTO passkey (credential, person, public, signs, profile) SELECT ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM passkey WHERE person = ?) < ? ON CONFLICT DO NOTHING"""
USE_PASSKEY = """
    UPDATE passkey SET signs = :signs
    WHERE credential = :credential AND person = :person AND (signs < :signs OR (signs = 0 AND :signs = 0))"""
RAISE_EPOCH = f"""
    INSERT INTO guest_session (person, epoch) VALUES (?, 1)
    ON CONFLICT (person) DO UPDATE SET epoch = min(epoch + 1, {ERASED_EPOCH}) RETURNING epoch"""
END_EPOCH = f"INSERT OR REPLACE INTO guest_session (person, epoch) VALUES (?, {ERASED_EPOCH})"
ENTRIES_BY = """
    SELECT version, command, body FROM entry
    WHERE table_id = ? AND command >= ? AND command < ? AND version > ? ORDER BY version LIMIT ?"""
COUNT_REDACTION = """
    INSERT INTO redacted (table_id, times) VALUES (?, 1) ON CONFLICT (table_id) DO UPDATE SET times = times + 1"""
TABLES = "SELECT table_id FROM listing WHERE table_id > ? ORDER BY table_id LIMIT ?"
TABLES_BY = f"""
    SELECT table_id, EXISTS (
        SELECT 1 FROM entry WHERE entry.table_id = listed.table_id AND command >= ? AND command < ?
    ) FROM ({TABLES}) AS listed ORDER BY table_id"""


class SqliteGuests:
    """Mixed into `SqliteStore`, which reads and writes for it."""

    async def _find(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    async def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def _working(self, work: Callable[[sqlite3.Connection], T]) -> T:
        raise NotImplementedError

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        require_storable(passkey.credential, passkey.person)
        values = (*passkey, passkey.person, most)
        return await self._working(lambda db: db.execute(ADD_PASSKEY, values).rowcount == 1)

    async def use_passkey(self, credential: str, person: str, signs: int) -> bool:
        named = {"credential": credential, "person": person, "signs": signs}
        return await self._working(lambda db: db.execute(USE_PASSKEY, named).rowcount == 1)

    async def rename_passkeys(self, person: str, profile: bytes) -> None:
        query = "UPDATE passkey SET profile = ? WHERE person = ?"
        await self._working(lambda db: db.execute(query, (profile, person)).rowcount)

    async def remove_passkeys(self, person: str, credential: str | None = None) -> int:
        query = "DELETE FROM passkey WHERE person = ? AND credential = coalesce(?, credential)"
        return await self._working(lambda db: db.execute(query, (person, credential)).rowcount)

    async def passkey(self, credential: str) -> Passkey | None:
        rows = await self._find(f"{PASSKEYS} WHERE credential = ?", (credential,))
        return Passkey(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[Passkey]:
        return [
            Passkey(*row) for row in await self._find(f"{PASSKEYS} WHERE person = ? ORDER BY credential", (person,))
        ]

    async def session_epochs(self, people: Sequence[str]) -> dict[str, int]:
        return await self._numbers("SELECT person, epoch FROM guest_session WHERE person IN", people)

    async def redactions(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._numbers("SELECT table_id, times FROM redacted WHERE table_id IN", tables)

    async def _numbers(self, query: str, keys: Sequence[str]) -> dict[str, int]:
        def read(db: sqlite3.Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for start in range(0, len(keys), CHUNK):
                part = keys[start : start + CHUNK]
                found.update(db.execute(f"{query} ({', '.join('?' * len(part))})", part))
            return found

        return await self._reading(read)

    async def raise_epoch(self, person: str) -> int:
        def write(db: sqlite3.Connection) -> int:
            epoch: int = db.execute(RAISE_EPOCH, (person,)).fetchone()[0]
            return epoch

        return await self._working(write)

    async def begin_erasing(self, person: str) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(END_EPOCH, (person,))
            db.execute("INSERT OR IGNORE INTO erasing (person) VALUES (?)", (person,))

        await self._working(write)

    async def erasing(self) -> list[str]:
        query = "SELECT person FROM erasing ORDER BY person"
        return await self._reading(lambda db: [person for (person,) in db.execute(query)])

    async def end_erasing(self, person: str) -> None:
        await self._working(lambda db: db.execute("DELETE FROM erasing WHERE person = ?", (person,)).rowcount)

    async def read_by(self, table: str, prefix: str, after: int = 0, most: int = MAX_ENTRIES) -> list[Entry]:
        values = (table, prefix, _after(prefix), after, most)
        return await self._reading(lambda db: [Entry(*row) for row in db.execute(ENTRIES_BY, values)])

    async def tables_by(self, prefix: str, after: str = "", most: int = MAX_SCANNED) -> TablesFound:
        values = (prefix, _after(prefix), after, most)
        rows = await self._reading(lambda db: db.execute(TABLES_BY, values).fetchall())
        return TablesFound(tuple(table for table, found in rows if found), rows[-1][0] if len(rows) == most else None)

    async def rewrite(
        self,
        table: str,
        version: int,
        changed: Sequence[Entry],
        added: Sequence[Entry] = (),
        listing: Listing | None = None,
    ) -> Append:
        return await self._working(lambda db: _rewrite(db, table, version, changed, added, listing))


def _after(prefix: str) -> str:
    """Return the first text after all that begin with a prefix, in SQLite's order of bytes."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


def _rewrite(
    db: sqlite3.Connection,
    table: str,
    version: int,
    changed: Sequence[Entry],
    added: Sequence[Entry],
    listing: Listing | None,
) -> Append:
    (longest,) = db.execute("SELECT coalesce(max(version), 0) FROM entry WHERE table_id = ?", (table,)).fetchone()
    if longest != version:
        return Append.CONFLICT
    rows: list[tuple[Any, ...]] = [(entry.command, entry.body, table, entry.version) for entry in changed]
    db.executemany("UPDATE entry SET command = ?, body = ? WHERE table_id = ? AND version = ?", rows)
    new = [(table, *entry) for entry in added]
    db.executemany("INSERT INTO entry (table_id, version, command, body) VALUES (?, ?, ?, ?)", new)
    if listing is not None:
        write_listing(db, listing)
    db.execute(COUNT_REDACTION, (table,))
    return Append.DONE


LIST = """
    INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
        updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
        address = CASE WHEN excluded.status IN ('over', 'closed') THEN '' ELSE address END"""
UNSEAT = "DELETE FROM seated WHERE table_id = ?"
SEAT = "INSERT OR IGNORE INTO seated (person, table_id) VALUES (?, ?)"


def write_listing(db: sqlite3.Connection, listing: Listing) -> None:
    """Write a listing anew, with the people who sit there."""
    db.execute(LIST, (*listing[:5], listing.host, listing.pace, listing.address))
    db.execute(UNSEAT, (listing.table,))
    db.executemany(SEAT, [(person, listing.table) for person in listing.people])
