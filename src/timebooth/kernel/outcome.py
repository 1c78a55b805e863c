"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """The seats that won (none in a lost cooperative game) and the name of the ending."""

    winners: tuple[int, ...]
    ending: str
