"""`backup` and `restore`: all tables in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.serving import Db
from timebooth.cli.speaking import say, shared_words

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup: an SQLite file.")]


def backup(ctx: typer.Context, file: BackupFile, db: Db = None) -> None:
    """Copy all tables to a new file, also while the server runs."""
    from timebooth.store.open_store import open_store

    async def copy() -> None:
        store = await open_store(db)
        try:
            await store.backup(file)
        finally:
            await store.close()

    asyncio.run(copy())
    say(shared_words(ctx).say("keeping.backed_up", file=str(file)))


def restore(ctx: typer.Context, file: BackupFile, db: Db = None) -> None:
    """Fill an empty database from a backup."""
    from timebooth.store.open_store import open_store

    async def fill() -> int:
        store = await open_store(db)
        try:
            return await store.restore(file)
        finally:
            await store.close()

    say(shared_words(ctx).say("keeping.restored", tables=asyncio.run(fill())))
