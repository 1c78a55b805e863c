"""The answers' codes, block by block; `answers.py` gives each its name."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PASS: Final[i64] = 0
KEEP_IDENTITY: Final[i64] = 1
NEW_IDENTITY: Final[i64] = 2

REACT_MEMO: Final[i64] = 3
REACT_NEWSPAPER: Final[i64] = 4
REACT_TELEGRAM: Final[i64] = 5
REACT_FAX: Final[i64] = 6
REACT_ENGINE_TROUBLE: Final[i64] = 7
REACT_SCIENCE_EXPERIMENT: Final[i64] = 8
REACT_STEAL_MY_STUFF: Final[i64] = 9
REACT_TRUCK: Final[i64] = 10

DRAW: Final[i64] = 11
END_TURN: Final[i64] = 12

USE_LIGHTNING: Final[i64] = 13
USE_HYDRATOR: Final[i64] = 14
USE_DUST_JACKET: Final[i64] = 15  # + owner of the Almanac
USE_FUSION: Final[i64] = 21  # + item fed

PLAY: Final[i64] = 39  # + kind, where nothing is to be chosen
FLIP: Final[i64] = 90  # + way of travelling * 9 + linchpin
FLIP_V4: Final[i64] = 153  # + kind discarded * 9 + linchpin
DOUBLE_BACK: Final[i64] = 612  # + doubleback * 2 + side
FLIP_ANOTHER: Final[i64] = 628  # + 9 for Emergency Cash + linchpin
TAKE_ITEM: Final[i64] = 646  # + item * 6 + owner
ERASE_ITEM: Final[i64] = 754  # + item * 6 + owner
NEW_SELF: Final[i64] = 862  # + seat
FADE: Final[i64] = 868  # + seat
TRADE: Final[i64] = 874  # + seat
PASS_HANDS: Final[i64] = 880  # + 0 left, 1 right
TAKE_LOCOMOTIVE: Final[i64] = 882  # + owner
REWIND_TO: Final[i64] = 888  # + kind

GIVE: Final[i64] = 931  # + kind
DISCARD: Final[i64] = 982  # + kind
LOSE_ITEM: Final[i64] = 1033  # + item
CODES: Final[i64] = 1051

# Ways of travelling to any linchpin without a choice of what to discard.
BY_V1_PELLET: Final[i64] = 0
BY_V1_CASE: Final[i64] = 1
BY_V2: Final[i64] = 2
BY_V3: Final[i64] = 3
BY_V5: Final[i64] = 4
BY_TRAIN: Final[i64] = 5
BY_HITCH: Final[i64] = 6
