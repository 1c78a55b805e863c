"""`key rotate`: replace the key that signs cookies; guests stay signed in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.language import shared_words
from timebooth.cli.output import say
from timebooth.cli.serve import SECRET, Db, key_file
from timebooth.kernel.errors import TimeboothError

app = typer.Typer(help="The key that signs guests' cookies.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def key() -> None:
    """The key that signs guests' cookies."""


@app.command("rotate")
def rotate(
    ctx: typer.Context,
    db: Db = None,
    secret_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key file; by default the one beside the database.")
    ] = None,
    drop_old: Annotated[
        bool,
        typer.Option("--drop-old", help="Keep only the newest key; cookies signed with older keys become invalid."),
    ] = False,
) -> None:
    """Add a new key, used from the next start on. Cookies signed with older keys stay valid."""
    from timebooth.server.sessions.secret import rotate as rotate_keys

    file = key_file(secret_file, db)
    if file is None:
        raise TimeboothError("serve.secret_in_environment", variable=SECRET)
    keys = rotate_keys(file, drop_old=drop_old)
    key = "key.dropped" if drop_old else "key.rotated"
    say(shared_words(ctx).say(key, file=str(file), keys=len(keys)))
