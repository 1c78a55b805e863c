"""How a game ended."""

from __future__ import annotations

from typing import Final

import msgspec

UNFINISHED: Final = "unfinished"
"""The ending of a game that was not over after its `max_steps`; nobody wins."""


class Outcome(msgspec.Struct, frozen=True):
    """The seats that won (none in a lost cooperative game) and the name of the ending."""

    winners: tuple[int, ...]
    ending: str
