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


class StoreError(TimeboothError):
    """The database cannot be reached, read or written; says why."""


class Append(Enum):
    """What became of an entry."""

    DONE = "done"
    """It is durable: a crash does not lose it."""
    TWICE = "twice"
    """The command was done before; nothing was written."""
    BEHIND = "behind"
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


class Change(NamedTuple):
    """Another node wrote to a table; without a table: notices may have been lost, read on everywhere."""

    table: str | None
    version: int = 0


class Store(Protocol):
    """Both adapters keep this; `tests/store` holds them to it."""

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        """Write the entry of this version, which must be the next one, and the listing, together or not at all."""
        ...

    async def enlist(self, listing: Listing) -> None:
        """Write a listing anew."""
        ...

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a version, in order; none for a table that does not exist."""
        ...

    async def knows(self, table: str, command: str) -> bool:
        """Whether this command was done."""
        ...

    async def listings(self, status: Sequence[str], *, public: bool = False, most: int = 1000) -> list[Listing]:
        """Tables of these statuses, the most recently changed first; only public ones where asked."""
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

    async def keep_passkey(self, passkey: Passkey) -> None:
        """Write a passkey, new or anew."""
        ...

    async def passkey(self, credential: str) -> Passkey | None:
        """One passkey."""
        ...

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """All passkeys of somebody."""
        ...

    def changes(self) -> AsyncIterator[Change]:
        """What other nodes write, from now on; ends when the store is closed."""
        ...

    async def backup(self, file: Path) -> None:
        """Write all to a new SQLite file, as of one moment, while everything goes on."""
        ...

    async def restore(self, file: Path) -> int:
        """Fill an empty store from a backup of either adapter; returns how many tables came."""
        ...

    async def close(self) -> None:
        """Finish what was begun, then let go."""
        ...
