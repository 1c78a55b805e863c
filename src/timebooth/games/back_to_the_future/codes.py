"""Generated from answers.py by tools/answer_codes.py; do not edit.

A block of several answers ends before the code that its `_END` names.
"""

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
USE_DUST_JACKET_END: Final[i64] = 21
USE_FUSION: Final[i64] = 21  # + item fed
USE_FUSION_END: Final[i64] = 39
PLAY: Final[i64] = 39  # + kind; without anything to choose
PLAY_END: Final[i64] = 90
FLIP_V1_PELLET: Final[i64] = 90  # + linchpin
FLIP_V1_PELLET_END: Final[i64] = 99
FLIP_V1_CASE: Final[i64] = 99  # + linchpin
FLIP_V1_CASE_END: Final[i64] = 108
FLIP_V2: Final[i64] = 108  # + linchpin
FLIP_V2_END: Final[i64] = 117
FLIP_V3: Final[i64] = 117  # + linchpin
FLIP_V3_END: Final[i64] = 126
FLIP_V5: Final[i64] = 126  # + linchpin
FLIP_V5_END: Final[i64] = 135
FLIP_TRAIN: Final[i64] = 135  # + linchpin
FLIP_TRAIN_END: Final[i64] = 144
FLIP_HITCH: Final[i64] = 144  # + linchpin
FLIP_HITCH_END: Final[i64] = 153
FLIP_V4: Final[i64] = 153  # + kind discarded * 9 + linchpin
FLIP_V4_END: Final[i64] = 612
DOUBLE_BACK: Final[i64] = 612  # + DoubleBack * 2 + side
DOUBLE_BACK_END: Final[i64] = 628
FLIP_ANOTHER: Final[i64] = 628  # + linchpin, for the item
FLIP_ANOTHER_END: Final[i64] = 637
FLIP_FOR_CASH: Final[i64] = 637  # + linchpin
FLIP_FOR_CASH_END: Final[i64] = 646
TAKE_ITEM: Final[i64] = 646  # + item * 6 + owner
TAKE_ITEM_END: Final[i64] = 754
ERASE_ITEM: Final[i64] = 754  # + item * 6 + owner
ERASE_ITEM_END: Final[i64] = 862
NEW_SELF: Final[i64] = 862  # + seat
NEW_SELF_END: Final[i64] = 868
FADE: Final[i64] = 868  # + seat
FADE_END: Final[i64] = 874
TRADE: Final[i64] = 874  # + seat
TRADE_END: Final[i64] = 880
PASS_LEFT: Final[i64] = 880
PASS_RIGHT: Final[i64] = 881
TAKE_LOCOMOTIVE: Final[i64] = 882  # + owner
TAKE_LOCOMOTIVE_END: Final[i64] = 888
REWIND_TO: Final[i64] = 888  # + kind
REWIND_TO_END: Final[i64] = 931
GIVE: Final[i64] = 931  # + kind
GIVE_END: Final[i64] = 982
DISCARD: Final[i64] = 982  # + kind
DISCARD_END: Final[i64] = 1033
LOSE_ITEM: Final[i64] = 1033  # + item
LOSE_ITEM_END: Final[i64] = 1051
CODES: Final[i64] = 1051
