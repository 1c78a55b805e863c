"""A store that fails on demand."""

from __future__ import annotations

from typing import Any

from timebooth.store.store import Append, Listing, Store, StoreError


class FaultyStore:
    """Passes every call on to a real store, and can fail before or after that."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fails: dict[str, Exception] = {}
        """By method, what it raises instead of doing anything."""
        self.forgets: set[str] = set()
        """Methods that do their work and then raise `StoreError`, so that the caller does not know the outcome."""
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name in ("changes", "close", "backup", "restore"):
            return method

        async def call(*args: Any, **named: Any) -> Any:
            self.calls.append(name)
            if name in self.fails:
                raise self.fails[name]
            result = await method(*args, **named)
            if name in self.forgets:
                raise StoreError("store.unreachable", reason="the connection broke after the commit")
            return result

        return call

    async def append(
        self, table: str, version: int, command: str, body: bytes, listing: Listing | None = None
    ) -> Append:
        result: Append = await self.__getattr__("append")(table, version, command, body, listing)
        return result
