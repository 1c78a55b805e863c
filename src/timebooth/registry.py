"""Finds the installed games: ours, and those that other packages provide by the entry point `timebooth.games`.

A game of another package that cannot be used is left out, with its reason; all others work.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from timebooth.catalogues import check_texts
from timebooth.kernel.chance import FastRng
from timebooth.kernel.edition import Edition, read_edition, with_number
from timebooth.kernel.errors import BadPlugin, BadRecord, BadSetup, UnknownGame
from timebooth.kernel.game import Game
from timebooth.kernel.record import Record
from timebooth.ledger import check_ledgers
from timebooth.plugins import Plugins, Unusable, load

GROUP = "timebooth.games"
STANDARD = "standard"
SERVED = "TIMEBOOTH_EDITION"
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")  # it becomes part of addresses, files and the names of environments


def ignore(_found: Unusable) -> None:
    """Do nothing."""


on_unusable: Callable[[Unusable], None] = ignore
"""Called once for each game that cannot be used, when games are first looked for; a program may replace it."""


@cache
def _games() -> Plugins[type[Game]]:
    found = load(entry_points(group=GROUP), _check)
    for each in found.unusable:
        on_unusable(each)
    return found


def game_types() -> dict[str, type[Game]]:
    """Return every game that can be played by its key."""
    return _games().usable


def unusable_games() -> list[Unusable]:
    """Return the installed games of other packages that cannot be used, and why."""
    return _games().unusable


def forget() -> None:
    """Look for games anew: for tests, and for notebooks in which a package was installed."""
    _games.cache_clear()
    _served.cache_clear()
    find_game.cache_clear()


def game_type(key: str) -> type[Game]:
    """Return a game by its key; raise UnknownGame if it is not installed, or not usable."""
    try:
        return game_types()[key]
    except KeyError:
        reason = _games().why_not(key)
        if reason is not None:
            raise UnknownGame("game.unusable", game=key, reason=reason) from None
        raise UnknownGame("game.unknown", game=key, known=", ".join(game_types())) from None


def editions(key: str) -> list[str]:
    """Return the names of the editions that come with a game, and of those of `timebooth serve --edition`."""
    return list(_editions(game_type(key)))


def _editions(kind: type[Game]) -> dict[str, Path]:
    """Return the folders of the editions by their names."""
    own = (path for path in (kind.folder / "editions").iterdir() if (path / "edition.toml").exists())
    return {path.name: path for path in sorted(own)} | _served().get(kind.key, {})


@cache
def _served() -> dict[str, dict[str, Path]]:
    """Return the folders of `timebooth serve --edition` by game and name; its processes inherit the variable."""
    found: dict[str, dict[str, Path]] = {}
    for folder in filter(None, os.environ.get(SERVED, "").split(os.pathsep)):
        edition = read_edition(Path(folder), ("edition",))
        game = edition.word("edition", "edition", edition.files["edition"], "game")
        found.setdefault(game, {})[edition.name] = Path(folder)
    return found


def serve_editions(folders: Iterable[Path]) -> None:
    """Offer editions at tables by their names; raise an error if one is wrong or its name is taken."""
    os.environ[SERVED] = ""
    forget()
    for folder in folders:
        edition = read_edition(folder, ("edition",))
        kind = game_type(edition.word("edition", "edition", edition.files["edition"], "game"))
        if edition.name in _editions(kind):
            raise BadSetup("edition.name_taken", folder=str(folder), name=edition.name, game=kind.key)
        kind(find_edition(kind, str(folder.resolve())))
        os.environ[SERVED] = os.pathsep.join(filter(None, (os.environ[SERVED], str(folder.resolve()))))
        forget()


def _check(name: str, found: object) -> type[Game]:
    """Return a game of another package; raise an error if it could not be listed, read or started."""
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BadPlugin("plugin.not_a_game", have=repr(found))
    if found.key != name:
        raise BadPlugin("plugin.other_key", name=name, have=str(found.key))
    if not KEY.fullmatch(name):
        raise BadPlugin("plugin.key", name=name)
    if not (found.folder / "editions" / STANDARD / "edition.toml").is_file():  # `find_edition` compares with it
        raise BadPlugin("plugin.no_edition", folder=str(found.folder))
    for edition in _editions(found):
        game = found(find_edition(found, edition))
        check_texts(game)
        for seats in game.seats:
            game.start(seats, None, FastRng(0))
    check_ledgers(found.folder)
    return found


@cache
def find_game(key: str, edition: str = STANDARD) -> Game:
    """Return a game with one of its editions, or with the edition in a folder."""
    kind = game_type(key)
    return kind(find_edition(kind, edition))


def find_edition(kind: type[Game], edition: str) -> Edition:
    """Return an edition by its name or the path of its folder; `#` and a change of one number may follow."""
    base, changed, change = edition.rpartition("#")
    if changed and not Path(edition).is_dir():
        return with_number(find_edition(kind, base), change)
    folder = _editions(kind).get(edition, Path(edition))
    if not folder.is_dir():
        raise BadSetup("setup.edition", game=kind.key, edition=edition, known=", ".join(_editions(kind)))
    standard = None if edition == STANDARD else find_edition(kind, STANDARD)
    return read_edition(folder, kind.edition_files, kind.key, standard)


def game_of(record: Record, edition: str | None = None) -> Game:
    """Return the game of a record, with the given edition or the one that the record names."""
    header = record.header
    if edition is None and header.edition not in editions(header.game):
        raise BadRecord("record.own_edition", line=1, edition=header.edition)
    return find_game(header.game, edition or header.edition)
