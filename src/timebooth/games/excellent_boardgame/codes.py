"""The answers' codes, block by block; `answers.py` gives each its name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.pieces import CARDS

PLACE_NEXT: Final[i64] = 0  # + character
PLAN_CARDS: Final[i64] = 9  # + first card * 59 + second card among the other 59
CODES: Final[i64] = 3549


def plan_code(first: i64, second: i64) -> i64:
    """The code of two different cards in this order."""
    if second > first:
        second -= 1
    return PLAN_CARDS + first * (CARDS - 1) + second


def first_card(code: i64) -> i64:
    """The card next to the player marker."""
    return (code - PLAN_CARDS) // (CARDS - 1)


def second_card(code: i64) -> i64:
    """The card farther from the player marker."""
    second = (code - PLAN_CARDS) % (CARDS - 1)
    if second >= first_card(code):
        return second + 1
    return second
