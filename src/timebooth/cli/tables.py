"""`tables check` and `tables export`: inspect the database of a server."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timebooth.cli.language import shared_words
from timebooth.cli.localised_help import LocalisedCommand, LocalisedGroup
from timebooth.cli.output import say, say_error
from timebooth.cli.serve import Db
from timebooth.kernel.errors import TimeboothError

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
    found, set_aside = asyncio.run(_check(db))
    for problem in set_aside:
        say_error(f"{problem.table}: {words.error(problem)} ({problem.reason})")
    say(words.say("tables.checked", tables=found, good=found - len(set_aside)))
    if set_aside:
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
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    except FileExistsError:
        raise TimeboothError("store.file_exists", file=str(file)) from None
    except OSError as problem:
        raise TimeboothError("store.unwritable", file=str(file), reason=problem.strerror or "") from None
    with os.fdopen(handle, "wb") as out:
        out.writelines(entry.body + b"\n" for entry in entries)
    say(shared_words(ctx).say("tables.exported", facts=len(entries), file=str(file)))


async def _check(db: str | None) -> tuple[int, list[SetAside]]:
    from timebooth.registry import find_game
    from timebooth.store.open_store import open_store
    from timebooth.tables.live_tables import LiveTables
    from timebooth.tables.set_aside import SetAside

    store = await open_store(db)
    try:
        listings = await store.listings(STATUSES, limit=10_000_000)
        set_aside = []
        with typer.progressbar(listings, hidden=len(listings) < 100) as shown:
            for listing in shown:
                live_tables = LiveTables(store, find_game, time.time, lambda _: None)
                try:
                    await live_tables.get(listing.table)
                except SetAside as problem:
                    set_aside.append(problem)
        return len(listings), set_aside
    finally:
        await store.close()


async def _read(db: str | None, table: str) -> list[Entry]:
    from timebooth.store.open_store import open_store

    store = await open_store(db)
    try:
        return await store.read(table)
    finally:
        await store.close()
