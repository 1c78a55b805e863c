"""The order of play. ROUND and TURN are the whole of it; nothing else decides what comes after what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

PLAN: Final[i64] = 0  # §PLAN      two cards each, in order, sealed
TAKE_TURNS: Final[i64] = 1  # §ORDER     the lowest initiative first
END_ROUND: Final[i64] = 2  # §END       the next round, or the end of the game

ROUND: Final = vec[i64]([PLAN, TAKE_TURNS, END_ROUND])

MOVE_BOOTH: Final[i64] = 3  # §MOVE      characters, then the first card, then the second
MOVE_DUDES: Final[i64] = 4  # §DUDES     the first card's, then the second card's
END_TURN: Final[i64] = 5  # §TURN_END  reveal, discard, draw two

TURN: Final = vec[i64]([MOVE_BOOTH, MOVE_DUDES, END_TURN])

# What comes in between.
PLACE: Final[i64] = 6  # §PICKUP.SEVERAL
