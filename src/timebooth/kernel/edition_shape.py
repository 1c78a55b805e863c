"""What an edition may contain: plain values, and no others than the standard edition of its game has."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

MAX_BYTES: Final = 1 << 20  # of one file
MAX_LENGTH: Final = 4000  # of a text or an array
MAX_DEPTH: Final = 8
MAX_NUMBER: Final = 10**9
NOTES: Final = frozenset({"note", "source"})
"""Fields that every table may have: they say where its data comes from."""

Wrong = tuple[tuple[str, ...], str, str]
"""The path of a value, the reason why it is wrong, and the value."""


def wrong_value(value: object, path: tuple[str, ...] = ()) -> Wrong | None:
    """Return the first value that no edition may contain: an endless one, a control character, a date or a fraction."""
    if len(path) > MAX_DEPTH:
        return path, "too_deep", ""
    match value:
        case bool():
            return None
        case int():
            return None if -MAX_NUMBER <= value <= MAX_NUMBER else (path, "too_large", "")
        case str():
            return _wrong_text(value, path)
        case dict():
            inside = [(str(key), each) for key, each in value.items()]
        case list():
            inside = [(str(i + 1), each) for i, each in enumerate(value)]
        case _:
            return path, "not_plain", str(value)
    if len(inside) > MAX_LENGTH:
        return path, "too_long", str(len(inside))
    for key, each in inside:
        found = _wrong_text(key, path) or wrong_value(each, (*path, key))
        if found is not None:
            return found
    return None


def _wrong_text(text: str, path: tuple[str, ...]) -> Wrong | None:
    if len(text) > MAX_LENGTH:
        return path, "too_long", str(len(text))
    lines = "\n" if path and path[-1] in NOTES else ""
    if any(letter not in lines and unicodedata.category(letter).startswith("C") for letter in text):
        return path, "control_character", ascii(text[:40])
    return None


class Shape:
    """Which types and fields are at one place of the standard edition."""

    def __init__(self) -> None:
        self.kinds: dict[type, None] = {}
        self.fields: dict[str, Shape] = {}
        self.items: Shape | None = None

    def learn(self, value: object) -> Shape:
        """Add a value of the standard edition; return this shape."""
        self.kinds[type(value)] = None
        if isinstance(value, dict):
            for key, each in value.items():
                self.fields.setdefault(key, Shape()).learn(each)
        elif isinstance(value, list):
            self.items = self.items or Shape()
            for each in value:
                self.items.learn(each)
        return self

    def wrong(self, value: Any, path: tuple[str, ...] = ()) -> Wrong | None:
        """Return the first value that has no place in this shape."""
        if self.kinds and type(value) not in self.kinds:
            return path, f"not_{next(iter(self.kinds)).__name__}", str(value)
        if isinstance(value, dict):
            for key, each in value.items():
                if key in NOTES and isinstance(each, str):
                    continue
                if key not in self.fields:
                    return (*path, key), "no_field", ", ".join(self.fields)
                found = self.fields[key].wrong(each, (*path, key))
                if found is not None:
                    return found
        elif isinstance(value, list) and self.items is not None:
            for i, each in enumerate(value):
                found = self.items.wrong(each, (*path, str(i + 1)))
                if found is not None:
                    return found
        return None
