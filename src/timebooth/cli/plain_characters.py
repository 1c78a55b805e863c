"""Characters that a terminal cannot show are replaced by similar ones that it can, of the same width where possible."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "timebooth-plain"

DRAWN = {
    **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
    "─": "-",
    "│": "|",
    "◆": "#",
    "○": "o",
    "▲": "^",
    "▶": ">",
    "▼": "v",
    "◀": "<",
    "△": "=",
    "★": "*",
    "✓": "+",
    "✗": "x",
    "←": "<",
    "↑": "^",
    "→": ">",
    "↓": "v",
    "↺": "L",
    "↻": "R",
    "·": "-",
    "•": "*",
    "…": ".",
    "–": "-",
    "−": "-",
    "—": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "§": "#",
    "×": "x",
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
}


def plain(text: str) -> str:
    """Return a text in ASCII; what has no similar character becomes a question mark."""
    return "".join(_plain(each) for each in text)


def _plain(each: str) -> str:
    if each.isascii():
        return each
    similar = DRAWN.get(each) or unicodedata.normalize("NFKD", each).encode("ascii", "ignore").decode()
    return similar or "?"


def _replace(problem: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding has no character for."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    return plain(problem.object[problem.start : problem.end]), problem.end


codecs.register_error(NAME, _replace)
