"""Editions: what is printed on the components, as a folder of TOML files that a player can replace."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from timebooth.kernel.errors import BadEdition

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
        return BadEdition("edition.wrong", file=str(where), table=table, field=field, reason=reason, **args)

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


def read_edition(folder: Path, files: tuple[str, ...]) -> Edition:
    """Read the TOML files of an edition; the game checks their tables."""
    said: dict[str, dict[str, Any]] = {}
    for name in files:
        path = folder / f"{name}.toml"
        try:
            said[name] = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadEdition("edition.no_file", file=str(path)) from None
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
            raise BadEdition("edition.not_toml", file=str(path), reason=str(problem)) from None
    return Edition(folder, said)
