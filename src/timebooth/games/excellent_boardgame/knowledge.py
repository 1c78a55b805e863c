"""What a seat cannot know: the other hands, and which unseen cards are still in the draw pile.  §HIDDEN

Arrows need no redrawing: what one player has seen of them all have seen, and unseen ones are not drawn yet.
"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.table import HAND
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import count
from timebooth.kernel.chance import Rng, some_of


def deal_anew(t: vec[i64], seats: i64, seat: i64, unseen: i64, rng: Rng) -> i64:
    """Deal the other hands anew out of all cards that this seat has not seen; returns those that stay unseen."""
    hidden = unseen
    for other in range(seats):
        if other != seat:
            hidden |= t[HAND + other]
    for other in range(seats):
        if other != seat:
            hand = some_of(hidden, count(t[HAND + other]), rng)
            t[HAND + other] = hand
            hidden ^= hand
    return hidden
