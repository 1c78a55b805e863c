"""`edition check`: whether a folder of component data is a valid edition of its game. `edition new`: begin one."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from timebooth import registry
from timebooth.cli.language import language
from timebooth.cli.localised_help import LocalisedCommand
from timebooth.cli.options import GameKey
from timebooth.cli.output import say, say_error
from timebooth.files import file_errors
from timebooth.kernel.edition import SOURCES, Edition, read_edition
from timebooth.kernel.errors import BadEdition, BadSetup, TimeboothError
from timebooth.names import clean_name
from timebooth.words import Words

EXIT_INVALID = 1
NAME = re.compile(r"^name = .*$", re.MULTILINE)

app = typer.Typer(help="Editions: what is printed on the components.", no_args_is_help=True, rich_markup_mode=None)


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


@app.command("new", cls=LocalisedCommand)
def new(
    ctx: typer.Context,
    game: GameKey,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder to write; its name is the edition's.")],
) -> None:
    """Copy the standard edition of a game to a folder, to change what is printed on the components."""
    kind = registry.game_type(game)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise TimeboothError("new.folder", folder=str(folder))
    name = " ".join(clean_name(folder.resolve().name).split()) or "mine"
    if name in registry.editions(game):
        name = f"my {name}"
    with file_errors("file.unwritable", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for file in kind.edition_files:
            text = (kind.folder / "editions" / registry.STANDARD / f"{file}.toml").read_text(encoding="utf-8")
            if file == "edition":
                text = NAME.sub(lambda _: f"name = {json.dumps(name, ensure_ascii=False)}", text, count=1)
            (folder / f"{file}.toml").write_text(text, encoding="utf-8")
    kind(registry.find_edition(kind, str(folder.resolve())))
    say(Words(language(ctx)).say("edition.new", game=game, folder=shlex.quote(str(folder))))


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
