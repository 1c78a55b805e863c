"""What both adapters do alike: statements that SQLite and PostgreSQL read the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from timebooth.store.store import (
    ALL_KEPT,
    ERASED_EPOCH,
    MAX_ENTRIES,
    MAX_SCANNED,
    WHOLE_GAME,
    Count,
    Dormant,
    Entry,
    Kept,
    Listing,
    OwnListing,
    Passkey,
    Standing,
    TablesFound,
)

MAX_KEYS = 500  # in one statement

ENTRIES = "SELECT version, command, body FROM entry WHERE table_id = ? AND version > ?"
HAS_COMMAND = "SELECT 1 FROM entry WHERE table_id = ? AND command = ?"
KEEP = """
    INSERT INTO kept (table_id, version, first, moments, body) VALUES {}
    ON CONFLICT (table_id, version, first) DO UPDATE SET moments = excluded.moments, body = excluded.body
    RETURNING 1"""
KEPT_AT = """
    SELECT version, first, moments, body FROM kept WHERE table_id = ? AND first <= ?
    ORDER BY version = 0 DESC, version DESC, first DESC LIMIT 1"""
LISTINGS = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
OWN_LISTINGS = f"""
    SELECT listed.*, since, standing,
        own.version < (SELECT coalesce(max(entry.version), 0) FROM entry WHERE entry.table_id = own.table_id)
    FROM (
        SELECT table_id, unfinished, since, version, standing FROM seated WHERE person = ?
        ORDER BY unfinished DESC, since DESC, table_id DESC LIMIT ?
    ) AS own JOIN ({LISTINGS}) AS listed ON listed.table_id = own.table_id
    ORDER BY unfinished DESC, since DESC, own.table_id DESC"""
LATEST = """
    SELECT * FROM (
        SELECT table_id, status, updated, host FROM listing
        WHERE public = TRUE AND status = '{0}' AND pace = '{1}' AND updated >= ? ORDER BY updated DESC LIMIT ?
    ) AS {0}_{1}"""
# One range of the index for each kind of table, so that none reads through tables that are not shown.
PUBLIC_KINDS = [(status, pace) for status in ("open", "running") for pace in ("live", "days", "")]
PUBLIC_LISTINGS = f"""
    WITH latest AS ({" UNION ALL ".join(LATEST.format(*kind) for kind in PUBLIC_KINDS)}),
    by_host AS (
        SELECT *, row_number() OVER (
            PARTITION BY status, coalesce(nullif(host, ''), table_id) ORDER BY updated DESC, table_id
        ) AS turn FROM latest
    ),
    in_turns AS (
        SELECT table_id, turn, row_number() OVER (PARTITION BY status ORDER BY turn, updated DESC, table_id) AS place
        FROM by_host WHERE turn <= ?
    )
    SELECT listed.* FROM in_turns JOIN ({LISTINGS}) AS listed ON listed.table_id = in_turns.table_id
    WHERE place <= ? ORDER BY status, place"""
SET_STANDINGS = """
    UPDATE seated SET version = column3, unfinished = column4, since = column5, standing = column6
    FROM (VALUES {}) AS latest WHERE table_id = column1 AND person = column2 AND version <= column3 RETURNING 1"""
STANDINGS_BEHIND = """
    SELECT DISTINCT table_id FROM seated WHERE table_id IN ({})
    AND version < (SELECT coalesce(max(entry.version), 0) FROM entry WHERE entry.table_id = seated.table_id)"""
UNFINISHED = "status IN ('open', 'running')"
OUTDATED = "EXISTS (SELECT 1 FROM entry WHERE entry.table_id = dormant.table_id AND entry.version > dormant.version)"
AWAKE = f"""
    {LISTINGS} WHERE {UNFINISHED} AND NOT EXISTS
    (SELECT 1 FROM dormant WHERE dormant.table_id = listing.table_id AND due > ? AND NOT {OUTDATED})
    ORDER BY updated DESC, table_id"""
DUE = f"""
    SELECT table_id FROM dormant JOIN listing USING (table_id) WHERE due <= ? AND {UNFINISHED} AND NOT {OUTDATED}
    ORDER BY due, table_id LIMIT ?"""
SET_DORMANT = """
    INSERT INTO dormant (table_id, version, due) VALUES {}
    ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, due = excluded.due RETURNING 1"""
COUNT = f"SELECT status, public, pace, count(*) FROM listing WHERE {{}} = ? AND {UNFINISHED} GROUP BY 1, 2, 3"
COUNT_JOINED = f"SELECT count(*) FROM seated JOIN listing USING (table_id) WHERE person = ? AND {UNFINISHED}"
TOUCH = "UPDATE listing SET updated = ? WHERE updated < ? AND status = 'running' AND table_id IN ({}) RETURNING 1"
ADD_DOWNTIME = """
    UPDATE listing SET updated = updated + (SELECT ? - max(updated) FROM listing)
    WHERE (SELECT ? - max(updated) FROM listing) >= ? RETURNING 1"""
TABLES_BY = """
    SELECT table_id, EXISTS (SELECT 1 FROM entry WHERE entry.table_id = listed.table_id AND {})
    FROM (SELECT table_id FROM listing WHERE table_id > ? ORDER BY table_id LIMIT ?) AS listed ORDER BY table_id"""
PASSKEYS = "SELECT credential, person, public, signs, profile FROM passkey"
ADD_PASSKEY = """
    INSERT INTO passkey (credential, person, public, signs, profile) SELECT ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM passkey WHERE person = ?) < ? ON CONFLICT DO NOTHING RETURNING 1"""
USE_PASSKEY = """
    UPDATE passkey SET signs = ? WHERE credential = ? AND person = ? AND (signs < ? OR (signs = 0 AND ? = 0))
    RETURNING 1"""
RAISE_EPOCH = f"""
    INSERT INTO guest_session AS kept (person, epoch) VALUES (?, 1)
    ON CONFLICT (person) DO UPDATE
    SET epoch = CASE WHEN kept.epoch < {ERASED_EPOCH} THEN kept.epoch + 1 ELSE kept.epoch END RETURNING epoch"""

CHOOSE = """
    INSERT INTO operator (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
    RETURNING 1"""
OF_A_TABLE = ("listing", "seated", "kept", "redacted", "dormant", "entry")
"""What holds rows of a table. The log goes last, so that a deletion which was interrupted can be repeated."""


class SqlStore:
    """The common half of the adapters; placeholders are written `?`."""

    async def _find(self, query: str, args: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none if an argument is a text that cannot be stored."""
        raise NotImplementedError

    async def _change(self, query: str, args: Sequence[object]) -> list[tuple[Any, ...]]:
        """Run a statement that writes, and return the rows that it returns."""
        raise NotImplementedError

    def _starts_with(self, prefix: str) -> tuple[str, tuple[str, ...]]:
        """Return a condition on commands that begin with a prefix, and its arguments."""
        raise NotImplementedError

    # Logs.

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return [Entry(*row) for row in await self._find(f"{ENTRIES} ORDER BY version", (table, after))]

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        return {table: await self.read(table, version) for table, version in after.items()}

    async def read_by(self, table: str, prefix: str, after: int = 0, limit: int = MAX_ENTRIES) -> list[Entry]:
        condition, values = self._starts_with(prefix)
        query = f"{ENTRIES} AND {condition} ORDER BY version LIMIT ?"
        return [Entry(*row) for row in await self._find(query, (table, after, *values, limit))]

    async def tables_by(self, prefix: str, after: str = "", limit: int = MAX_SCANNED) -> TablesFound:
        condition, values = self._starts_with(prefix)
        rows = await self._find(TABLES_BY.format(condition), (*values, after, limit))
        return TablesFound(tuple(table for table, found in rows if found), rows[-1][0] if len(rows) == limit else None)

    async def has_command(self, table: str, command: str) -> bool:
        return bool(await self._find(HAS_COMMAND, (table, command)))

    async def keep(self, table: str, rows: Sequence[Kept]) -> None:
        for start in range(0, len(rows), MAX_KEYS):
            some = rows[start : start + MAX_KEYS]
            values = ", ".join("(?, ?, ?, ?, ?)" for _ in some)
            await self._change(KEEP.format(values), [value for row in some for value in (table, *row)])

    async def forget_running(self, table: str) -> None:
        await self._change("DELETE FROM kept WHERE table_id = ? AND version > 0 RETURNING 1", (table,))

    async def kept_until(self, table: str) -> int:
        rows = await self._find("SELECT min(version), max(version) FROM kept WHERE table_id = ?", (table,))
        first, last = rows[0] if rows else (None, None)
        return ALL_KEPT if first == WHOLE_GAME else last or 0

    async def kept(self, table: str) -> list[Kept]:
        query = "SELECT version, first, moments, body FROM kept WHERE table_id = ? ORDER BY version, first"
        rows = [Kept(*row) for row in await self._find(query, (table,))]
        return [row for row in rows if row.version == WHOLE_GAME] or rows

    async def kept_at(self, table: str, moment: int) -> Kept | None:
        rows = await self._find(KEPT_AT, (table, moment))
        found = Kept(*rows[0]) if rows else None
        return found if found is not None and moment < found.first + found.moments else None

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        query = "SELECT table_id, max(version) FROM entry WHERE table_id IN ({}) GROUP BY table_id"
        return await self._numbers(query, tables)

    async def redactions(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._numbers("SELECT table_id, times FROM redacted WHERE table_id IN ({})", tables)

    # Listings.

    async def listing(self, table: str) -> Listing | None:
        rows = await self._find(f"{LISTINGS} WHERE table_id = ?", (table,))
        if not rows:
            return None
        seated = await self._find("SELECT person FROM seated WHERE table_id = ? ORDER BY person", (table,))
        return _listing(rows[0])._replace(people=tuple(person for (person,) in seated))

    async def listings(self, status: Sequence[str], *, public: bool = False, limit: int = 1000) -> list[Listing]:
        query = f"{LISTINGS} WHERE status IN ({marks(status)}) AND (public OR NOT ?) ORDER BY updated DESC, table_id"
        return [_listing(row) for row in await self._find(f"{query} LIMIT ?", (*status, public, limit))]

    async def listings_of(self, person: str, limit: int = 200) -> list[Listing]:
        query = f"{LISTINGS} JOIN seated USING (table_id) WHERE person = ? ORDER BY updated DESC, table_id LIMIT ?"
        return [_listing(row) for row in await self._find(query, (person, limit))]

    async def own_listings(self, person: str, limit: int) -> list[OwnListing]:
        rows = await self._find(OWN_LISTINGS, (person, limit))
        return [OwnListing(_listing(row[:-3]), row[-3], row[-2], bool(row[-1])) for row in rows]

    async def public_listings(self, *, live_since: float, per_host: int, scan: int, limit: int) -> list[Listing]:
        ranges = [(live_since if pace == "live" else 0.0, scan) for _, pace in PUBLIC_KINDS]
        args = (*(value for each in ranges for value in each), per_host, limit)
        return [_listing(row) for row in await self._find(PUBLIC_LISTINGS, args)]

    async def set_standings(self, standings: Sequence[Standing]) -> None:
        for start in range(0, len(standings), MAX_KEYS):
            some = standings[start : start + MAX_KEYS]
            values = ", ".join("(?, ?, ?, ?, ?, ?)" for _ in some)
            await self._change(SET_STANDINGS.format(values), [value for each in some for value in each])

    async def standings_behind(self, tables: Sequence[str]) -> list[str]:
        found: list[str] = []
        for start in range(0, len(tables), MAX_KEYS):
            part = tables[start : start + MAX_KEYS]
            found += [table for (table,) in await self._find(STANDINGS_BEHIND.format(marks(part)), part)]
        return found

    async def awake(self, until: float) -> list[Listing]:
        return [_listing(row) for row in await self._find(AWAKE, (until,))]

    async def due(self, by: float, limit: int = 1000) -> list[str]:
        return [table for (table,) in await self._find(DUE, (by, limit))]

    async def set_dormant(self, tables: Sequence[Dormant]) -> None:
        for start in range(0, len(tables), MAX_KEYS):
            some = tables[start : start + MAX_KEYS]
            values = ", ".join("(?, ?, ?)" for _ in some)
            await self._change(SET_DORMANT.format(values), [value for each in some for value in each])

    async def idle(
        self, status: str, before: float, after: tuple[float, str] = (0.0, ""), limit: int = 1000
    ) -> list[Listing]:
        query = f"{LISTINGS} WHERE status = ? AND updated < ? AND (updated, table_id) > (?, ?) ORDER BY 4, 1 LIMIT ?"
        return [_listing(row) for row in await self._find(query, (status, before, *after, limit))]

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        rows = await self._find(COUNT.format("host" if host else "address"), (host or address,))
        return [Count(status, bool(public), pace, tables) for status, public, pace, tables in rows]

    async def count_joined(self, person: str) -> int:
        rows = await self._find(COUNT_JOINED, (person,))
        return rows[0][0] if rows else 0

    async def touch(self, tables: Sequence[str], at: float, older: float) -> None:
        if tables:
            await self._change(TOUCH.format(marks(tables)), (at, older, *tables))

    async def add_downtime(self, now: float, least: float) -> None:
        await self._change(ADD_DOWNTIME, (now, now, least))

    # Guests.

    async def add_passkey(self, passkey: Passkey, limit: int) -> bool:
        return bool(await self._change(ADD_PASSKEY, (*passkey, passkey.person, limit)))

    async def use_passkey(self, credential: str, person: str, signs: int) -> bool:
        return bool(await self._change(USE_PASSKEY, (signs, credential, person, signs, signs)))

    async def rename_passkeys(self, person: str, profile: bytes) -> None:
        await self._change("UPDATE passkey SET profile = ? WHERE person = ? RETURNING 1", (profile, person))

    async def remove_passkeys(self, person: str, credential: str | None = None) -> int:
        query = "DELETE FROM passkey WHERE person = ? AND credential = coalesce(?, credential) RETURNING 1"
        return len(await self._change(query, (person, credential)))

    async def passkey(self, credential: str) -> Passkey | None:
        rows = await self._find(f"{PASSKEYS} WHERE credential = ?", (credential,))
        return Passkey(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> list[Passkey]:
        rows = await self._find(f"{PASSKEYS} WHERE person = ? ORDER BY credential", (person,))
        return [Passkey(*row) for row in rows]

    async def session_epochs(self, people: Sequence[str]) -> dict[str, int]:
        return await self._numbers("SELECT person, epoch FROM guest_session WHERE person IN ({})", people)

    async def raise_epoch(self, person: str) -> int:
        epoch: int = (await self._change(RAISE_EPOCH, (person,)))[0][0]
        return epoch

    async def erasing(self) -> list[str]:
        return [person for (person,) in await self._find("SELECT person FROM erasing ORDER BY person")]

    async def end_erasing(self, person: str) -> None:
        await self._change("DELETE FROM erasing WHERE person = ? RETURNING 1", (person,))

    # The operator.

    def watch_batches(self, on_batch: Callable[[int], None]) -> None:
        """Do nothing, unless an adapter commits several writes together."""

    async def delete(self, table: str) -> None:
        for name in OF_A_TABLE:
            await self._change(f"DELETE FROM {name} WHERE table_id = ? RETURNING 1", (table,))

    async def operator_choices(self) -> dict[str, str]:
        return dict(await self._find("SELECT name, value FROM operator"))

    async def choose(self, name: str, value: str | None) -> bool:
        if value is None:
            return bool(await self._change("DELETE FROM operator WHERE name = ? RETURNING 1", (name,)))
        return bool(await self._change(CHOOSE, (name, value)))

    async def _numbers(self, query: str, keys: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for start in range(0, len(keys), MAX_KEYS):
            part = keys[start : start + MAX_KEYS]
            found.update(await self._find(query.format(marks(part)), part))
        return found


def marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def seated_rows(listing: Listing) -> list[tuple[str, str, int, bool, float, bytes | None]]:
    """Return a row of `seated` for everybody who sits at a table, in the order of `Standing`."""
    by_person = {standing.person: standing for standing in listing.standings}
    unknown = (0, True, 0.0, None)
    rows = ((person, by_person.get(person)) for person in listing.people)
    return [(listing.table, person, *(unknown if known is None else known[2:])) for person, known in rows]


def _listing(row: tuple[Any, ...]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, bool(public), updated, summary, host=host, pace=pace, address=address)
