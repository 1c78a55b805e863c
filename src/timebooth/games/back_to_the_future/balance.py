"""What the lab counts wins by: turn order, identity, cards dealt, and cards played."""

from __future__ import annotations

from collections import Counter

from timebooth.games.back_to_the_future.events import CardAnnounced, HandDealt, IdentityDealt, MulliganTaken, TurnBegan
from timebooth.kernel.game import Trait
from timebooth.kernel.journal import Journal

KINDS = {"order": "", "identity": "identity", "dealt": "card", "card": "card"}


def traits(journal: Journal, seats: int) -> list[Trait]:
    """Return the traits of each seat; its identity is the one at the first turn, before cards could change it."""
    identity: dict[int, str] = {}
    dealt: dict[int, tuple[str, ...]] = {}
    played: Counter[tuple[int, str]] = Counter()
    first: int | None = None
    for event in journal:
        if isinstance(event, TurnBegan) and first is None:
            first = event.seat
        elif isinstance(event, IdentityDealt | MulliganTaken) and first is None:
            identity[event.seat] = event.identity
        elif isinstance(event, HandDealt):
            dealt[event.seat] = event.cards  # after a mulligan, the second hand
        elif isinstance(event, CardAnnounced):
            played[event.seat, event.card] += 1
    found = [Trait("order", str((seat - (first or 0)) % seats + 1), seat) for seat in range(seats)]
    found += [Trait("identity", who, seat) for seat, who in sorted(identity.items())]
    hands = Counter((seat, card) for seat, cards in dealt.items() for card in cards)
    found += [Trait("dealt", card, seat, times) for (seat, card), times in sorted(hands.items())]
    found += [Trait("card", card, seat, times) for (seat, card), times in sorted(played.items())]
    return found
