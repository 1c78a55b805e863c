"""Editions: what is printed on the components, as a folder of TOML files that a player can replace."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from timebooth.kernel.edition_shape import MAX_BYTES, Shape, Wrong, wrong_value
from timebooth.kernel.errors import BadEdition

MAX_QUOTED = 200  # letters of a wrong value that an error shows
SOURCES = ("rulebook", "published", "deduced", "reconstructed")


class Edition:
    """The TOML tables of one edition, file by file, and a hash of their content."""

    def __init__(self, folder: Path, files: dict[str, dict[str, Any]]) -> None:
        self.folder = folder
        self.files = files
        self.name = str(files["edition"].get("name", folder.name))
        content = msgspec.json.encode(files, order="deterministic")
        self.hash = hashlib.blake2b(content, digest_size=16, person=b"timebooth.ed.1").hexdigest()

    def __repr__(self) -> str:
        return f"<Edition {self.name}, {self.hash}>"

    def complain(self, file: str, table: str, field: str, reason: str, **args: object) -> BadEdition:
        """Return an error that says where this edition is wrong, and why; the caller raises it."""
        where = self.folder / f"{file}.toml"
        short = {name: each[:MAX_QUOTED] if isinstance(each, str) else each for name, each in args.items()}
        return BadEdition("edition.wrong", file=str(where), table=table, field=field, reason=reason, **short)

    def tables(self, file: str, name: str) -> list[dict[str, Any]]:
        """Return an array of tables; each must name its source."""
        found = self.files.get(file, {}).get(name)
        if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
            raise self.complain(file, name, "", "missing")
        for i, table in enumerate(found):
            self.word(file, f"{name} {i + 1}", table, "source", SOURCES)
        return found

    def word(
        self,
        file: str,
        where: str,
        table: dict[str, Any],
        field: str,
        known: Iterator[str] | tuple[str, ...] | None = None,
    ) -> str:
        """Return a field that must be a word, one of `known` if that is given."""
        value = table.get(field)
        if not isinstance(value, str):
            raise self.complain(file, where, field, "missing" if value is None else "not_a_word", value=str(value))
        if known is not None:
            choice = tuple(known)
            if value not in choice:
                raise self.complain(file, where, field, "unknown", value=value, known=", ".join(choice))
        return value

    def number(self, file: str, where: str, table: dict[str, Any], field: str, least: int, most: int) -> int:
        """Return a field that must be a whole number within bounds."""
        value = table.get(field)
        if value is None:
            raise self.complain(file, where, field, "missing")
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.complain(file, where, field, "not_between", value=str(value), least=least, most=most)
        return value


def read_edition(folder: Path, files: tuple[str, ...], game: str = "", standard: Edition | None = None) -> Edition:
    """Read the TOML files of an edition of a game; the game checks what its tables say.

    Refuse fields that the `standard` edition does not have, and values of another type.
    """
    said: dict[str, dict[str, Any]] = {}
    for name in files:
        said[name] = _read(folder / f"{name}.toml")
        _refuse(folder, name, said[name], wrong_value(said[name]))
        if standard is not None:
            shape = Shape().learn(standard.files.get(name, {}))
            _refuse(folder, name, said[name], shape.wrong(said[name]))
        if name == "edition" and game and said[name].get("game") != game:  # before its files are missed
            _refuse(folder, name, said[name], (("game",), "other_game", game))
    return Edition(folder, said)


def with_number(edition: Edition, change: str) -> Edition:
    """Return an edition with one number changed, such as `board.dial.1.start=6`: file, table, which one, field."""
    place, _, value = change.partition("=")
    file, *path = place.split(".")
    files = deepcopy(edition.files)
    inside: Any = files.get(file)
    try:
        for step in path[:-1]:
            inside = inside[int(step) - 1] if isinstance(inside, list) else inside[step]
        if type(inside[path[-1]]) is not int:
            raise KeyError(path[-1])
        inside[path[-1]] = int(value)
    except (KeyError, IndexError, TypeError, ValueError):
        raise BadEdition("edition.no_number", edition=edition.name, change=_printable(change)) from None
    found = Edition(edition.folder, files)
    found.name = f"{edition.name}#{change}"
    return found


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise BadEdition("edition.no_file", file=str(path))
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadEdition("edition.too_large", file=str(path), most=MAX_BYTES)
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        raise BadEdition("edition.not_toml", file=str(path), reason="nested too deeply") from None
    except (OSError, ValueError) as problem:
        raise BadEdition("edition.not_toml", file=str(path), reason=_printable(str(problem))) from None


def _refuse(folder: Path, file: str, said: dict[str, Any], wrong: Wrong | None) -> None:
    """Raise an error for a value that is wrong: it names the file, the table and the field."""
    if wrong is None:
        return
    path, reason, value = wrong
    table, field = file, ".".join(path)
    if len(path) > 1 and isinstance(said.get(path[0]), list):
        table, field = f"{path[0]} {path[1]}", ".".join(path[2:])
    raise BadEdition(
        "edition.wrong",
        file=str(folder / f"{file}.toml"),
        table=table,
        field=_printable(field),
        reason=reason,
        value=_printable(value),
        known=value,
    )


def _printable(text: str) -> str:
    """Return the beginning of a text without control characters, to be quoted in an error."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)[:MAX_QUOTED]
