"""What a seat cannot know: the other hands, and which unseen cards are still in the draw pile.  §HIDDEN

Arrows need no redrawing: what one player has seen of them all have seen, and unseen ones are not drawn yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from timebooth.kernel.bits import count
from timebooth.kernel.chance import Rng, some_of

if TYPE_CHECKING:
    from timebooth.games.excellent_boardgame.state import ExcellentState


def resample(s: ExcellentState, me: int, rng: Rng) -> None:
    """Deal the other hands again from all cards that this seat has not seen.  §HIDDEN"""
    seat: i64 = me
    hidden = s.unseen
    for other in range(s.seats):
        if other != seat:
            hidden |= s.hand(other)
    for other in range(s.seats):
        if other != seat:
            hand = some_of(hidden, count(s.hand(other)), rng)
            s.set_hand(other, hand)
            hidden ^= hand
    s.unseen = hidden
