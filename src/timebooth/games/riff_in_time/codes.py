"""Generated from answers.py by tools/answer_codes.py; do not edit.

A block of several answers ends before the code that its `_END` names.
"""

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
TAKE_CHARACTER_END: Final[i64] = 11
KEEP_OBJECTIVE: Final[i64] = 11  # + objective
KEEP_OBJECTIVE_END: Final[i64] = 27
CHOOSE: Final[i64] = 27  # + verb * 5 + times - 1
CHOOSE_END: Final[i64] = 92
PUT_NEXT: Final[i64] = 92  # + Riff card
PUT_NEXT_END: Final[i64] = 152
UNFIX_PLACE: Final[i64] = 152  # + place
UNFIX_PLACE_END: Final[i64] = 162
ROLL: Final[i64] = 162  # + pool, the fullest first
ROLL_END: Final[i64] = 196
MOVE_TO: Final[i64] = 196  # + way * 11 + place
MOVE_TO_END: Final[i64] = 240
STEP_TO: Final[i64] = 240  # + place
STEP_TO_END: Final[i64] = 251
PICK_UP: Final[i64] = 251  # + way * 10 + personage
PICK_UP_END: Final[i64] = 301
DROP_OFF: Final[i64] = 301  # + way * 10 + personage
DROP_OFF_END: Final[i64] = 351
PASS_TO: Final[i64] = 351  # + way * 40 + personage * 4 + character
PASS_TO_END: Final[i64] = 551
FIX_RIFT: Final[i64] = 551  # + way
FIX_RIFT_END: Final[i64] = 555
REROLL_DIE: Final[i64] = 555  # + way * 24 + kind of die * 6 + face
REROLL_DIE_END: Final[i64] = 651
SET_DIE: Final[i64] = 651  # + (kind of die * 6 + face) * 6 + new face
SET_DIE_END: Final[i64] = 795
CODES: Final[i64] = 795
