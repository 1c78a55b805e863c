"""The Riff deck: drawing, peeking, and what a seat cannot know of it.  §HIDDEN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.state import EVERYBODY, NO_ENDING, RiffState
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.packed import BYTE


def take_top_card(s: RiffState, rng: Rng) -> i64:
    """The next card of a deck that has one, face up on the discard pile.  §P1.DRAW

    No rule looks at the discard pile, so a card lies there from the moment it is revealed.
    """
    if s.top_size > 0:
        card = s.top_card(0)
        s.top_cards >>= BYTE
        s.top_size -= 1
    else:
        card = _any_card(s, rng)
    s.discard |= bit(card)
    return card


def look_at_top(s: RiffState, cards: i64, rng: Rng) -> None:
    """Look at the topmost cards, or at as many as there are; who looks is the only one to know them.  §PEEK §J12

    Where the table plays with open cards, everybody looks. A seat that knew the top before knows it no longer, since
    it may be put back in another order.
    """
    while s.top_size < cards and s.deck != 0:
        s.set_top_card(s.top_size, _any_card(s, rng))
        s.top_size += 1
    if s.open_peek:
        s.seers = EVERYBODY
    else:
        s.seers = s.active()


def _any_card(s: RiffState, rng: Rng) -> i64:
    card = nth(s.deck, rng.below(count(s.deck)))
    s.deck ^= bit(card)
    return card


def resample(s: RiffState, seat: int, rng: Rng) -> None:
    """Draw the top of the deck anew for a seat that does not know it; all else lies open.  §HIDDEN"""
    if s.ending != NO_ENDING or s.seers & bit(seat) != 0:
        return
    for i in range(s.top_size):
        s.deck |= bit(s.top_card(i))
    for i in range(s.top_size):
        s.set_top_card(i, _any_card(s, rng))


def knows_top(s: RiffState, seer: i64) -> bool:
    """Whether this seat, or a spectator, knows the cards on top of the deck.  §PEEK"""
    return s.seers & bit(seer) != 0
