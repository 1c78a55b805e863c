"""The order of play. TURN is the whole turn; nothing else decides what comes after what."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

CHOOSE_CHARACTER: Final[i64] = 0  # §SETUP.4
CHOOSE_OBJECTIVE: Final[i64] = 1  # §SETUP.6
DEAL_BONUS: Final[i64] = 2  # §SETUP.7
FIRST_RISES: Final[i64] = 3  # §SETUP.8

SETUP: Final = vec[i64]([CHOOSE_CHARACTER, CHOOSE_OBJECTIVE, DEAL_BONUS, FIRST_RISES])

DRAW_RIFF_CARD: Final[i64] = 4  # §P1
ASSEMBLE_DICE_POOL: Final[i64] = 5  # §POOL
ROLL_DICE: Final[i64] = 6  # §ROLL
USE_THE_BOOTH: Final[i64] = 7  # §BOOTH
RESOLVE_BOGUS: Final[i64] = 8  # §BOGUS    before any other action but a reroll
TAKE_ACTIONS: Final[i64] = 9  # §ACTIONS
COMPLETE_OBJECTIVES: Final[i64] = 10  # §P3
END_OF_TURN: Final[i64] = 11  # §WIN §ROUND

TURN: Final = vec[i64](
    [
        DRAW_RIFF_CARD,
        ASSEMBLE_DICE_POOL,
        ROLL_DICE,
        USE_THE_BOOTH,
        RESOLVE_BOGUS,
        TAKE_ACTIONS,
        COMPLETE_OBJECTIVES,
        END_OF_TURN,
    ]
)


def _after() -> list[int]:
    """Which step comes after each: the next of SETUP or TURN."""
    found = [0] * (END_OF_TURN + 1)
    for steps in (SETUP, TURN):
        for i in range(1, len(steps)):
            found[steps[i - 1]] = steps[i]
    return found


AFTER: Final = vec[i64](_after())

# What cards and abilities put in between.
SWAP_RIFF_CARD: Final[i64] = 12  # §ELIZABETH
RIFF_CARD: Final[i64] = 13  # §P1.SECTIONS §OR §EFFECTS
UNFIX: Final[i64] = 14  # §UNFIX
PEEK: Final[i64] = 15  # §PEEK
SECOND_STEP: Final[i64] = 16  # §BILL
