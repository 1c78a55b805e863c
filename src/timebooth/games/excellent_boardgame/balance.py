"""The traits by which the lab counts wins: start space, cards dealt, characters picked up, cards played."""

from __future__ import annotations

from collections import Counter

from timebooth.games.excellent_boardgame.events import BoothPlaced, CardsRevealed, CharacterPickedUp, HandDealt
from timebooth.kernel.game import Trait
from timebooth.kernel.journal import Journal

KINDS = {"start": "", "dealt": "card", "character": "character", "card": "card"}


def traits(journal: Journal) -> list[Trait]:
    starts: list[Trait] = []
    dealt: list[Trait] = []
    picked: Counter[tuple[int, str]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for event in journal:
        if isinstance(event, BoothPlaced):
            starts.append(Trait("start", event.space, event.seat))
        elif isinstance(event, HandDealt):
            dealt += [Trait("dealt", str(card), event.seat) for card in sorted(event.cards)]
        elif isinstance(event, CharacterPickedUp):
            picked[event.seat, event.character] += 1
        elif isinstance(event, CardsRevealed):
            played[event.seat, event.first] += 1
            played[event.seat, event.second] += 1
    found = starts + dealt + [Trait("character", who, seat, times) for (seat, who), times in sorted(picked.items())]
    return found + [Trait("card", str(card), seat, times) for (seat, card), times in sorted(played.items())]
