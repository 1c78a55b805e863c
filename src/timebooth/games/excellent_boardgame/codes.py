"""Generated from answers.py by tools/answer_codes.py; do not edit.

A block of several answers ends before the code that its `_END` names.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PLACE_NEXT: Final[i64] = 0  # + character
PLACE_NEXT_END: Final[i64] = 9
PLAN_CARDS: Final[i64] = 9  # + first card * 59 + second card among the other 59
PLAN_CARDS_END: Final[i64] = 3549
CODES: Final[i64] = 3549
