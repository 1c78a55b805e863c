"""The catalogues of texts: one JSON file of ICU MessageFormat patterns per language, and whether a game's are sound."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from icu4py.messageformat import MessageFormat

from timebooth.kernel.errors import BadPlugin
from timebooth.kernel.game import Game

LANGUAGES = ("en", "fr")
SHARED = Path(__file__).parent / "text"
TITLE = "game.title"


@cache
def _file(folder: Path, lang: str) -> dict[str, str]:
    said: dict[str, str] = json.loads((folder / f"{lang}.json").read_text(encoding="utf-8"))
    return said


def catalogue(lang: str, game: Game | None = None) -> dict[str, str]:
    """Return all texts of a language: shared ones, those of a game, and those printed on its components."""
    said = dict(_file(SHARED, lang))
    if game is not None:
        said |= _file(game.folder / "text", lang)
        said |= game.printed(lang)
    return said


def check_texts(game: Game) -> None:
    """Check the texts of a game in every language; raise BadPlugin with the file and the key of the first bad one."""
    for lang in LANGUAGES:
        path = game.folder / "text" / f"{lang}.json"
        try:
            said = _file(game.folder / "text", lang) | game.printed(lang)
        except (OSError, ValueError, TypeError) as problem:
            raise BadPlugin("plugin.text", file=str(path), at="", detail=str(problem)) from None
        if TITLE not in said:
            raise BadPlugin("plugin.text", file=str(path), at=TITLE, detail="missing")
        for key, pattern in said.items():
            try:
                MessageFormat(pattern, lang)
            except (TypeError, ValueError, RuntimeError) as problem:
                raise BadPlugin("plugin.text", file=str(path), at=key, detail=str(problem)) from None
