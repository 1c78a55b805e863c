"""Opens the store at an address: a file or a PostgreSQL URL."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from timebooth.files import home_folder
from timebooth.store.sqlite import SqliteStore
from timebooth.store.store import Store, StoreError


def default_file() -> Path:
    """Return the default database file, in the user's data folder."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or home_folder() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = home_folder() / "Library" / "Application Support"
    else:
        home = Path(os.environ.get("XDG_DATA_HOME") or home_folder() / ".local" / "share")
    return home / "timebooth" / "tables.db"


def sqlite_file(address: str | None) -> Path | None:
    """Return the SQLite file of an address, or None for PostgreSQL; raise `StoreError` for any other URL.

    A file may also be given as a URL, as other tools expect it: `sqlite:///file` or `sqlite:////folder/file`.
    """
    if address is None:
        return default_file()
    scheme, separator, _ = address.partition("://")
    if not separator:
        return Path(address)
    if scheme in ("postgresql", "postgres"):
        return None
    file = address.removeprefix("sqlite:///")
    if file in (address, ""):
        raise StoreError("store.unknown_address", address=address)
    return Path(file)


async def open_store(address: str | None = None, *, alone: bool = False, nats: str | None = None) -> Store:
    """Open a store: a `postgresql://…` URL, the path of an SQLite file, or by default the user's own file.

    `alone` refuses an SQLite file that another server has open, and locks it until the store is closed. With the
    address of a NATS server, nodes that share a PostgreSQL database tell each other there what changed.
    """
    file = sqlite_file(address)
    if address is None or file is not None:
        if nats is not None:
            raise StoreError("store.bus_without_nodes")
        return await SqliteStore.open(file or default_file(), alone=alone)
    try:
        from timebooth.store.postgres import PostgresStore
    except ImportError as problem:
        raise StoreError("store.no_driver", reason=str(problem)) from None
    return await PostgresStore.open(address, nats=nats)
