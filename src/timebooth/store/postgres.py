"""PostgreSQL: any node serves any table. What a node has written, it tells the others over the bus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, Final

import psycopg

from timebooth.store.backup import restore_backup, write_backup
from timebooth.store.bus import Announcer, Bus
from timebooth.store.connections import Pool, Timeouts, connection_info
from timebooth.store.postgres_bus import PostgresBus
from timebooth.store.postgres_writer import PEOPLE, SEAT, Write, Writer, people_columns
from timebooth.store.schema import make_engine, migrate
from timebooth.store.sql_store import SqlStore
from timebooth.store.store import (
    ERASED_EPOCH,
    AliveNode,
    Append,
    Change,
    Entry,
    Listing,
    StoreError,
    is_storable,
    require_storable,
)

TABLES: Final = "timebooth"  # the topic of what is written to tables
REWRITTEN: Final = "rewritten"  # in place of the version, if a log was rewritten
LISTED: Final = "listed"  # after the version, if the listing changed too

WRITE_LISTING = f"""
    WITH unseated AS (DELETE FROM seated WHERE table_id = %(table)s AND NOT person = ANY(%(people)s))
    , people AS (SELECT * FROM {PEOPLE})
    , seated_too AS ({SEAT})
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
READ_MANY = """
    SELECT table_id, version, command, body
    FROM unnest(%(tables)s::text[], %(after)s::int[]) AS behind (behind_id, after)
    JOIN entry ON table_id = behind_id AND version > after ORDER BY table_id, version"""
BEAT = """
    WITH clock AS (SELECT extract(epoch FROM clock_timestamp())::double precision AS now)
    , gone AS (DELETE FROM node USING clock WHERE seen < now - %(forget_after)s AND id <> %(node)s)
    , here AS (
        INSERT INTO node (id, seen, started, version) SELECT %(node)s, now, now, %(version)s FROM clock
        ON CONFLICT (id) DO UPDATE SET seen = excluded.seen RETURNING id, version, seen - started)
    SELECT * FROM here
    UNION ALL SELECT id, version, now - started FROM node, clock
    WHERE seen >= now - %(dead_after)s AND id <> %(node)s"""


class PostgresStore(SqlStore):
    """A `Store` for many nodes."""

    def __init__(self, url: str, size: int, timeouts: Timeouts) -> None:
        self._url = url
        info = connection_info(url, timeouts)
        self._pool = Pool(info, size, timeouts)
        self.writer = Writer(self._pool, self._added)
        self._use_bus(PostgresBus(self._pool, info, timeouts))

    def _use_bus(self, bus: Bus) -> None:
        self.bus = bus
        self._announcer = Announcer(bus, TABLES)

    @classmethod
    async def open(
        cls, url: str, size: int = 8, timeouts: Timeouts | None = None, nats: str | None = None
    ) -> PostgresStore:
        """Connect, and migrate the database if it is older; with the address of a NATS server, use it as the bus."""
        await asyncio.to_thread(migrate, url)
        store = cls(url, size, timeouts or Timeouts())
        await store._pool.open()
        if nats is not None:
            try:
                ((database,),) = await store._find("SELECT current_database()")
                store._use_bus(await _nats_bus(nats, database))
            except BaseException:
                await store._pool.close()
                raise
        return store

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        require_storable(table, command)
        if listing is not None:
            require_storable(listing.table, listing.status, listing.host, listing.pace, listing.address)
            require_storable(*listing.people)
        if await self.writer.append(table, Entry(version, command, body), listing):
            return Append.DONE
        return Append.DUPLICATE if await self.has_command(table, command) else Append.CONFLICT

    def _added(self, writes: list[Write]) -> None:
        self._announcer.announce(_word(write.table, write.entry.version, write.listing) for write in writes)

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        for table, *entry in await self._run(READ_MANY, {"tables": list(after), "after": list(after.values())}):
            found.setdefault(table, []).append(Entry(*entry))
        return found

    async def write_listing(self, listing: Listing) -> None:
        await self._run(WRITE_LISTING + " SELECT 1 FROM added", _by_name(listing))
        self._announcer.announce([_word(listing.table, 0, listing)])

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
        except psycopg.errors.UniqueViolation:  # another node appended meanwhile
            return Append.CONFLICT
        self._announcer.announce([f"{table}:{REWRITTEN}", _word(table, version + len(added), listing)])
        return Append.DONE

    async def begin_erasing(self, person: str) -> None:
        await self._run(BEGIN_ERASING, {"person": person})

    async def changes(self) -> AsyncGenerator[Change, None]:
        async with aclosing(self.bus.listen(TABLES)) as messages:
            async for words in messages:
                for word in words or ("",):
                    yield _read_word(word)

    async def ready(self) -> None:
        rows = await self._find("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
        if rows[0][0]:
            raise StoreError("store.read_only", reason="read-only")

    async def beat(self, node: str, version: str, dead_after: float) -> list[AliveNode]:
        named = {"node": node, "version": version, "dead_after": dead_after, "forget_after": 10 * dead_after}
        return [AliveNode(*row) for row in await self._run(BEAT, named)]

    async def leave(self, node: str) -> None:
        await self._change("DELETE FROM node WHERE id = ? RETURNING 1", (node,))

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        await asyncio.to_thread(write_backup, make_engine(self._url), file, secret)

    async def restore(self, file: Path) -> int:
        tables = await asyncio.to_thread(restore_backup, file, make_engine(self._url))
        await self.bus.publish(TABLES, ())  # running nodes must read everything again
        return tables

    async def close(self) -> None:
        await self.writer.close()
        await self._announcer.close()
        await self.bus.close()
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


async def _nats_bus(address: str, database: str) -> Bus:
    try:
        from timebooth.store.nats_bus import NatsBus
    except ImportError as problem:
        raise StoreError("store.no_bus", reason=str(problem)) from None
    return await NatsBus.open(address, database)


def _by_name(listing: Listing) -> dict[str, object]:
    return {**listing._asdict(), **people_columns([listing])}


def _word(table: str, version: int, listing: Listing | None) -> str:
    """Return the word that tells other nodes of a write."""
    return f"{table}:{version}:{LISTED}" if listing is not None else f"{table}:{version}"


def _read_word(word: str) -> Change:
    """Return what a word of a message says; one that cannot be read means that anything may have changed."""
    table, _, rest = word.partition(":")
    version, _, listed = rest.partition(":")
    if table and version == REWRITTEN:
        return Change(table, 0, rewritten=True)
    return Change(table, int(version), listed=bool(listed)) if table and version.isdecimal() else Change(None)
