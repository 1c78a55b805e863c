"""`new`: make a package for a game or a bot of your own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from timebooth.cli.language import language
from timebooth.cli.localised_help import LocalisedCommand
from timebooth.cli.output import say
from timebooth.kit.make import Kind, make
from timebooth.words import Words

app = typer.Typer(help="Make a game or a bot of your own.", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Lower-case words with hyphens, such as tea-time.")]
Folder = Annotated[
    Path | None, typer.Argument(metavar="[FOLDER]", help="Where to write it; by default a new folder of that name.")
]


@app.callback()
def new() -> None:
    """Make a package that works from the first minute, to change it step by step."""


@app.command("game", cls=LocalisedCommand)
def game(ctx: typer.Context, name: Name, folder: Folder = None) -> None:
    """Make a small game that can be installed, played and tested."""
    _make("game", name, folder, Words(language(ctx)))


@app.command("bot", cls=LocalisedCommand)
def bot(ctx: typer.Context, name: Name, folder: Folder = None) -> None:
    """Make a small bot that can be installed, tested and compared."""
    _make("bot", name, folder, Words(language(ctx)))


def _make(kind: Kind, name: str, folder: Path | None, words: Words) -> None:
    where = folder or Path(name)
    files = make(kind, name, where)
    say(words.say(f"new.{kind}", name=name, folder=shlex.quote(str(where)), files=len(files)))
