"""`restore`: fill an empty database from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.backup import BackupFile, read_key
from timebooth.cli.language import shared_words
from timebooth.cli.output import say
from timebooth.cli.serve import Db, SecretFile, key_file
from timebooth.kernel.errors import TimeboothError
from timebooth.words import Words


def restore(
    ctx: typer.Context,
    file: BackupFile,
    db: Db = None,
    secret_file: SecretFile = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an existing key that differs from the backup's.")
    ] = False,
) -> None:
    """Restore all tables and the key from a backup into an empty database."""
    from timebooth.store.backup import check_backup
    from timebooth.store.open_store import open_store

    secret = check_backup(file)
    key = key_file(secret_file, db)
    current = read_key(key)
    if key is not None and secret is not None and current not in (None, secret) and not force:
        raise TimeboothError("backup.other_key", file=str(key))

    async def fill() -> int:
        store = await open_store(db, alone=True)
        try:
            return await store.restore(file)
        finally:
            await store.close()

    words = shared_words(ctx)
    say(words.say("backup.restored", tables=asyncio.run(fill())))
    _restore_key(key, secret, current, words)


def _restore_key(key: Path | None, secret: bytes | None, current: bytes | None, words: Words) -> None:
    """Write the key where the server looks for it, and print what was done."""
    from timebooth.server.sessions.secret import write_keys

    if secret is None:
        say(words.say("backup.key_missing"))
    elif key is None:
        say(words.say("backup.key_from_environment"))
    elif current == secret:
        say(words.say("backup.key_same", file=str(key)))
    else:
        write_keys(key, secret)
        say(words.say("backup.key_restored", file=str(key)))
