"""Appends the entries of a node to PostgreSQL in groups: what gathers while one statement runs shares the next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from timebooth.store.connections import Pool
from timebooth.store.sql_store import seated_rows
from timebooth.store.store import Entry, Listing, StoreError

MAX_BATCH: Final = 256  # entries of one statement

PEOPLE: Final = """
    unnest(%(places)s::text[], %(people)s::text[], %(seat_versions)s::int[], %(unfinished)s::boolean[],
            %(since)s::float8[], %(standings)s::bytea[])
        AS people (table_id, person, version, unfinished, since, standing)"""
SEAT: Final = """
    INSERT INTO seated (table_id, person, version, unfinished, since, standing)
    SELECT table_id, person, version, unfinished, since, standing FROM people
    ON CONFLICT (person, table_id) DO UPDATE SET version = excluded.version, unfinished = excluded.unfinished,
        since = excluded.since, standing = excluded.standing
    WHERE seated.version <= excluded.version AND excluded.standing IS NOT NULL"""
# Sorted, so that two nodes that write to the same tables never wait for each other.
APPEND: Final = """
    WITH wanted AS (
        SELECT * FROM unnest(%(tables)s::text[], %(versions)s::int[], %(commands)s::text[], %(bodies)s::bytea[])
            AS wanted (table_id, version, command, body))
    , added AS (
        INSERT INTO entry (table_id, version, command, body)
        SELECT table_id, version, command, body FROM wanted
        WHERE (SELECT coalesce(max(entry.version), 0) FROM entry WHERE entry.table_id = wanted.table_id) = version - 1
        ORDER BY table_id
        ON CONFLICT DO NOTHING RETURNING table_id)"""
AND_LISTINGS: Final = f"""
    , listings AS (
        SELECT table_id, status, public, updated, summary, host, pace, address
        FROM unnest(%(listed)s::text[], %(status)s::text[], %(public)s::boolean[], %(updated)s::float8[],
                %(summary)s::bytea[], %(host)s::text[], %(pace)s::text[], %(address)s::text[])
            AS listings (table_id, status, public, updated, summary, host, pace, address)
        JOIN added USING (table_id) ORDER BY table_id)
    , people AS (SELECT * FROM {PEOPLE} JOIN added USING (table_id))
    , listed AS (
        INSERT INTO listing AS old (table_id, status, public, updated, summary, host, pace, address)
        SELECT * FROM listings
        ON CONFLICT (table_id) DO UPDATE SET status = excluded.status, public = excluded.public,
            updated = excluded.updated, summary = excluded.summary, host = excluded.host, pace = excluded.pace,
            address = CASE WHEN excluded.status IN ('over', 'closed') THEN '' ELSE old.address END)
    , unseated AS (
        DELETE FROM seated USING listings WHERE seated.table_id = listings.table_id
        AND NOT EXISTS (SELECT FROM people WHERE (people.person, people.table_id) = (seated.person, seated.table_id)))
    , seated_too AS ({SEAT})"""
AND_SAY_WHICH: Final = " SELECT table_id FROM added"


class Write(NamedTuple):
    """An entry to be appended, and the future that gets whether it was."""

    done: asyncio.Future[bool]
    table: str
    entry: Entry
    listing: Listing | None


class Writer:
    """Runs one statement at a time, and only while something waits."""

    def __init__(self, pool: Pool, on_added: Callable[[list[Write]], None]) -> None:
        self.batches = 0
        """How many statements were run."""
        self._pool = pool
        self._on_added = on_added
        self._waiting: deque[Write] = deque()
        self._task: asyncio.Task[None] | None = None

    async def append(self, table: str, entry: Entry, listing: Listing | None) -> bool:
        """Append an entry and write a listing; return False if the entry is not the next one."""
        loop = asyncio.get_running_loop()
        write = Write(loop.create_future(), table, entry, listing)
        self._waiting.append(write)
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._write_all())
        return await write.done

    async def close(self) -> None:
        """Finish what waits."""
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        while self._waiting:
            batch = self._take()
            try:
                await self._write(batch)
            except StoreError as problem:
                if problem.key == "store.failed" and len(batch) > 1:  # one of them is bad, or all are
                    await self._write_one_by_one(batch)
                else:
                    _fail(batch, problem)
            except BaseException as problem:
                _fail(batch, StoreError("store.failed", reason=str(problem)))
                raise

    def _take(self) -> list[Write]:
        """Return what has waited longest, one entry of each table."""
        batch: dict[str, Write] = {}
        later: deque[Write] = deque()
        while self._waiting and len(batch) < MAX_BATCH:
            write = self._waiting.popleft()
            if write.table in batch:
                later.append(write)
            else:
                batch[write.table] = write
        self._waiting = later + self._waiting
        return list(batch.values())

    async def _write_one_by_one(self, batch: list[Write]) -> None:
        for write in batch:
            try:
                await self._write([write])
            except StoreError as problem:
                _fail([write], problem)

    async def _write(self, batch: list[Write]) -> None:
        self.batches += 1
        listings = [write.listing for write in batch if write.listing is not None]
        named: dict[str, object] = {
            "tables": [write.table for write in batch],
            "versions": [write.entry.version for write in batch],
            "commands": [write.entry.command for write in batch],
            "bodies": [write.entry.body for write in batch],
        }
        query = APPEND + (AND_LISTINGS if listings else "") + AND_SAY_WHICH
        rows = await self._pool.all(query.encode(), named | (_columns(listings) if listings else {}))
        added = {table for (table,) in rows}
        for write in batch:
            if not write.done.done():
                write.done.set_result(write.table in added)
        self._on_added([write for write in batch if write.table in added])


def _columns(listings: Sequence[Listing]) -> dict[str, object]:
    named: dict[str, object] = {
        name: [getattr(listing, name) for listing in listings]
        for name in ("status", "public", "updated", "summary", "host", "pace", "address")
    }
    named["listed"] = [listing.table for listing in listings]
    return named | people_columns(listings)


def people_columns(listings: Sequence[Listing]) -> dict[str, object]:
    """Return the arguments of `PEOPLE`: what is stored of everybody who sits at these tables."""
    rows = [row for listing in listings for row in seated_rows(listing)]
    names = ("places", "people", "seat_versions", "unfinished", "since", "standings")
    return {name: [row[column] for row in rows] for column, name in enumerate(names)}


def _fail(batch: Sequence[Write], problem: StoreError) -> None:
    for write in batch:
        if not write.done.done():
            write.done.set_exception(problem)
