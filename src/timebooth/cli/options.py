"""Options that several commands share, and how their values are parsed."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from timebooth.kernel.chance import SEED_BYTES
from timebooth.kernel.errors import BadSetup

GameKey = Annotated[str, typer.Argument(metavar="GAME", help="The game's key; `timebooth games` lists them.")]
GameOption = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="A variant from the rulebook.")
]
EditionName = Annotated[str, typer.Option("--edition", help="An edition by name, or a folder with your own.")]


Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def split(words: str) -> list[str]:
    """Return the words of a comma-separated list."""
    return [word.strip() for word in words.split(",") if word.strip()]


def fill_seats(bots: list[str], seats: int) -> list[str]:
    """Return one bot for every seat, repeating the given ones in order."""
    if len(bots) > seats:
        raise BadSetup("setup.bots", bots=len(bots), seats=seats)
    return [bots[i % len(bots)] for i in range(seats)]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Parse `key=value` pairs; a value is JSON or else a plain word."""
    found: dict[str, Any] = {}
    for pair in given or ():
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadSetup("setup.option_form", option=pair)
        try:
            found[key.strip()] = json.loads(value)
        except ValueError:
            found[key.strip()] = value
    return found


def read_seed(text: str) -> bytes:
    """Parse up to 64 hexadecimal digits; shorter seeds are padded with leading zeros."""
    try:
        return bytes.fromhex(text.zfill(2 * SEED_BYTES)) if len(text) <= 2 * SEED_BYTES else _bad_seed(text)
    except ValueError:
        return _bad_seed(text)


def _bad_seed(text: str) -> bytes:
    raise BadSetup("setup.seed", seed=text)
