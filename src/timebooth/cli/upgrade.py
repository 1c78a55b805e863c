"""`upgrade check`: what this version will do with the tables of a server, before it is started."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import typer

from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.output import say, say_error
from timebooth.cli.serve import Db
from timebooth.cli.tables import examine_all
from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import StoreError

HOW = ("same", "adopted", "continued", "closed")
EXIT_SOME_END = 1

app = typer.Typer(
    cls=LocalisedGroup,
    help="See what a new version will do with the tables of a server.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def upgrade() -> None:
    """See what this version will do with tables."""


@app.command("check", cls=LocalisedCommand)
def check(ctx: typer.Context, db: Db = None) -> None:
    """Say how many tables will go on unchanged, be adopted, continued or closed; the database is only read."""
    from timebooth.store.backup import copy_database
    from timebooth.store.open_store import sqlite_file

    words = shared_words(ctx)
    file = sqlite_file(db)
    if file is None:
        raise TimeboothError("upgrade.needs_backup")
    if not file.exists():
        raise StoreError("store.no_database", file=str(file))
    with tempfile.TemporaryDirectory(prefix="timebooth-") as folder:
        copy = Path(folder) / "tables.db"
        copy_database(file, copy)
        how, problems = asyncio.run(examine_all(str(copy)))
    for problem in problems:
        say_error(f"{problem.table}: {words.error(problem)} ({problem.reason})")
    for each in HOW:
        say(words.say(f"upgrade.{each}", tables=how[each]))
    if problems:
        say(words.say("upgrade.not_opened", tables=len(problems)))
    if problems or how["closed"]:
        raise typer.Exit(EXIT_SOME_END)
