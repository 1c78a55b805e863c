"""The protocol of the stores: one numbered log of entries per table, and a listing of the tables.

A store does not know what its entries mean. An entry is bytes under a version and a command id; it is written only if
its version is the next one, and once per command. `open_store` returns one of the two adapters.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from timebooth.kernel.errors import TimeboothError

MAX_ENTRIES = 1_000_000
MAX_SCANNED = 2_000  # tables that one call of `tables_by` looks through
ERASED_EPOCH = 2**31 - 1  # the session epoch of an erased guest: no cookie ever has it


class StoreError(TimeboothError):
    """Raised when the database cannot be reached, read or written; says why.

    A write that raises this may or may not have been done: its command tells when it is tried again.
    """


class UnstorableText(TimeboothError):
    """Raised for a text with NUL or half of a surrogate pair, which not every database takes."""


class Append(Enum):
    """What became of an entry."""

    DONE = "done"
    """It is durable: a crash does not lose it."""
    DUPLICATE = "duplicate"
    """The command had been done before; nothing was written."""
    CONFLICT = "conflict"
    """Somebody else wrote first; nothing was written. Read the new entries and decide again."""


class Entry(NamedTuple):
    """One entry of a table's log."""

    version: int
    command: str
    body: bytes


class Standing(NamedTuple):
    """How one person stands at a table, so that their lobby need not read its log; true at one version of the log."""

    table: str
    person: str
    version: int
    unfinished: bool
    since: float
    """When the table last asked something; the latest tables of a person come first."""
    body: bytes
    """As `tables.standings` writes it."""


class OwnListing(NamedTuple):
    """A table of one person, as their lobby needs it."""

    listing: Listing
    since: float
    standing: bytes | None
    """The body of their standing; None if none was written yet."""
    behind: bool
    """Whether the log is longer than the standing knows."""


class Listing(NamedTuple):
    """What is known of a table without reading its log."""

    table: str
    status: str
    public: bool
    updated: float
    summary: bytes
    people: tuple[str, ...] = ()
    """Who sits there."""
    host: str = ""
    """The id of whoever opened it; empty in rows of older versions."""
    pace: str = ""
    """`live` or `days`."""
    address: str = ""
    """A stand-in for the network address that it was opened from: set with the first entry, erased at the end."""
    standings: tuple[Standing, ...] = ()
    """How those people stand there; only written, never read back with a listing."""


WHOLE_GAME = 0  # the version of rows that hold a whole finished game
ALL_KEPT = 2**62  # a version that no log reaches


class Kept(NamedTuple):
    """Moments of a game as data beside its log; a row replaces, from its first moment on, what older rows hold."""

    version: int
    """The version of the log at which the last of them was reached; `WHOLE_GAME` in rows that replace all others."""
    first: int
    """The first moment."""
    moments: int
    """How many there are; 0 if an undone answer only removed moments."""
    body: bytes
    """As `tables.kept` writes it."""


class AliveNode(NamedTuple):
    """A node with a recent heartbeat."""

    id: str
    version: str
    """What it said when it started."""
    age: float
    """Seconds since it started."""


class Count(NamedTuple):
    """How many unfinished tables there are of one kind."""

    status: str
    public: bool
    pace: str
    tables: int


class Passkey(NamedTuple):
    """The public half of a key with which somebody logs in on any of their devices."""

    credential: str
    person: str
    public: bytes
    signs: int
    """The signature counter that the device reports."""
    profile: bytes
    """Name and colour, as the server encodes them."""


class TablesFound(NamedTuple):
    """The tables found by one call of `tables_by`, and where the search continues."""

    tables: tuple[str, ...]
    next: str | None


class Change(NamedTuple):
    """Another node wrote to a table; without a table: notifications may have been lost, for any of them."""

    table: str | None
    version: int = 0
    rewritten: bool = False
    """Whether existing entries were changed, so that the whole log has to be read again."""
    listed: bool = False
    """Whether its listing changed, so that the lobby looks different."""


