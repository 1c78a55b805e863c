"""What moves and what is collected, by name: facings, movement symbols, characters, evil dudes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Clockwise, so that a turn to the right is one more.
FACINGS: Final[tuple[str, ...]] = ("north", "east", "south", "west")

# Movement symbols. A step goes as many quarter turns to the right of the facing as its number says.  §SYMBOLS
FORWARD: Final[i64] = 0
RIGHT: Final[i64] = 1
BACK: Final[i64] = 2
LEFT: Final[i64] = 3
TURN_LEFT: Final[i64] = 4
TURN_RIGHT: Final[i64] = 5
NO_SYMBOL: Final[i64] = 6  # after the last one of a button
SYMBOLS: Final[tuple[str, ...]] = ("forward", "right", "back", "left", "turn_left", "turn_right")
GLYPHS: Final[tuple[str, ...]] = ("↑", "→", "↓", "←", "↺", "↻")

CHARACTERS: Final[tuple[str, ...]] = (
    "princesses",
    "abraham_lincoln",
    "beethoven",
    "billy_the_kid",
    "genghis_khan",
    "joan_of_arc",
    "napoleon",
    "sigmund_freud",
    "socrates",
)
KINDS: Final[i64] = 9
PRINCESSES: Final[i64] = 0

KNIGHT: Final[i64] = 0
COWBOY: Final[i64] = 1
EVIL_DUDES: Final[i64] = 2
DUDES: Final[tuple[str, ...]] = ("knight", "cowboy")
