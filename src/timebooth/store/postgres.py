"""PostgreSQL: any node serves any table. An entry and its notification are one statement, hence one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

import psycopg

from timebooth.store.backup import restore_backup, write_backup
from timebooth.store.connections import Listener, Pool, Timeouts, connection_info
from timebooth.store.schema import make_engine, migrate
from timebooth.store.sql_store import SqlStore
from timebooth.store.store import (
    ERASED_EPOCH,
    Append,
    Change,
    Entry,
    Listing,
    StoreError,
    is_storable,
    require_storable,
)

RECONNECT_DELAY = 0.5  # seconds until the listener tries to connect again
CHANNEL = "timebooth"
REWRITTEN = "rewritten"  # in place of the version, if a log was rewritten

log = logging.getLogger(__name__)

APPEND = """
    WITH added AS (
        INSERT INTO entry (table_id, version, command, body)
        SELECT %(table)s, %(version)s, %(command)s, %(body)s
        WHERE (SELECT coalesce(max(version), 0) FROM entry WHERE table_id = %(table)s) = %(version)s - 1
        ON CONFLICT DO NOTHING RETURNING version)"""
AND_LISTING = """, listed AS (
        INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
        SELECT %(table)s, %(status)s, %(public)s, %(updated)s, %(summary)s, %(host)s, %(pace)s, %(address)s FROM added
        ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace)
    , unseated AS (
        DELETE FROM seated USING added WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s FROM added
        ON CONFLICT DO NOTHING)"""
AND_NOTIFY = " SELECT pg_notify(%(channel)s, %(notice)s) FROM added"
WRITE_LISTING = """
    WITH unseated AS (DELETE FROM seated WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , seated_too AS (
        INSERT INTO seated (person, table_id) SELECT unnest(%(people)s::text[]), %(table)s ON CONFLICT DO NOTHING)
    , added AS (
        INSERT INTO listing (table_id, status, public, updated, summary, host, pace, address)
        VALUES (%(table)s, %(status)s, %(public)s, %(updated)s, %(summary)s, %(host)s, %(pace)s, %(address)s)
        ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
            address = CASE WHEN excluded.status IN ('over', 'closed') THEN '' ELSE listing.address END RETURNING 1)"""
BEGIN_ERASING = f"""
    WITH ended AS (
        INSERT INTO guest_session (person, epoch) VALUES (%(person)s, {ERASED_EPOCH})
        ON CONFLICT (person) DO UPDATE SET epoch = excluded.epoch)
    , begun AS (INSERT INTO erasing (person) VALUES (%(person)s) ON CONFLICT DO NOTHING)
    SELECT 1"""
COUNT_REDACTION = b"""
    INSERT INTO redacted AS kept (table_id, times) VALUES (%s, 1)
    ON CONFLICT (table_id) DO UPDATE SET times = kept.times + 1"""
BEAT = """
    WITH clock AS (SELECT extract(epoch FROM clock_timestamp())::double precision AS now)
    , gone AS (DELETE FROM node USING clock WHERE seen < now - %(forget_after)s AND id <> %(node)s)
    , here AS (
        INSERT INTO node (id, seen, started, version) SELECT %(node)s, now, now, %(version)s FROM clock
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING id)
    SELECT id FROM here UNION SELECT id FROM node, clock WHERE seen >= now - %(dead_after)s"""


class PostgresStore(SqlStore):
    """A `Store` for many nodes."""

    def __init__(self, url: str, size: int, timeouts: Timeouts) -> None:
        self._url = url
        info = connection_info(url, timeouts)
        self._pool = Pool(info, size, timeouts)
        self._listener = Listener(info, CHANNEL, timeouts)
        self._closed = False

    @classmethod
    async def open(cls, url: str, size: int = 8, timeouts: Timeouts | None = None) -> PostgresStore:
        """Connect, and migrate the database if it is older."""
        await asyncio.to_thread(migrate, url)
        store = cls(url, size, timeouts or Timeouts())
        await store._pool.open()
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        named: dict[str, object] = {"table": table, "version": version, "command": command, "body": body}
        named |= {"channel": CHANNEL, "notice": f"{table}:{version}"}
        if listing is not None:
            named = _by_name(listing) | named
        if await self._run(APPEND + (AND_LISTING if listing is not None else "") + AND_NOTIFY, named):
            return Append.DONE
        return Append.DUPLICATE if await self.has_command(table, command) else Append.CONFLICT

    async def write_listing(self, listing: Listing) -> None:
        named = _by_name(listing) | {"channel": CHANNEL, "notice": f"{listing.table}:0"}
        await self._run(WRITE_LISTING + AND_NOTIFY, named)

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
                    await cursor.execute((WRITE_LISTING + " SELECT 1 FROM added").encode(), _by_name(listing))
                await cursor.execute(COUNT_REDACTION, (table,))
                await cursor.executemany("SELECT pg_notify(%s, %s)", [(CHANNEL, notice) for notice in notices])
        except psycopg.errors.UniqueViolation:  # another node appended meanwhile
            return Append.CONFLICT
        return Append.DONE

    async def begin_erasing(self, person: str) -> None:
        await self._run(BEGIN_ERASING, {"person": person})

    async def changes(self) -> AsyncIterator[Change]:
        """Listen on a connection of its own; after every (re)connection, report that changes may have been missed."""
        while not self._closed:
            try:
                async with aclosing(self._listener.notices()) as notices:
                    async for notice in notices:
                        yield _read_notice(notice)
            except StoreError as problem:
                if not self._closed:
                    log.warning("changes by other nodes are not received: %s", problem)
                    await asyncio.sleep(RECONNECT_DELAY)

    async def ready(self) -> None:
        rows = await self._find("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
        if rows[0][0]:
            raise StoreError("store.read_only", reason="read-only")

    async def beat(self, node: str, version: str, dead_after: float) -> list[str]:
        named = {"node": node, "version": version, "dead_after": dead_after, "forget_after": 10 * dead_after}
        return [row[0] for row in await self._run(BEAT, named)]

    async def leave(self, node: str) -> None:
        await self._change("DELETE FROM node WHERE id = ? RETURNING 1", (node,))

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        await asyncio.to_thread(write_backup, make_engine(self._url), file, secret)

    async def restore(self, file: Path) -> int:
        tables = await asyncio.to_thread(restore_backup, file, make_engine(self._url))
        await self._change("SELECT pg_notify(?, '')", (CHANNEL,))  # running nodes must read everything again
        return tables

    async def close(self) -> None:
        self._closed = True
        self._listener.close()
        await self._pool.close()

    async def _find(self, query: str, args: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        if not all(is_storable(value) for value in args if isinstance(value, str)):
            return []
        return await self._change(query, args)

    async def _change(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        require_storable(*(value for value in args if isinstance(value, str)))
        return await self._pool.all(query.replace("?", "%s").encode(), args)

    async def _run(self, query: str, named: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Run a statement whose arguments are named."""
        require_storable(*(value for value in named.values() if isinstance(value, str)))
        return await self._pool.all(query.encode(), named)

    def _starts_with(self, prefix: str) -> tuple[str, tuple[str, ...]]:
        return "starts_with(command, ?)", (prefix,)


def _by_name(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), "people": list(listing.people)}


def _read_notice(notice: str | None) -> Change:
    """Return what a notification says; one that cannot be read means that anything may have changed."""
    table, _, version = (notice or "").rpartition(":")
    if table and version == REWRITTEN:
        return Change(table, 0, rewritten=True)
    return Change(table, int(version)) if table and version.isdecimal() else Change(None)
