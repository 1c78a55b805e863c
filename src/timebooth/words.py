"""Texts: one catalogue of ICU MessageFormat patterns per language, for Python and the browser.

Rules, records and errors contain keys and arguments; only here they become sentences in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from icu4py.messageformat import MessageFormat

from timebooth.catalogues import LANGUAGES as LANGUAGES
from timebooth.catalogues import SHARED as SHARED
from timebooth.catalogues import catalogue as catalogue
from timebooth.kernel.errors import TimeboothError, without_texts
from timebooth.kernel.game import Game
from timebooth.names import clean_name

TWO_DOTS = re.compile(r"(?<!\.)\.\.(?=\s|$)")  # after an abbreviation at the end of a sentence
ELISION = re.compile(r"\b([Dd])e (?=[AEIOUÀÂÉÈÊÎÔÛ](?!-\d))")  # French: "de" before a name, but not before A-2


def english_error(problem: TimeboothError) -> str:
    """Return an error in English; its key and arguments if it has no text."""
    words = _english()
    return words.error(problem) if words.has(f"error.{problem.key}") else without_texts(problem)


class Words:
    """The texts of one language, with those of a game if one is given."""

    def __init__(self, lang: str, game: Game | None = None, names: tuple[str, ...] = ()) -> None:
        self.lang = lang
        self.game = game
        self.names = tuple(map(clean_name, names))
        self._said = catalogue(lang, game)
        self._formats: dict[str, MessageFormat] = {}

    def has(self, key: str) -> bool:
        return key in self._said

    def say(self, key: str, /, **args: Any) -> str:
        """Return the text of a key with its arguments; a key without a text is returned as it is."""
        pattern = self._said.get(key)
        if pattern is None:
            return key
        form = self._formats.get(key)
        if form is None:
            form = self._formats[key] = MessageFormat(pattern, self.lang)
        said: str = form.format({name: self._argument(value) for name, value in args.items()})
        if self.lang == "fr":
            said = ELISION.sub(r"\1’", said)
        return TWO_DOTS.sub(".", said)

    def say_named(self, key: str, /, **args: Any) -> str:
        """Return the text of a key, with ids in its arguments replaced by their names."""
        return self.say(key, **self.named(args))

    def seat(self, seat: int) -> str:
        """Return the name of a player, or the number of the seat."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.say("seat.numbered", number=seat + 1)

    def error(self, problem: TimeboothError) -> str:
        """Return what went wrong and what to do about it."""
        return self.say(f"error.{problem.key}", **problem.args_by_name).replace("  ", " ")

    def named(self, args: Mapping[str, object]) -> dict[str, object]:
        """Return the arguments with ids replaced by their names."""
        if self.game is None:
            return dict(args)
        return {name: self._name(name, value) for name, value in args.items()}

    def _name(self, field: str, value: object) -> object:
        assert self.game is not None
        if value is None:
            return None
        if field in self.game.seat_fields and isinstance(value, int):
            return self.seat(value)
        prefix = self.game.word_fields.get(field)
        if prefix is None:
            return value
        if isinstance(value, (list, tuple)):
            return ", ".join(self.say(f"{prefix}.{one}") for one in value)
        return self.say(f"{prefix}.{value}")

    def _argument(self, value: object) -> Any:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, TimeboothError):
            return self.error(value)
        if isinstance(value, (int, float, str)):
            return value
        if isinstance(value, (list, tuple)):
            return ", ".join(map(str, value))
        return "none" if value is None else str(value)  # a case of `select`


@cache
def _english() -> Words:
    return Words("en")
