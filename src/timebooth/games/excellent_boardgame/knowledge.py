"""What a seat cannot know: the other hands, and which unseen cards are still in the draw pile.  §HIDDEN

Arrows need no redrawing: what one player has seen of them all have seen, and unseen ones are not drawn yet.
"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.state import NO_ENDING, ExcellentState
from timebooth.games.excellent_boardgame.table import HAND
from timebooth.kernel.bits import bit, count, members_of
from timebooth.kernel.chance import Dice


def resample(s: ExcellentState, seat: int, rng: Dice) -> None:
    """Deal the other hands anew out of all cards that this seat has not seen."""
    if s.ending != NO_ENDING:
        return
    me: i64 = seat
    t = s.table
    hidden = s.unseen
    for other in range(s.seats):
        if other != me:
            hidden |= t[HAND + other]
    cards = members_of(hidden)
    rng.shuffle(cards)
    at: i64 = 0
    for other in range(s.seats):
        if other == me:
            continue
        hand: i64 = 0
        for _ in range(count(t[HAND + other])):
            hand |= bit(cards[at])
            at += 1
        t[HAND + other] = hand
    s.unseen = 0
    for i in range(at, len(cards)):
        s.unseen |= bit(cards[i])
