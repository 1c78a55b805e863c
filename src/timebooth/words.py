"""Words: one ICU MessageFormat catalogue per language, for Python and the browser alike.

Rules, records and errors carry keys and arguments; only here do they become sentences, in the reader's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from icu4py.messageformat import MessageFormat

from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.game import Game
from timebooth.names import clean_name

LANGUAGES = ("en", "fr")
SHARED = Path(__file__).parent / "text"
TWO_DOTS = re.compile(r"(?<!\.)\.\.(?=\s|$)")  # an abbreviation at the end of a sentence lends it its dot


@cache
def _file(folder: Path, lang: str) -> dict[str, str]:
    said: dict[str, str] = json.loads((folder / f"{lang}.json").read_text(encoding="utf-8"))
    return said


def catalogue(lang: str, game: Game | None = None) -> dict[str, str]:
    """Every sentence of a language: the shared ones, a game's, and what its edition prints."""
    said = dict(_file(SHARED, lang))
    if game is not None:
        said |= _file(game.folder / "text", lang)
        said |= game.printed(lang)
    return said


class Words:
    """Speaks one language, about one game or none."""

    def __init__(self, lang: str, game: Game | None = None, names: tuple[str, ...] = ()) -> None:
        self.lang = lang
        self.game = game
        self.names = tuple(map(clean_name, names))
        self._said = catalogue(lang, game)
        self._formats: dict[str, MessageFormat] = {}

    def has(self, key: str) -> bool:
        return key in self._said

    def say(self, key: str, /, **args: Any) -> str:
        """The sentence of a key; a key without one is shown as it is, so that nothing is lost."""
        pattern = self._said.get(key)
        if pattern is None:
            return key
        form = self._formats.get(key)
        if form is None:
            form = self._formats[key] = MessageFormat(pattern, self.lang)
        said: str = form.format({name: self._argument(value) for name, value in args.items()})
        return TWO_DOTS.sub(".", said)

    def seat(self, seat: int) -> str:
        """A player's name, or the number of the chair."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.say("seat.numbered", number=seat + 1)

    def error(self, problem: TimeboothError) -> str:
        """What went wrong and what to do, as one sentence."""
        return self.say(f"error.{problem.key}", **problem.args_by_name).replace("  ", " ")

    def named(self, args: Mapping[str, object]) -> dict[str, object]:
        """Arguments whose ids are replaced by what a player calls them, as the game says."""
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

    @staticmethod
    def _argument(value: object) -> Any:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, (int, float, str)):
            return value
        return "none" if value is None else str(value)  # a case of `select`
