"""The answers' codes, block by block; `answers.py` gives each its name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

STOP: Final[i64] = 0
STAY: Final[i64] = 1
KEEP_ROLL: Final[i64] = 2
USE_BOOTH: Final[i64] = 3
KEEP_CARD: Final[i64] = 4
SWAP_CARD: Final[i64] = 5
TAKE_BOGUS: Final[i64] = 6

TAKE_CHARACTER: Final[i64] = 7  # + character
KEEP_OBJECTIVE: Final[i64] = 11  # + objective
CHOOSE: Final[i64] = 27  # + verb * 5 + times - 1
PUT_NEXT: Final[i64] = 92  # + Riff card
UNFIX_PLACE: Final[i64] = 152  # + place
ROLL: Final[i64] = 162  # + pool, the fullest first

MOVE_TO: Final[i64] = 196  # + way * 11 + place
STEP_TO: Final[i64] = 240  # + place
PICK_UP: Final[i64] = 251  # + way * 10 + personage
DROP_OFF: Final[i64] = 301  # + way * 10 + personage
PASS_TO: Final[i64] = 351  # + way * 40 + personage * 4 + character
FIX_RIFT: Final[i64] = 551  # + way
REROLL_DIE: Final[i64] = 555  # + way * 24 + kind of die * 6 + face
SET_DIE: Final[i64] = 651  # + (kind of die * 6 + face) * 6 + new face
CODES: Final[i64] = 795
