"""`backup` and `restore`: all tables, and the key that signs guests, in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.serving import Db, SecretFile, key_file
from timebooth.cli.speaking import say, shared_words
from timebooth.kernel.errors import TimeboothError
from timebooth.words import Words

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The backup: an SQLite file.")]


def backup(ctx: typer.Context, file: BackupFile, db: Db = None, secret_file: SecretFile = None) -> None:
    """Copy all tables and the key to a new file, also while the server runs."""
    from timebooth.store.open_store import open_store, sqlite_file
    from timebooth.store.store import StoreError

    tables = sqlite_file(db)
    if tables is not None and not tables.exists():
        raise StoreError("store.no_database", file=str(tables))
    key = key_file(secret_file, db)
    secret = _read(key)

    async def copy() -> None:
        store = await open_store(db)
        try:
            await store.backup(file, secret)
        finally:
            await store.close()

    asyncio.run(copy())
    words = shared_words(ctx)
    say(words.say("keeping.backed_up", file=str(file)))
    if key is None:
        say(words.say("keeping.key_elsewhere"))
    elif secret is None:
        say(words.say("keeping.no_key", file=str(key)))
    else:
        say(words.say("keeping.key_saved"))


def restore(
    ctx: typer.Context,
    file: BackupFile,
    db: Db = None,
    secret_file: SecretFile = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a key that is another than the backup's.")] = False,
) -> None:
    """Fill an empty database from a backup, and put its key where the server looks for it."""
    from timebooth.store.backup import check_backup
    from timebooth.store.open_store import open_store

    secret = check_backup(file)
    key = key_file(secret_file, db)
    there = _read(key)
    if key is not None and secret is not None and there not in (None, secret) and not force:
        raise TimeboothError("keeping.other_key", file=str(key))

    async def fill() -> int:
        store = await open_store(db, alone=True)
        try:
            return await store.restore(file)
        finally:
            await store.close()

    words = shared_words(ctx)
    say(words.say("keeping.restored", tables=asyncio.run(fill())))
    _put_back(key, secret, there, words)


def _put_back(key: Path | None, secret: bytes | None, there: bytes | None, words: Words) -> None:
    """Write the key where the server looks for it, and say what was done."""
    from timebooth.server.secret import write_secret

    if secret is None:
        say(words.say("keeping.key_missing"))
    elif key is None:
        say(words.say("keeping.key_from_environment"))
    elif there == secret:
        say(words.say("keeping.key_same", file=str(key)))
    else:
        write_secret(key, secret)
        say(words.say("keeping.key_restored", file=str(key)))


def _read(key: Path | None) -> bytes | None:
    """Return what a key file holds, or None if there is none."""
    try:
        return None if key is None else key.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise TimeboothError("serve.secret_file", file=str(key), reason=problem.strerror or "") from None
