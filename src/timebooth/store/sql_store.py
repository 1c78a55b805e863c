"""What both adapters do alike: statements that SQLite and PostgreSQL read the same way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from timebooth.store.store import (
    ERASED_EPOCH,
    MAX_ENTRIES,
    MAX_SCANNED,
    Count,
    Entry,
    Listing,
    Passkey,
    TablesFound,
)

MAX_KEYS = 500  # in one statement

ENTRIES = "SELECT version, command, body FROM entry WHERE table_id = ? AND version > ?"
HAS_COMMAND = "SELECT 1 FROM entry WHERE table_id = ? AND command = ?"
LISTINGS = "SELECT table_id, status, public, updated, summary, host, pace, address FROM listing"
UNFINISHED = "status IN ('open', 'running')"
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
        query = f"{LISTINGS} WHERE status IN ({_marks(status)}) AND (public OR NOT ?) ORDER BY updated DESC, table_id"
        return [_listing(row) for row in await self._find(f"{query} LIMIT ?", (*status, public, limit))]

    async def listings_of(self, person: str, limit: int = 200) -> list[Listing]:
        query = f"{LISTINGS} JOIN seated USING (table_id) WHERE person = ? ORDER BY updated DESC, table_id LIMIT ?"
        return [_listing(row) for row in await self._find(query, (person, limit))]

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
            await self._change(TOUCH.format(_marks(tables)), (at, older, *tables))

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

    async def _numbers(self, query: str, keys: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for start in range(0, len(keys), MAX_KEYS):
            part = keys[start : start + MAX_KEYS]
            found.update(await self._find(query.format(_marks(part)), part))
        return found


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def _listing(row: tuple[Any, ...]) -> Listing:
    table, status, public, updated, summary, host, pace, address = row
    return Listing(table, status, bool(public), updated, summary, host=host, pace=pace, address=address)
