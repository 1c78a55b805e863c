"""Which cards come first: the same rule for the order of turns and for a tie at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import SINGLE_DIGITS, SIXTY_NINE
from timebooth.kernel.bits import bit, lowest

SIXTY_NINE_DUDES: Final[i64] = 0  # earlier than any card


def sixty_nine_counts(shown: i64, others: i64) -> bool:
    """Return whether the 69 is the lowest of all: another player shows a single digit.  §SIXTY_NINE §J3"""
    return shown & bit(SIXTY_NINE) != 0 and others & SINGLE_DIGITS != 0


def initiative(shown: i64, others: i64) -> i64:
    """Return how early these cards come, shown against those of all others: smaller is earlier.

    Only the lower card counts, and no number is printed twice (§J2); a 69 without effect is just a 69.
    §ORDER §TIE §SIXTY_NINE.IGNORED §J1 §J5
    """
    if sixty_nine_counts(shown, others):
        return SIXTY_NINE_DUDES  # §J4
    return lowest(shown) + 1  # the codes of the cards ascend with their numbers
