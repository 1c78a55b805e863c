"""`edition check`: whether a folder of component data is a valid edition of its game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from timebooth import registry
from timebooth.cli.language import language
from timebooth.cli.output import say, say_error
from timebooth.kernel.edition import SOURCES, Edition, read_edition
from timebooth.kernel.errors import BadEdition, BadSetup
from timebooth.words import Words

EXIT_INVALID = 1

app = typer.Typer(
    help="Check an edition: what is printed on the components.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def edition() -> None:
    """Work with editions: what is printed on the components, as a folder of TOML files."""


@app.command("check")
def check(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FOLDER", help="The edition's folder, or one of its files.")],
) -> None:
    """Check that an edition is valid, and say where its data comes from."""
    words = Words(language(ctx))
    folder = path.parent if path.is_file() else path
    try:
        game = _game_of(folder)
        kind = registry.game_type(game)
        found = registry.find_edition(kind, str(folder.resolve()))
        kind(found)
    except BadEdition as problem:
        say_error(words.error(problem))
        raise typer.Exit(EXIT_INVALID) from None
    say(words.say("edition.good", name=found.name, game=game, hash=found.hash))
    for source, tables in _sources(found).items():
        say(f"  {words.say(f'source.{source}')}: {words.say('edition.tables', count=tables)}")


def _game_of(folder: Path) -> str:
    """Return the game that an edition names."""
    if not (folder / "edition.toml").is_file():
        raise BadSetup("edition.no_file", file=str(folder / "edition.toml"))
    found = read_edition(folder, ("edition",))
    return found.word("edition", "edition", found.files["edition"], "game")


def _sources(found: Edition) -> dict[str, int]:
    tables: list[dict[str, Any]] = [
        table
        for file in found.files.values()
        for group in file.values()
        if isinstance(group, list)
        for table in group
        if isinstance(table, dict)
    ]
    counted = Counter(str(table.get("source")) for table in tables)
    return {source: counted[source] for source in SOURCES}
