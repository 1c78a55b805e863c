"""PostgreSQL: any node serves any table. An entry and the notice of it are one statement, so one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from timebooth.store.backup import restore_backup, write_backup
from timebooth.store.connections import Listener, Pool, Timeouts, connection_info
from timebooth.store.postgres_guests import CHANNEL, ENLIST, REWRITTEN, PostgresGuests, listing_by_name
from timebooth.store.schema import make_engine, migrate
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

AGAIN_AFTER = 0.5  # seconds until the listener tries to connect again

log = logging.getLogger(__name__)

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
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace)
    , unseated AS (
        DELETE FROM seated USING added WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s FROM added
        ON CONFLICT DO NOTHING)"""
SEATED = "SELECT person, table_id FROM seated"
AND_NOTICE = " SELECT pg_notify(%(channel)s, %(notice)s) FROM added"
KNOWS = "SELECT 1 FROM entry WHERE table_id = %s AND command = %s"
LISTED = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
UNFINISHED = "status IN ('open', 'running')"
COUNT = f"SELECT status, public, pace, count(*) FROM listing WHERE {{}} = %s AND {UNFINISHED} GROUP BY 1, 2, 3"
COUNT_JOINED = f"SELECT count(*) FROM seated JOIN listing USING (table_id) WHERE person = %s AND {UNFINISHED}"
BEAT = """
    WITH clock AS (SELECT extract(epoch FROM clock_timestamp())::double precision AS now)
    , gone AS (DELETE FROM node USING clock WHERE seen < now - %(forget_after)s AND id <> %(node)s)
    , here AS (
        INSERT INTO node (id, seen, started, version) SELECT %(node)s, now, now, %(version)s FROM clock
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING id)
    SELECT id FROM here UNION SELECT id FROM node, clock WHERE seen >= now - %(dead_after)s"""
TOUCH = "UPDATE listing SET updated = %s WHERE table_id = ANY(%s) AND status = 'running' AND updated < %s RETURNING 1"
ADD_DOWNTIME = """
    UPDATE listing SET updated = updated + newest.ago FROM (SELECT %s - max(updated) AS ago FROM listing) AS newest
    WHERE newest.ago >= %s RETURNING 1"""


