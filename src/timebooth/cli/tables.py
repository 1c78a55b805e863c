"""`tables check` and `tables export`: inspect the database of a server."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.output import say, say_error
from timebooth.cli.serve import Db
from timebooth.files import file_errors
from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import StoreError

if TYPE_CHECKING:
    from timebooth.store.store import Entry
    from timebooth.tables.set_aside import SetAside

STATUSES = ("open", "running", "over", "closed")
EXIT_SOME_SET_ASIDE = 1
PRIVATE = 0o600

app = typer.Typer(
    cls=LocalisedGroup,
    help="Check that all tables can be opened, or export one.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def tables() -> None:
    """Inspect the tables of a server."""


@app.command("check", cls=LocalisedCommand)
def check(ctx: typer.Context, db: Db = None) -> None:
    """Try to open every table, and say which ones cannot be opened and why."""
    words = shared_words(ctx)
    how, problems = asyncio.run(examine_all(db))
    for problem in problems:
        say_error(f"{problem.table}: {words.error(problem)} ({problem.reason})")
    say(words.say("tables.checked", tables=how.total() + len(problems), good=how.total()))
    if problems:
        raise typer.Exit(EXIT_SOME_SET_ASIDE)


@app.command("export", cls=LocalisedCommand)
def export(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, as in its link.")],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to create; it will contain secrets of the game.")
    ],
    db: Db = None,
) -> None:
    """Write the whole log of a table to a file, one fact per line, even if the table cannot be opened."""
    entries = asyncio.run(_read(db, table))
    if not entries:
        raise TimeboothError("table.unknown", table=table)
    if file.exists():
        raise TimeboothError("store.file_exists", file=str(file))
    with file_errors("store.unwritable", file):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(handle, "wb") as out:
        out.writelines(entry.body + b"\n" for entry in entries)
    say(shared_words(ctx).say("tables.exported", facts=len(entries), file=str(file)))


async def examine_all(db: str | None) -> tuple[Counter[str], list[SetAside]]:
    """Return how many tables go on in which way with the rules here, and those that cannot be opened."""
    from timebooth.registry import find_game
    from timebooth.store.open_store import open_store
    from timebooth.tables.set_aside import set_aside, without_log
    from timebooth.tables.upgrading import examine

    store = await open_store(db)
    try:
        listings = await store.listings(STATUSES, limit=10_000_000)
        how: Counter[str] = Counter()
        problems = []
        with typer.progressbar(listings, hidden=len(listings) < 100) as shown:
            for listing in shown:
                if not await store.read(listing.table):
                    problems.append(without_log(listing.table))
                    continue
                try:
                    how[await examine(store, listing.table, find_game)] += 1
                except StoreError:
                    raise
                except Exception as problem:
                    problems.append(set_aside(listing.table, problem))
        return how, problems
    finally:
        await store.close()


async def _read(db: str | None, table: str) -> list[Entry]:
    from timebooth.store.open_store import open_store

    store = await open_store(db)
    try:
        return await store.read(table)
    finally:
        await store.close()
