"""The order of play. A round is ROUND, a turn is what `TakeTurns` does; nothing else decides what comes after what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

PLAN: Final[i64] = 0  # §PLAN      two cards each, in order, sealed
TAKE_TURNS: Final[i64] = 1  # §ORDER     the lowest initiative first
END_ROUND: Final[i64] = 2  # §END       the next round, or the end of the game

ROUND: Final = vec[i64]([PLAN, TAKE_TURNS, END_ROUND])

# What comes in between.
PLACE: Final[i64] = 3  # §PICKUP.SEVERAL
