"""The number of each step: its place in `steps/all_steps.py`, which lists them in the order of play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# The round
PLAN_TWO_CARDS: Final[i64] = 0  # §PLAN
TAKE_TURNS: Final[i64] = 1  # §ORDER
END_ROUND: Final[i64] = 2  # §END

# In between: what a move pushes
PLACE_CHARACTERS: Final[i64] = 3  # §PICKUP.SEVERAL
