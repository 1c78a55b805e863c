"""What happens in the game, and who may know it."""

from __future__ import annotations

from timebooth.kernel.journal import Event


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    OPEN = ("seat", "count")
    SECRET = {"cards": ("seat",)}
    seat: int
    count: int
    cards: tuple[int, ...]


class RoundBegan(Event, frozen=True, tag="turn_began"):  # the lab counts the events of this tag as turns
    OPEN = ("round",)
    round: int


class CardPlayed(Event, frozen=True, tag="card_played"):
    OPEN = ("seat", "card")
    seat: int
    card: int


class RoundWon(Event, frozen=True, tag="round_won"):
    OPEN = ("seat", "points")
    seat: int
    points: int


ALL = (CardsDealt, RoundBegan, CardPlayed, RoundWon)
