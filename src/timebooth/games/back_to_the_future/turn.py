"""The number of each step: its place in `steps/all_steps.py`, which lists them in the order of play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Set-up
MULLIGAN: Final[i64] = 0  # §MULLIGAN

# The turn
BEFORE_THE_TURN: Final[i64] = 1  # §TRUCK
DRAW_ONE: Final[i64] = 2  # §DRAW
PLAY_ONE: Final[i64] = 3  # §PLAY
END_OF_TURN: Final[i64] = 4  # §TURN

# In between: what cards push
GAME_ACTION: Final[i64] = 5  # §MEMO  a card as it is being played, and everybody's chance to cancel it
SECOND_FLIP: Final[i64] = 6  # §DOUBLEBACK
FETCH: Final[i64] = 7  # §REWIND §QUICK_TRIP
SPREE: Final[i64] = 8  # §SPREE
GIVE_CARDS: Final[i64] = 9  # §CLOCK_TOWER §LIGHTNING
DISCARD_DOWN: Final[i64] = 10  # §ALPHA
DISCARD_TWO: Final[i64] = 11  # §STEAL
LOSE_AN_ITEM: Final[i64] = 12  # §FADING
