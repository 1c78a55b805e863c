"""Cleans names that people typed before others read them."""

from __future__ import annotations

import unicodedata

MAX_NAME = 40
MAX_MARKS = 2  # combining marks in a row; more of them would cover the lines around a name
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
SEPARATORS = frozenset({"Zs", "Zl", "Zp"})
LINE_CONTROLS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that draw nothing


def clean_name(text: str) -> str:
    """Return a name in one line without invisible, reordering or stacked characters; empty if nothing is left.

    Control and format characters (bidirectional overrides and zero-width joiners among them), lone surrogates and
    unassigned code points are dropped, any run of white space becomes one space, letters are composed (NFC), and at
    most 40 characters are kept.
    """
    if len(text) <= MAX_NAME and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip(" ")
    kept: list[str] = []
    marks = 0
    for letter in text[: 16 * MAX_NAME]:
        kind = unicodedata.category(letter)
        if letter in LINE_CONTROLS or letter in BLANK or kind in SEPARATORS:
            letter = " "
        elif kind in INVISIBLE:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    composed = unicodedata.normalize("NFC", "".join(kept))
    return " ".join(composed.split())[:MAX_NAME].rstrip()
