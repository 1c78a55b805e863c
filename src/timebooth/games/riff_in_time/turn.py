"""The number of each step: its place in `steps/all_steps.py`, which lists them in the order of play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Set-up
CHOOSE_CHARACTER: Final[i64] = 0  # §SETUP.4
CHOOSE_OBJECTIVE: Final[i64] = 1  # §SETUP.6
DEAL_BONUS: Final[i64] = 2  # §SETUP.7
FIRST_RISES: Final[i64] = 3  # §SETUP.8

# The turn
DRAW_RIFF_CARD: Final[i64] = 4  # §P1
ASSEMBLE_DICE_POOL: Final[i64] = 5  # §POOL
ROLL_DICE: Final[i64] = 6  # §ROLL
USE_THE_BOOTH: Final[i64] = 7  # §BOOTH
RESOLVE_BOGUS: Final[i64] = 8  # §BOGUS
TAKE_ACTIONS: Final[i64] = 9  # §ACTIONS
COMPLETE_OBJECTIVES: Final[i64] = 10  # §P3
END_OF_TURN: Final[i64] = 11  # §WIN §ROUND

# In between: what cards and abilities push
SWAP_RIFF_CARD: Final[i64] = 12  # §ELIZABETH
RIFF_CARD: Final[i64] = 13  # §P1.SECTIONS §OR §EFFECTS
UNFIX: Final[i64] = 14  # §UNFIX
PEEK: Final[i64] = 15  # §PEEK
SECOND_STEP: Final[i64] = 16  # §BILL
