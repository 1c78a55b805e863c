"""A store that the operator can make read-only, and that measures how long writes take."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from timebooth.store.store import Store, StoreError

WRITES = frozenset(
    {
        "append",
        "write_listing",
        "rewrite",
        "keep",
        "forget_running",
        "touch",
        "set_dormant",
        "add_downtime",
        "add_passkey",
        "use_passkey",
        "rename_passkeys",
        "remove_passkeys",
        "raise_epoch",
        "begin_erasing",
        "end_erasing",
        "delete",
    }
)
"""What changes tables or guests. Heartbeats and the operator's own choices are written at any time."""


class ReadOnly(StoreError):
    """Raised for a write while the operator has made the server read-only."""


class PausableStore:
    """Passes everything on to a store, but refuses writes while it is paused, and measures them.

    Whatever was due then is tried again later, as during a failure of the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.paused = False
        self.on_write: Callable[[float], None] = lambda _seconds: None
        """Called with the seconds that each write took."""

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name not in WRITES:
            setattr(self, name, method)  # found at once the next time
            return method

        async def write(*args: Any, **named: Any) -> Any:
            if self.paused:
                raise ReadOnly("server.read_only")
            begun = time.perf_counter()
            result = await method(*args, **named)
            self.on_write(time.perf_counter() - begun)
            return result

        setattr(self, name, write)
        return write
