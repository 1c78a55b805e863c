"""PostgreSQL: any node serves any table. An entry and the notice of it are one statement, so one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from timebooth.store.schema import migrate
from timebooth.store.sqlite import Kept, listing_row, read_backup, write_backup
from timebooth.store.store import Append, Change, Count, Entry, Listing, Passkey, StoreError

CHANNEL = "timebooth"
PATIENCE = 10.0  # seconds for a first connection, and for a free one
AGAIN_AFTER = 0.5  # seconds until the listener tries to connect again

APPEND = """
    WITH added AS (
        INSERT INTO entry (table_id, version, command, body)
        SELECT %(table)s, %(version)s, %(command)s, %(body)s
        WHERE (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = %(table)s) = %(version)s - 1
        ON CONFLICT DO NOTHING RETURNING version)"""
LISTED_TOO = """, listed AS (
        INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
        SELECT %(table)s, %(status)s, %(public)s, %(updated)s, %(summary)s, %(host)s, %(pace)s, %(address)s FROM added
        ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
            address = CASE excluded.status WHEN 'over' THEN '' ELSE listing.address END)
    , unseated AS (
        DELETE FROM seated USING added WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s FROM added
        ON CONFLICT DO NOTHING)"""
ENLIST = """
    WITH unseated AS (DELETE FROM seated WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s ON CONFLICT DO NOTHING)
    INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
    VALUES (%(table)s, %(status)s, %(public)s, %(updated)s, %(summary)s, %(host)s, %(pace)s, %(address)s)
    ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
        updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
        address = CASE excluded.status WHEN 'over' THEN '' ELSE listing.address END RETURNING 1"""
SEATED = "SELECT person, table_id FROM seated"
PASSKEYS = "SELECT credential, person, public, signs, profile FROM passkey"
KEEP = """
    INSERT INTO passkey (credential, person, public, signs, profile) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (credential) DO UPDATE SET person = excluded.person, public = excluded.public,
        signs = excluded.signs, profile = excluded.profile RETURNING 1"""
AND_NOTICE = " SELECT pg_notify(%(channel)s, %(notice)s) FROM added"
KNOWS = "SELECT 1 FROM entry WHERE table_id = %s AND command = %s"
LISTED = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
UNFINISHED = "status IN ('open', 'running')"
COUNT = f"SELECT status, public, pace, count(*) FROM listing WHERE {{}} = %s AND {UNFINISHED} GROUP BY 1, 2, 3"
COUNT_JOINED = f"SELECT count(*) FROM seated JOIN listing USING (table_id) WHERE person = %s AND {UNFINISHED}"
ENTRIES = "SELECT table_id, version, command, body FROM entry ORDER BY 1, 2"


class PostgresStore:
    """A `Store` for many nodes."""

    def __init__(self, url: str, size: int) -> None:
        self._url = make_conninfo(url, connect_timeout=int(PATIENCE))
        self._pool = AsyncConnectionPool(
            self._url, min_size=1, max_size=size, timeout=PATIENCE, open=False, kwargs={"autocommit": True}
        )
        self._closed = False

    @classmethod
    async def open(cls, url: str, size: int = 8) -> PostgresStore:
        """Connect, and bring the database forward where needed."""
        driver = url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+psycopg://", 1)
        await asyncio.to_thread(migrate, driver)
        store = cls(url, size)
        try:
            await store._pool.open(wait=True, timeout=PATIENCE)
        except PoolTimeout as problem:
            raise StoreError("store.unreachable", reason=str(problem)) from None
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        named: dict[str, object] = {"table": table, "version": version, "command": command, "body": body}
        named |= {"channel": CHANNEL, "notice": f"{table}:{version}"}
        if listing is not None:
            named = _named(listing) | named
        statement = APPEND + (LISTED_TOO if listing is not None else "") + AND_NOTICE
        rows = await self._all(statement.encode(), named)
        if rows:
            return Append.DONE
        return Append.TWICE if await self.knows(table, command) else Append.BEHIND

    async def enlist(self, listing: Listing) -> None:
        await self._all(ENLIST.encode(), _named(listing))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        query = b"SELECT version, command, body FROM entry WHERE table_id = %s AND version > %s ORDER BY version"
        return [Entry(*row) for row in await self._all(query, (table, after))]

    async def knows(self, table: str, command: str) -> bool:
        return bool(await self._all(KNOWS.encode(), (table, command)))

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        query = f"{LISTED} WHERE status = ANY(%s) AND (public OR NOT %s) ORDER BY updated DESC, table_id LIMIT %s"
        return [_listing(row) for row in await self._all(query.encode(), (list(status), public, most))]

    async def listing(self, table: str) -> Listing | None:
        rows = await self._all(f"{LISTED} WHERE table_id = %s".encode(), (table,))
        return _listing(rows[0]) if rows else None

    async def listings_of(self, person: str, most: int = 200) -> list[Listing]:
        query = f"{LISTED} JOIN seated USING (table_id) WHERE person = %s ORDER BY updated DESC, table_id LIMIT %s"
        return [_listing(row) for row in await self._all(query.encode(), (person, most))]

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        query = COUNT.format("host" if host else "address")
        return [Count(*row) for row in await self._all(query.encode(), (host or address,))]

    async def count_joined(self, person: str) -> int:
        found: int = (await self._all(COUNT_JOINED.encode(), (person,)))[0][0]
        return found

    async def keep_passkey(self, passkey: Passkey) -> None:
        await self._all(KEEP.encode(), passkey)

    async def passkey(self, credential: str) -> Passkey | None:
        rows = await self._all(f"{PASSKEYS} WHERE credential = %s".encode(), (credential,))
        return Passkey(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[Passkey]:
        rows = await self._all(f"{PASSKEYS} WHERE person = %s ORDER BY credential".encode(), (person,))
        return [Passkey(*row) for row in rows]

    async def changes(self) -> AsyncIterator[Change]:
        """Listens on a connection of its own; after every (re)connection it says that something may be missing."""
        while not self._closed:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    yield Change(None)
                    while not self._closed:
                        async for notice in connection.notifies(timeout=1.0):
                            table, _, version = notice.payload.rpartition(":")
                            yield Change(table, int(version))
            except psycopg.OperationalError:
                await asyncio.sleep(AGAIN_AFTER)

    async def backup(self, file: Path) -> None:
        async with self._pool.connection() as connection, connection.transaction():
            await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            entries = await (await connection.execute(ENTRIES.encode())).fetchall()
            listings = await (await connection.execute(LISTED.encode())).fetchall()
            seated = await (await connection.execute(SEATED.encode())).fetchall()
            passkeys = await (await connection.execute(PASSKEYS.encode())).fetchall()
        people: dict[str, list[str]] = {}
        for person, table in seated:
            people.setdefault(table, []).append(person)
        kept = [_listing(row)._replace(people=tuple(people.get(row[0], ()))) for row in listings]
        await asyncio.to_thread(write_backup, file, Kept(entries, kept, [Passkey(*row) for row in passkeys]))

    async def restore(self, file: Path) -> int:
        kept = await asyncio.to_thread(read_backup, file)
        seats = [(person, listing.table) for listing in kept.listings for person in listing.people]
        async with self._pool.connection() as connection, connection.transaction(), connection.cursor() as cursor:
            await cursor.execute("LOCK TABLE entry IN EXCLUSIVE MODE")
            await cursor.execute("SELECT 1 FROM entry LIMIT 1")
            if await cursor.fetchone() is not None:
                raise StoreError("store.not_empty")
            await cursor.executemany("INSERT INTO entry VALUES (%s, %s, %s, %s)", kept.entries)
            await cursor.executemany(
                "INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
                [listing_row(listing) for listing in kept.listings],
            )
            await cursor.executemany("INSERT INTO seated VALUES (%s, %s)", seats)
            await cursor.executemany("INSERT INTO passkey VALUES (%s, %s, %s, %s, %s)", kept.passkeys)
        return len(kept.listings)

    async def close(self) -> None:
        self._closed = True
        await self._pool.close()

    async def _all(self, query: bytes, args: Sequence[object] | dict[str, object]) -> list[tuple[Any, ...]]:
        try:
            async with self._pool.connection() as connection:
                return await (await connection.execute(query, args)).fetchall()
        except (psycopg.OperationalError, PoolTimeout) as problem:
            raise StoreError("store.unreachable", reason=str(problem).strip()) from None


def _listing(row: tuple[Any, ...]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, public, updated, summary, host=host, pace=pace, address=address)


def _named(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), "people": list(listing.people)}
