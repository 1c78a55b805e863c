"""Finds the installed games: ours, and those that other packages provide by the entry point `timebooth.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from timebooth.kernel.edition import Edition, read_edition
from timebooth.kernel.errors import BadSetup, UnknownGame
from timebooth.kernel.game import Game
from timebooth.kernel.record import Record

STANDARD = "standard"


@cache
def game_types() -> dict[str, type[Game]]:
    """Return every installed game by its key."""
    return {entry.name: entry.load() for entry in sorted(entry_points(group="timebooth.games"), key=lambda e: e.name)}


def game_type(key: str) -> type[Game]:
    """Return a game by its key; raise UnknownGame if it is not installed."""
    try:
        return game_types()[key]
    except KeyError:
        raise UnknownGame("game.unknown", game=key, known=", ".join(game_types())) from None


def editions(key: str) -> list[str]:
    """Return the names of the editions that come with a game."""
    folder = game_type(key).folder / "editions"
    return sorted(path.name for path in folder.iterdir() if (path / "edition.toml").exists())


@cache
def find_game(key: str, edition: str = STANDARD) -> Game:
    """Return a game with one of its editions, or with the edition in a folder."""
    kind = game_type(key)
    return kind(find_edition(kind, edition))


def find_edition(kind: type[Game], edition: str) -> Edition:
    """Return an edition by its name, or by the path of its folder."""
    own = kind.folder / "editions" / edition
    folder = own if own.is_dir() else Path(edition)
    if not folder.is_dir():
        raise BadSetup("setup.edition", game=kind.key, edition=edition, known=", ".join(editions(kind.key)))
    return read_edition(folder, kind.edition_files)


def game_of(record: Record, edition: str | None = None) -> Game:
    """Return the game of a record, with the given edition or the one that the record names."""
    return find_game(record.header.game, edition or record.header.edition)
