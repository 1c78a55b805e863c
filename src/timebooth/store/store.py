"""What keeps the tables: one numbered log of entries per table, and a listing of the tables.

The store knows nothing of what it keeps. An entry is bytes under a version and a command id; it goes in only where
the log is as long as the writer thinks, and never twice for one command. `open_store` gives one of two adapters.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from timebooth.kernel.errors import TimeboothError

MAX_ENTRIES = 1_000_000
MAX_SCANNED = 2_000  # tables that one search looks through
ERASED_EPOCH = 2**31 - 1  # the session epoch of a guest who was erased: no cookie ever has it


class StoreError(TimeboothError):
    """The database cannot be reached, read or written; says why.

    Whether a write that raises this was done is not known: its command tells, when it is tried again.
    """


class UnstorableText(TimeboothError):
    """A text that no database takes: it holds NUL, or half of a surrogate pair."""


class Append(Enum):
    """What became of an entry."""

    DONE = "done"
    """It is durable: a crash does not lose it."""
    DUPLICATE = "duplicate"
    """The command was done before; nothing was written."""
    CONFLICT = "conflict"
    """Somebody else wrote first; nothing was written: read on, decide again."""


class Entry(NamedTuple):
    """One line of a table's log."""

    version: int
    command: str
    body: bytes


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
    """The id of whoever opened it; empty in rows from before this was kept."""
    pace: str = ""
    """`live` or `days`."""
    address: str = ""
    """Stands for the network address that it was opened from: set with the first entry, erased when the game ends."""


class Count(NamedTuple):
    """How many unfinished tables there are of one kind."""

    status: str
    public: bool
    pace: str
    tables: int


class Passkey(NamedTuple):
    """A key that keeps somebody's identity across devices; the private half never leaves theirs."""

    credential: str
    person: str
    public: bytes
    signs: int
    """How often it has signed, as it says itself."""
    profile: bytes
    """Who they are, as the server writes it."""


class TablesFound(NamedTuple):
    """Tables that were found in a part of the listing, and the table after which the search goes on."""

    tables: tuple[str, ...]
    next: str | None


class Change(NamedTuple):
    """Another node wrote to a table; without a table: notices may have been lost, read on everywhere."""

    table: str | None
    version: int = 0
    rewritten: bool = False
    """Entries that were read before have changed: read the whole log again."""


def is_storable(text: str) -> bool:
    """Return whether every database takes a text: PostgreSQL refuses NUL, and nothing encodes half a surrogate pair."""
    if text.isascii():
        return "\0" not in text
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def require_storable(*texts: str) -> None:
    """Raise `UnstorableText` unless every database takes these."""
    if not all(map(is_storable, texts)):
        raise UnstorableText("store.bad_text")


class Store(Protocol):
    """Both adapters keep this; `tests/store` holds them to it."""

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        """Write the entry of this version, which must be the next one, and the listing, together or not at all."""
        ...

    async def write_listing(self, listing: Listing) -> None:
        """Write a listing anew."""
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a version, in order; none for a table that does not exist."""
        ...

    async def has_command(self, table: str, command: str) -> bool:
        """Whether this command was done."""
        ...

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        """Tables of these statuses, the most recently changed first; only public ones where asked."""
        ...

    async def idle(
        self, status: str, before: float, after: tuple[float, str] = (0.0, ""), most: int = 1000
    ) -> list[Listing]:
        """Return tables of a status that were last updated before a time, the longest ago first.

        `after` is the time and the id of the last table of the page before.
        """
        ...

    async def touch(self, tables: Sequence[str], at: float, older: float) -> None:
        """Write the time of a visit to those of these running tables that were last updated before `older`."""
        ...

    async def add_downtime(self, now: float, least: float) -> None:
        """Move every table's time forward by how long ago the newest one is, if that is at least so many seconds."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """One table."""
        ...

    async def listings_of(self, person: str, most: int = 200) -> list[Listing]:
        """Tables at which somebody sits, the most recently changed first."""
        ...

    async def count_tables(self, *, host: str = "", address: str = "") -> list[Count]:
        """Return how many open and running tables a host has, or an address, by kind."""
        ...

    async def count_joined(self, person: str) -> int:
        """Return at how many open and running tables somebody sits."""
        ...

    async def read_by(self, table: str, prefix: str, after: int = 0, most: int = MAX_ENTRIES) -> list[Entry]:
        """Return the entries of a table whose command begins with a prefix, after a version, in order."""
        ...

    async def tables_by(self, prefix: str, after: str = "", most: int = MAX_SCANNED) -> TablesFound:
        """Look through at most so many tables after a given one for commands that begin with a prefix."""
        ...

    async def rewrite(
        self,
        table: str,
        version: int,
        changed: Sequence[Entry],
        added: Sequence[Entry] = (),
        listing: Listing | None = None,
    ) -> Append:
        """Replace command and body of entries, append others and write the listing, together or not at all.

        Only for erasing what is stored of a person. The log must end at `version`, else nothing is
        written (`CONFLICT`). Other nodes are told to read the whole log again.
        """
        ...

    async def redactions(self, tables: Sequence[str]) -> dict[str, int]:
        """Return how often the logs of those among these tables were rewritten that ever were."""
        ...

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        """Keep a new passkey; False if the credential is known already or the person has `most` of them."""
        ...

    async def use_passkey(self, credential: str, person: str, signs: int) -> bool:
        """Note the new counter of a person's passkey; False if it is not higher than the one that is known."""
        ...

    async def rename_passkeys(self, person: str, profile: bytes) -> None:
        """Write the profile into all passkeys of a person; nothing else of them changes."""
        ...

    async def remove_passkeys(self, person: str, credential: str | None = None) -> int:
        """Remove one passkey of a person, or all; returns how many."""
        ...

    async def passkey(self, credential: str) -> Passkey | None:
        """One passkey."""
        ...

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """All passkeys of somebody."""
        ...

    async def session_epochs(self, people: Sequence[str]) -> dict[str, int]:
        """Return the session epoch of those among these people who ever ended their sessions."""
        ...

    async def raise_epoch(self, person: str) -> int:
        """End all sessions of a person; returns the epoch of new ones."""
        ...

    async def begin_erasing(self, person: str) -> None:
        """End all sessions of a person for good, and remember that they are to be erased."""
        ...

    async def erasing(self) -> list[str]:
        """Return the people whose erasure was begun and not ended."""
        ...

    async def end_erasing(self, person: str) -> None:
        """Forget that a person was to be erased: it is done."""
        ...

    def changes(self) -> AsyncIterator[Change]:
        """What other nodes write, from now on; ends when the store is closed."""
        ...

    async def ready(self) -> None:
        """Raise `StoreError` unless the database can be written now; cheap, and changes nothing."""
        ...

    async def beat(self, node: str, version: str, dead_after: float) -> list[str]:
        """Say that a node is alive; return all nodes that said so within these seconds, by the database's clock."""
        ...

    async def leave(self, node: str) -> None:
        """Say that a node is alive no more."""
        ...

    async def backup(self, file: Path, secret: bytes | None = None) -> None:
        """Write all to a new SQLite file, as of one moment, while everything goes on; and the signing key, if given."""
        ...

    async def restore(self, file: Path) -> int:
        """Fill an empty store from a backup of either adapter, all or nothing; return how many tables came."""
        ...

    async def close(self) -> None:
        """Finish what was begun, then let go."""
        ...
