"""The Riff deck: drawing from it and looking at its top."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.state import EVERYBODY, RiffState
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
        card = take_any_card(s, rng)
    s.discard |= bit(card)
    return card


def look_at_top(s: RiffState, cards: i64, rng: Rng) -> None:
    """Look at the topmost cards, or at as many as there are; who looks is the only one to know them.  §PEEK §J12

    Where the table plays with open cards, everybody looks. A seat that knew the top before knows it no longer, since
    it may be put back in another order.
    """
    while s.top_size < cards and s.deck != 0:
        s.set_top_card(s.top_size, take_any_card(s, rng))
        s.top_size += 1
    if s.open_peek:
        s.seers = EVERYBODY
    else:
        s.seers = s.active()


def take_any_card(s: RiffState, rng: Rng) -> i64:
    card = nth(s.deck, rng.below(count(s.deck)))
    s.deck ^= bit(card)
    return card