def is_storable(text: str) -> bool:
    """Return whether every database takes a text: PostgreSQL refuses NUL, and UTF-8 has no half surrogate pairs."""
    if text.isascii():
        return "\0" not in text
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def require_storable(*texts: str) -> None:
    """Raise `UnstorableText` unless every database takes these texts."""
    if not all(map(is_storable, texts)):
        raise UnstorableText("store.bad_text")


class Dormant(NamedTuple):
    """Says that a table needs no node until a time; true only while its log has no later version."""

    table: str
    version: int
    due: float


class Store(Protocol):
    """What an adapter does; `tests/store` checks both."""

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        """Append the entry of this version, which must be the next one, and write the listing, in one transaction."""
        ...

    async def write_listing(self, listing: Listing) -> None:
        """Write a listing, replacing the old one."""
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table after a version, in order; none for a table that does not exist."""
        ...

    async def read_many(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of each of these tables after its version; one without any may be left out."""
        ...

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the latest version of each of these tables' logs."""
        ...

    async def has_command(self, table: str, command: str) -> bool:
        """Return whether the log of a table holds this command."""
        ...

    async def listings(self, status: Sequence[str], *, public: bool = False, limit: int = 1000) -> list[Listing]:
        """Return tables of these statuses, the most recently updated first; with `public`, only public ones."""
        ...

    async def awake(self, until: float) -> list[Listing]:
        """Return the open and running tables that are not dormant until this time, the most recently updated first."""
        ...

    async def due(self, by: float, limit: int = 1000) -> list[str]:
        """Return the tables that were dormant and in which something is due by this time, the earliest first."""
        ...

    async def set_dormant(self, tables: Sequence[Dormant]) -> None:
        """Write that these tables are dormant."""
        ...

    async def idle(
        self, status: str, before: float, after: tuple[float, str] = (0.0, ""), limit: int = 1000
    ) -> list[Listing]:
        """Return tables of a status that were last updated before a time, the oldest first.

        `after` is the update time and the id of the last table on the page before.
        """
        ...

    async def touch(self, tables: Sequence[str], at: float, older: float) -> None:
        """Set the update time of those of these tables that are running and were last updated before `older`."""
        ...

    async def add_downtime(self, now: float, least: float) -> None:
        """If the newest update is at least so many seconds ago, move all update times forward by its age."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """Return the listing of one table, with the people who sit there."""
        ...

    async def listings_of(self, person: str, limit: int = 200) -> list[Listing]:
        """Return the tables at which somebody sits, the most recently updated first."""
        ...

    async def own_listings(self, person: str, limit: int) -> list[OwnListing]:
        """Return the tables at which somebody sits: the unfinished ones first, and those that asked last."""
        ...

    async def public_listings(self, *, live_since: float, per_host: int, scan: int, limit: int) -> list[Listing]:
        """Return public tables, open ones first: the latest of every host, then everybody's second, up to `per_host`.

        Of each status, at most `limit` among the `scan` latest of each pace; no live ones last updated before
        `live_since`.
        """
        ...

    async def set_standings(self, standings: Sequence[Standing]) -> None:
        """Write how people stand at tables at which they still sit; an older version never replaces a newer one."""
        ...

    async def standings_behind(self, tables: Sequence[str]) -> list[str]:
        """Return those of these tables at which somebody's standing is older than the log."""
        ...

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        """Return how many open and running tables a host or an address has, by kind."""
        ...

    async def count_joined(self, person: str) -> int:
        """Return at how many open and running tables somebody sits."""
        ...

    async def read_by(self, table: str, prefix: str, after: int = 0, limit: int = MAX_ENTRIES) -> list[Entry]:
        """Return the entries of a table whose command begins with a prefix, after a version, in order."""
        ...

    async def tables_by(self, prefix: str, after: str = "", limit: int = MAX_SCANNED) -> TablesFound:
        """Return tables with a command that begins with a prefix, among at most `limit` tables after a given one."""
        ...

    async def rewrite(
        self,
        table: str,
        version: int,
        changed: Sequence[Entry],
        added: Sequence[Entry] = (),
        listing: Listing | None = None,
    ) -> Append:
        """Replace the command and body of entries, append others and write the listing, in one transaction.

        Only for erasing a person. If the log does not end at `version`, nothing is written (`CONFLICT`). Other nodes
        are told to read the whole log again.
        """
        ...

    async def keep(self, table: str, rows: Sequence[Kept]) -> None:
        """Store moments of a table; a row of the same version and first moment is replaced."""
        ...

    async def forget_running(self, table: str) -> None:
        """Remove the rows of kept moments that were written while the game was running."""
        ...

    async def kept_until(self, table: str) -> int:
        """Return the version of the log until which the moments of a table are kept; 0 if none are."""
        ...

    async def kept(self, table: str) -> list[Kept]:
        """Return the rows of kept moments of a table, in order: those of the whole game if there are any."""
        ...

    async def kept_at(self, table: str, moment: int) -> Kept | None:
        """Return the row that holds a moment of a table; None if it was not kept."""
        ...

    async def redactions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return how often each of these logs was rewritten; those that never were are left out."""
        ...

    async def add_passkey(self, passkey: Passkey, limit: int) -> bool:
        """Store a new passkey; return False if the credential is known or the person has `limit` of them."""
        ...

    async def use_passkey(self, credential: str, person: str, signs: int) -> bool:
        """Store a passkey's new counter; return False unless it is higher than the last one (or both are 0)."""
        ...

    async def rename_passkeys(self, person: str, profile: bytes) -> None:
        """Set the profile of all passkeys of a person."""
        ...

    async def remove_passkeys(self, person: str, credential: str | None = None) -> int:
        """Remove one passkey of a person, or all; return how many."""
        ...

    async def passkey(self, credential: str) -> Passkey | None:
        """Return one passkey."""
        ...

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """Return all passkeys of a person."""
        ...

    async def session_epochs(self, people: Sequence[str]) -> dict[str, int]:
        """Return the session epoch of each of these people; those who never ended their sessions are left out."""
        ...

    async def raise_epoch(self, person: str) -> int:
        """End all sessions of a person; return the epoch of new ones."""
        ...

    async def begin_erasing(self, person: str) -> None:
        """End all sessions of a person for good, and mark the person for erasure."""
        ...

    async def erasing(self) -> list[str]:
        """Return the people who are marked for erasure."""
        ...

    async def end_erasing(self, person: str) -> None:
        """Remove the mark: the person is erased."""
        ...

    async def delete(self, table: str) -> None:
        """Remove everything that is stored of a table. If it is interrupted, it can be repeated."""
        ...

    async def operator_choices(self) -> dict[str, str]:
        """Return what the operator has chosen, by name."""
        ...

    async def choose(self, name: str, value: str | None) -> bool:
        """Store a choice of the operator, or remove it; return whether there was one to remove."""
        ...

    def watch_batches(self, on_batch: Callable[[int], None]) -> None:
        """Have `on_batch` called with the number of writes in every commit, from any thread."""
        ...

    def changes(self) -> AsyncIterator[Change]:
        """Yield what other nodes write, from now on, until the store is closed."""
        ...

    async def ready(self) -> None:
        """Raise `StoreError` unless the database takes writes now; cheap, and changes nothing."""
        ...

    async def beat(self, node: str, version: str, dead_after: float) -> list[AliveNode]:
        """Record a heartbeat of a node; return all nodes with one in the last `dead_after` seconds (database clock)."""
        ...

    async def leave(self, node: str) -> None:
        """Remove a node that stops."""
        ...

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        """Write a consistent copy of everything, and the signing key if given, to a new SQLite file."""
        ...

    async def restore(self, file: Path) -> int:
        """Fill an empty store from a backup of either adapter, all or nothing; return the number of tables."""
        ...

    async def close(self) -> None:
        """Finish pending writes, then release the database."""
        ...
