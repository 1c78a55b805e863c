"""The order of play. TURN is the whole turn; nothing else decides what comes after what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

IDENTITY: Final[i64] = 0  # §MULLIGAN  before the first turn
BEFORE_THE_TURN: Final[i64] = 1  # §TRUCK    others may skip the turn
DRAW_ONE: Final[i64] = 2  # §DRAW
PLAY_ONE: Final[i64] = 3  # §PLAY     or draw instead
END_OF_TURN: Final[i64] = 4  # §TURN     the next player to the left

TURN: Final = vec[i64]([BEFORE_THE_TURN, DRAW_ONE, PLAY_ONE, END_OF_TURN])

# What cards put in between.
GAME_ACTION: Final[i64] = 5  # §MEMO     a card as it is being played, and everybody's chance to cancel it
SECOND_FLIP: Final[i64] = 6  # §DOUBLEBACK
FETCH: Final[i64] = 7  # §REWIND, §QUICK_TRIP
SPREE: Final[i64] = 8  # §SPREE
GIVE_CARDS: Final[i64] = 9  # §CLOCK_TOWER, §LIGHTNING
DISCARD_DOWN: Final[i64] = 10  # §ALPHA
DISCARD_TWO: Final[i64] = 11  # §STEAL
LOSE_AN_ITEM: Final[i64] = 12  # §FADING
