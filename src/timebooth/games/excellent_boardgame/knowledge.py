"""What a seat cannot know: the other hands, and which unseen cards are still in the draw pile.  §HIDDEN

Arrows need no redrawing: what one player has seen of them all have seen, and unseen ones are not drawn yet.
"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.state import NO_ENDING, ExcellentState
from timebooth.games.excellent_boardgame.table import HAND
from timebooth.kernel.bits import count
from timebooth.kernel.chance import Dice, some_of


def resample(s: ExcellentState, seat: int, rng: Dice) -> None:
    """Deal the other hands anew out of all cards that this seat has not seen."""
    if s.ending != NO_ENDING:
        return
    me: i64 = seat
    t = s.row
    hidden = s.unseen
    for other in range(s.seats):
        if other != me:
            hidden |= t[HAND + other]
    for other in range(s.seats):
        if other != me:
            hand = some_of(hidden, count(t[HAND + other]), rng)
            t[HAND + other] = hand
            hidden ^= hand
    s.unseen = hidden
