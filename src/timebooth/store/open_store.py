"""A store by its address."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from timebooth.store.sqlite import SqliteStore
from timebooth.store.store import Store, StoreError


def default_file() -> Path:
    """Where a player's tables lie: the user's data folder, as each system names it."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "timebooth" / "tables.db"


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
