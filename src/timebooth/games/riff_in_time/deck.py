"""The Riff deck: drawing from it and looking at its top."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.state import EVERYBODY, RiffState
from timebooth.kernel.bits import bit, count, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.packed import BYTE


def take_top_card(s: RiffState, rng: Rng) -> i64:
    """Move the top card to the discard pile and return it; the deck must not be empty.  §P1.DRAW

    No rule reads the discard pile, so a card goes there as soon as it is revealed.
    """
    if s.top_size > 0:
        card = s.top_card(0)
        s.top_cards >>= BYTE  # the others move up by one
        s.top_size -= 1
    else:
        card = take_any_card(s, rng)
    s.discard |= bit(card)
    return card


def look_at_top(s: RiffState, cards: i64, rng: Rng) -> None:
    """Fix the order of the top cards, or of as many as there are; only the Active Player knows them.  §PEEK §J12

    With `open_peek` everybody knows them. A seat that knew the top before forgets it, because the cards can be put
    back in another order.
    """
    while s.top_size < cards and s.deck != 0:
        s.set_top_card(s.top_size, take_any_card(s, rng))
        s.top_size += 1
    if s.open_peek:
        s.seers = EVERYBODY
    else:
        s.seers = s.active_seat()


def take_any_card(s: RiffState, rng: Rng) -> i64:
    """Remove a random card from beneath the known top and return it."""
    card = nth(s.deck, rng.below(count(s.deck)))
    s.deck ^= bit(card)
    return card
