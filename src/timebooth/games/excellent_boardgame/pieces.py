"""What moves, what is collected and what is played, by name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SEATS: Final[i64] = 4  # at most
NOWHERE: Final[i64] = -1  # the booth of a seat that nobody has

# Clockwise, so that a turn to the right is one more.
FACINGS: Final[tuple[str, ...]] = ("north", "east", "south", "west")

# Movement symbols. A step goes as many quarter turns to the right of the facing as its number says.
FORWARD: Final[i64] = 0
RIGHT: Final[i64] = 1
BACK: Final[i64] = 2
LEFT: Final[i64] = 3
TURN_LEFT: Final[i64] = 4
TURN_RIGHT: Final[i64] = 5
NO_SYMBOL: Final[i64] = 6  # after the last one of a button
SYMBOLS: Final[tuple[str, ...]] = ("forward", "right", "back", "left", "turn_left", "turn_right")  # §SYMBOLS
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

# Tokens are the copies of the characters.
MAX_TOKENS: Final[i64] = 62
IN_PLAY_AREA: Final[i64] = 1000  # lies in a play area, not in a space
RETURNED: Final[i64] = 1001  # went back to the box  §SETUP.RETURN
UNREVEALED: Final[i64] = 63  # nobody has seen its arrows

KNIGHT: Final[i64] = 0
COWBOY: Final[i64] = 1
EVIL_DUDES: Final[i64] = 2
DUDES: Final[tuple[str, ...]] = ("knight", "cowboy")

CARDS: Final[i64] = 60  # §CARD.INITIATIVE  numbered 1 to 59 and 69; a card's place in this order is its code
NO_CARD: Final[i64] = 60
