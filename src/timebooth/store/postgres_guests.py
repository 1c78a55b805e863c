"""The part of the PostgreSQL store that keeps guests: passkeys, sessions, and what is found or erased of a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from timebooth.store.connections import Pool
from timebooth.store.store import (
    ERASED_EPOCH,
    MAX_ENTRIES,
    MAX_SCANNED,
    Append,
    Entry,
    Listing,
    Passkey,
    TablesFound,
)

CHANNEL = "timebooth"
REWRITTEN = "rewritten"  # stands for the version in a notice of a log that was rewritten

PASSKEYS = "SELECT credential, person, public, signs, profile FROM passkey"
ADD_PASSKEY = """
    INSERT INTO passkey (credential, person, public, signs, profile) SELECT %s, %s, %s, %s, %s
    WHERE (SELECT count(*) FROM passkey WHERE person = %s) < %s ON CONFLICT DO NOTHING RETURNING 1"""
USE_PASSKEY = """
    UPDATE passkey SET signs = %(signs)s
    WHERE credential = %(credential)s AND person = %(person)s
        AND (signs < %(signs)s OR (signs = 0 AND %(signs)s = 0)) RETURNING 1"""
RAISE_EPOCH = f"""
    INSERT INTO guest_session AS kept (person, epoch) VALUES (%s, 1)
    ON CONFLICT (person) DO UPDATE SET epoch = CASE WHEN kept.epoch < {ERASED_EPOCH} THEN kept.epoch + 1
        ELSE kept.epoch END RETURNING epoch"""
BEGIN_ERASING = f"""
    WITH ended AS (
        INSERT INTO guest_session (person, epoch) VALUES (%(person)s, {ERASED_EPOCH})
        ON CONFLICT (person) DO UPDATE SET epoch = excluded.epoch)
    , begun AS (INSERT INTO erasing (person) VALUES (%(person)s) ON CONFLICT DO NOTHING)
    SELECT 1"""
ENTRIES_BY = """
    SELECT version, command, body FROM entry
    WHERE table_id = %s AND starts_with(command, %s) AND version > %s ORDER BY version LIMIT %s"""
TABLES_BY = """
    SELECT table_id, EXISTS (
        SELECT 1 FROM entry WHERE entry.table_id = listed.table_id AND starts_with(command, %s)
    ) FROM (SELECT table_id FROM listing WHERE table_id > %s ORDER BY table_id LIMIT %s) AS listed ORDER BY table_id"""
COUNT_REDACTION = b"""
    INSERT INTO redacted AS kept (table_id, times) VALUES (%s, 1)
    ON CONFLICT (table_id) DO UPDATE SET times = kept.times + 1"""
ENLIST = """
    WITH unseated AS (DELETE FROM seated WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s ON CONFLICT DO NOTHING)
    , added AS (
        INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
        VALUES (%(table)s, %(status)s, %(public)s, %(updated)s, %(summary)s, %(host)s, %(pace)s, %(address)s)
        ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
            address = CASE WHEN excluded.status IN ('over', 'closed') THEN '' ELSE listing.address END RETURNING 1)"""


class PostgresGuests:
    """Mixed into `PostgresStore`, which connects for it."""

    _pool: Pool

    async def _all(self, query: bytes, args: Sequence[object] | dict[str, object]) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    async def _find(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        return bool(await self._all(ADD_PASSKEY.encode(), (*passkey, passkey.person, most)))

    async def use_passkey(self, credential: str, person: str, signs: int) -> bool:
        named: dict[str, object] = {"credential": credential, "person": person, "signs": signs}
        return bool(await self._all(USE_PASSKEY.encode(), named))

    async def rename_passkeys(self, person: str, profile: bytes) -> None:
        await self._all(b"UPDATE passkey SET profile = %s WHERE person = %s RETURNING 1", (profile, person))

    async def remove_passkeys(self, person: str, credential: str | None = None) -> int:
        query = b"DELETE FROM passkey WHERE person = %s AND credential = coalesce(%s, credential) RETURNING 1"
        return len(await self._all(query, (person, credential)))

    async def passkey(self, credential: str) -> Passkey | None:
        rows = await self._find(f"{PASSKEYS} WHERE credential = %s", (credential,))
        return Passkey(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[Passkey]:
        rows = await self._find(f"{PASSKEYS} WHERE person = %s ORDER BY credential", (person,))
        return [Passkey(*row) for row in rows]

    async def session_epochs(self, people: Sequence[str]) -> dict[str, int]:
        rows = await self._all(b"SELECT person, epoch FROM guest_session WHERE person = ANY(%s)", (list(people),))
        return dict(rows)

    async def redactions(self, tables: Sequence[str]) -> dict[str, int]:
        return dict(await self._all(b"SELECT table_id, times FROM redacted WHERE table_id = ANY(%s)", (list(tables),)))

    async def raise_epoch(self, person: str) -> int:
        epoch: int = (await self._all(RAISE_EPOCH.encode(), (person,)))[0][0]
        return epoch

    async def begin_erasing(self, person: str) -> None:
        await self._all(BEGIN_ERASING.encode(), {"person": person})

    async def erasing(self) -> list[str]:
        return [person for (person,) in await self._all(b"SELECT person FROM erasing ORDER BY person", ())]

    async def end_erasing(self, person: str) -> None:
        await self._all(b"DELETE FROM erasing WHERE person = %s RETURNING 1", (person,))

    async def read_by(self, table: str, prefix: str, after: int = 0, most: int = MAX_ENTRIES) -> list[Entry]:
        return [Entry(*row) for row in await self._all(ENTRIES_BY.encode(), (table, prefix, after, most))]

    async def tables_by(self, prefix: str, after: str = "", most: int = MAX_SCANNED) -> TablesFound:
        rows = await self._all(TABLES_BY.encode(), (prefix, after, most))
        return TablesFound(tuple(table for table, found in rows if found), rows[-1][0] if len(rows) == most else None)

    async def rewrite(
        self,
        table: str,
        version: int,
        changed: Sequence[Entry],
        added: Sequence[Entry] = (),
        listing: Listing | None = None,
    ) -> Append:
        length = b"SELECT coalesce(max(version), 0) FROM entry WHERE table_id = %s"
        rows = [(entry.command, entry.body, table, entry.version) for entry in changed]
        notices = [f"{table}:{REWRITTEN}", f"{table}:{version + len(added)}"]
        try:
            async with self._pool.transaction() as cursor:
                await cursor.execute(length, (table,))
                if await cursor.fetchone() != (version,):
                    return Append.CONFLICT
                await cursor.executemany(
                    "UPDATE entry SET command = %s, body = %s WHERE table_id = %s AND version = %s", rows
                )
                await cursor.executemany(
                    "INSERT INTO entry (table_id, version, command, body) VALUES (%s, %s, %s, %s)",
                    [(table, *entry) for entry in added],
                )
                if listing is not None:
                    await cursor.execute((ENLIST + " SELECT 1 FROM added").encode(), listing_by_name(listing))
                await cursor.execute(COUNT_REDACTION, (table,))
                await cursor.executemany("SELECT pg_notify(%s, %s)", [(CHANNEL, notice) for notice in notices])
        except psycopg.errors.UniqueViolation:  # another node appended meanwhile
            return Append.CONFLICT
        return Append.DONE


def listing_by_name(listing: Listing) -> dict[str, object]:
    """Return the values of a listing under the names that the statements use."""
    return {**listing._asdict(), "people": list(listing.people)}
