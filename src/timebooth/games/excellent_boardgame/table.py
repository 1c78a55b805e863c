"""Where everything lies in a state's one row of numbers: part after part, seat by seat, token by token, space by space.

The rules say `t[HOLDS + seat]`; everybody else may say `s.held[seat]`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SEATS: Final[i64] = 4

# The first 32 numbers are the stack: a round and a choice are at most four frames.

# The board.
BOOTH_AT: Final[i64] = 32  # + seat
BOOTH_FACING: Final[i64] = 36  # + seat
DUDE_AT: Final[i64] = 40  # + evil dude
DUDE_FACING: Final[i64] = 42  # + evil dude

# The play areas: characters in the order in which they were collected, from the player marker to the left.
HOLDS: Final[i64] = 44  # + seat: how many characters are in the row
COLLECTED: Final[i64] = 48  # + seat: the characters in the row, as a set
ROW: Final[i64] = 52  # + seat * KINDS + place: tokens
FIRST: Final[i64] = 88  # + seat: the card next to the player marker
SECOND: Final[i64] = 92  # + seat: the card farther from it

# The cards, the round and the turn.
HAND: Final[i64] = 96  # + seat: a set of cards
INITIATIVE: Final[i64] = 100  # + seat: how early its two cards come in this round
ORDER: Final[i64] = 104  # + place: seats by initiative
PROGRAMME: Final[i64] = 108  # + place: tokens whose buttons move the booth this turn

# The tokens, at most 62.
LIES_AT: Final[i64] = 117  # + token: its space, or HELD or RETURNED
LEVEL: Final[i64] = 179  # + token: how high in its stack
ARROWS: Final[i64] = 241  # + token: which printed arrows, once they were seen

# The spaces.
CHARACTERS_AT: Final[i64] = 303  # + space: which characters lie there, as a set

# What stands there when nothing does.
NOWHERE: Final[i64] = -1  # the booth of a seat that nobody has
NO_CARD: Final[i64] = 60  # nothing lies in this slot
HELD: Final[i64] = 1000  # a token in a play area lies in no space
RETURNED: Final[i64] = 1001  # nor does one that went back to the box  §SETUP.RETURN
UNREVEALED: Final[i64] = 63  # a token whose arrows nobody has seen