class PostgresStore(PostgresGuests):
    """A `Store` for many nodes."""

    def __init__(self, url: str, size: int, times: Timeouts) -> None:
        self._url = url
        info = connection_info(url, times)
        self._pool = Pool(info, size, times)
        self._listener = Listener(info, CHANNEL, times)
        self._closed = False

    @classmethod
    async def open(cls, url: str, size: int = 8, times: Timeouts | None = None) -> PostgresStore:
        """Connect, and bring the database forward where needed."""
        await asyncio.to_thread(migrate, url)
        store = cls(url, size, times or Timeouts())
        await store._pool.open()
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        named: dict[str, object] = {"table": table, "version": version, "command": command, "body": body}
        named |= {"channel": CHANNEL, "notice": f"{table}:{version}"}
        if listing is not None:
            named = listing_by_name(listing) | named
        statement = APPEND + (LISTED_TOO if listing is not None else "") + AND_NOTICE
        rows = await self._all(statement.encode(), named)
        if rows:
            return Append.DONE
        return Append.DUPLICATE if await self.has_command(table, command) else Append.CONFLICT

    async def write_listing(self, listing: Listing) -> None:
        named = listing_by_name(listing) | {"channel": CHANNEL, "notice": f"{listing.table}:0"}
        await self._all((ENLIST + AND_NOTICE).encode(), named)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        query = "SELECT version, command, body FROM entry WHERE table_id = %s AND version > %s ORDER BY version"
        return [Entry(*row) for row in await self._find(query, (table, after))]

    async def has_command(self, table: str, command: str) -> bool:
        return bool(await self._find(KNOWS, (table, command)))

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        query = f"{LISTED} WHERE status = ANY(%s) AND (public OR NOT %s) ORDER BY updated DESC, table_id LIMIT %s"
        return [_listing(row) for row in await self._find(query, (list(status), public, most))]

    async def idle(
        self, status: str, before: float, after: tuple[float, str] = (0.0, ""), most: int = 1000
    ) -> list[Listing]:
        query = f"{LISTED} WHERE status = %s AND updated < %s AND (updated, table_id) > (%s, %s) ORDER BY 4, 1 LIMIT %s"
        return [_listing(row) for row in await self._all(query.encode(), (status, before, *after, most))]

    async def touch(self, tables: Sequence[str], at: float, older: float) -> None:
        await self._all(TOUCH.encode(), (at, list(tables), older))

    async def add_downtime(self, now: float, least: float) -> None:
        await self._all(ADD_DOWNTIME.encode(), (now, least))

    async def listing(self, table: str) -> Listing | None:
        rows = await self._find(f"{LISTED} WHERE table_id = %s", (table,))
        if not rows:
            return None
        seated = await self._find(f"{SEATED} WHERE table_id = %s ORDER BY person", (table,))
        return _listing(rows[0])._replace(people=tuple(person for person, _ in seated))

    async def listings_of(self, person: str, most: int = 200) -> list[Listing]:
        query = f"{LISTED} JOIN seated USING (table_id) WHERE person = %s ORDER BY updated DESC, table_id LIMIT %s"
        return [_listing(row) for row in await self._find(query, (person, most))]

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        rows = await self._find(COUNT.format("host" if host else "address"), (host or address,))
        return [Count(status, bool(public), pace, tables) for status, public, pace, tables in rows]

    async def count_joined(self, person: str) -> int:
        rows = await self._find(COUNT_JOINED, (person,))
        return rows[0][0] if rows else 0

    async def changes(self) -> AsyncIterator[Change]:
        """Listen on a connection of its own; after every (re)connection say that something may be missing."""
        while not self._closed:
            try:
                async with aclosing(self._listener.notices()) as notices:
                    async for notice in notices:
                        yield _change(notice)
            except StoreError as problem:
                if not self._closed:
                    log.warning("what other nodes write is not heard: %s", problem)
                    await asyncio.sleep(AGAIN_AFTER)

    async def ready(self) -> None:
        rows = await self._all(b"SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean", ())
        if rows[0][0]:
            raise StoreError("store.read_only", reason="read-only")

    async def beat(self, node: str, version: str, dead_after: float) -> list[str]:
        named = {"node": node, "version": version, "dead_after": dead_after, "forget_after": 10 * dead_after}
        return [row[0] for row in await self._all(BEAT.encode(), named)]

    async def leave(self, node: str) -> None:
        await self._all(b"DELETE FROM node WHERE id = %s RETURNING 1", (node,))

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        await asyncio.to_thread(write_backup, make_engine(self._url), file, secret)

    async def restore(self, file: Path) -> int:
        tables = await asyncio.to_thread(restore_backup, file, make_engine(self._url))
        await self._all(b"SELECT pg_notify(%s, '')", (CHANNEL,))  # nodes that run already look at everything anew
        return tables

    async def close(self) -> None:
        self._closed = True
        self._listener.close()
        await self._pool.close()

    async def _all(self, query: bytes, args: Sequence[object] | dict[str, object]) -> list[tuple[Any, ...]]:
        require_storable(*_texts(args))
        return await self._pool.all(query, args)

    async def _find(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        """Look something up; under a name that cannot be stored there is nothing."""
        if not all(map(is_storable, _texts(args))):
            return []
        return await self._pool.all(query.encode(), args)


def _texts(args: Sequence[object] | dict[str, object]) -> list[str]:
    return [value for value in (args.values() if isinstance(args, dict) else args) if isinstance(value, str)]


def _change(notice: str | None) -> Change:
    """Read a notice; one that says nothing sensible means that anything may have changed."""
    table, _, version = (notice or "").rpartition(":")
    if table and version == REWRITTEN:
        return Change(table, 0, rewritten=True)
    return Change(table, int(version)) if table and version.isdecimal() else Change(None)


def _listing(row: tuple[Any, ...]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, public, updated, summary, host=host, pace=pace, address=address)
