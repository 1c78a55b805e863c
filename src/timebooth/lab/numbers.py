"""The numbers that an edition prints, and the editions in which one of them is one more or one less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from timebooth.kernel.errors import BadEdition
from timebooth.registry import find_game

ONE_CHANGED = "#"
"""Between an edition and its change: `standard#board.dial.1.start=6`; see `registry.find_edition`."""


def changed_editions(game: str, edition: str) -> list[str]:
    """Return every valid edition in which one number is one more or one less."""
    found = []
    for file, content in find_game(game, edition).edition.files.items():
        for place, number in _numbers(content):
            for other in (number - 1, number + 1):
                changed = f"{edition}{ONE_CHANGED}{file}.{place}={other}"
                try:
                    find_game(game, changed)
                except BadEdition:
                    continue
                found.append(changed)
    return found


def _numbers(tables: dict[str, Any], path: str = "") -> Iterator[tuple[str, int]]:
    """Yield the place and the value of every number that is a field of a table."""
    for name, value in tables.items():
        if isinstance(value, int) and not isinstance(value, bool):
            yield f"{path}{name}", value
        elif isinstance(value, dict):
            yield from _numbers(value, f"{path}{name}.")
        elif isinstance(value, list):
            for i, each in enumerate(value):
                if isinstance(each, dict):
                    yield from _numbers(each, f"{path}{name}.{i + 1}.")
