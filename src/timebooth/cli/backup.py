"""`backup`: all tables, and the key that signs cookies, in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.language import shared_words
from timebooth.cli.output import say
from timebooth.cli.serve import Db, SecretFile, key_file
from timebooth.files import file_errors

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup: an SQLite file.")]


def backup(ctx: typer.Context, file: BackupFile, db: Db = None, secret_file: SecretFile = None) -> None:
    """Copy all tables and the key to a new file; the server may be running."""
    from timebooth.store.open_store import open_store, sqlite_file
    from timebooth.store.store import StoreError

    tables = sqlite_file(db)
    if tables is not None and not tables.exists():
        raise StoreError("store.no_database", file=str(tables))
    key = key_file(secret_file, db)
    secret = read_key(key)

    async def copy() -> None:
        store = await open_store(db)
        try:
            await store.backup(file, secret)
        finally:
            await store.close()

    asyncio.run(copy())
    words = shared_words(ctx)
    say(words.say("backup.backed_up", file=str(file)))
    if key is None:
        say(words.say("backup.key_elsewhere"))
    elif secret is None:
        say(words.say("backup.no_key", file=str(key)))
    else:
        say(words.say("backup.key_saved"))


def read_key(key: Path | None) -> bytes | None:
    """Return the contents of a key file, or None if there is none."""
    if key is None:
        return None
    with file_errors("serve.secret_file", key):
        return key.read_bytes() if key.exists() else None
