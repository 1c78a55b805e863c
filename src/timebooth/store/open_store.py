"""A store by its address."""

from __future__ import annotations

from pathlib import Path

from timebooth.store.sqlite import SqliteStore, default_file
from timebooth.store.store import Store, StoreError


async def open_store(address: str | None = None) -> Store:
    """`postgresql://…`, or the path of an SQLite file; none: the file in the user's data folder."""
    if address is None:
        return await SqliteStore.open(default_file())
    if not address.startswith(("postgresql://", "postgres://")):
        return await SqliteStore.open(Path(address))
    try:
        from timebooth.store.postgres import PostgresStore
    except ImportError as problem:
        raise StoreError("store.no_driver", reason=str(problem)) from None
    return await PostgresStore.open(address)
