"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.effects import chase
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.table import FIRST, SECOND
from timebooth.kernel._vec import vec
from timebooth.kernel.journal import Journal


def move_dudes(s: ExcellentState, t: vec[i64], journal: Journal | None) -> None:
    """First by the card closer to the player marker, then by the other.  §DUDES §DUDES.TWICE"""
    chase(s, t, t[FIRST + s.turn], journal)
    chase(s, t, t[SECOND + s.turn], journal)
