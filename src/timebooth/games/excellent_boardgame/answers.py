"""Every answer a player can give, typed and named. `codes.py` is generated from the catalogue at the end."""

from __future__ import annotations

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.pieces import CARDS, CHARACTERS
from timebooth.kernel.answer import Answer, Block, Catalogue


class Place(Answer, frozen=True, tag="place"):
    """Of several characters picked up at once, lay this one down next; the last one counts as the most recent."""

    character: str


class Plan(Answer, frozen=True, tag="plan"):
    """Two cards by their numbers: the one next to the player marker, then the one to its right."""

    first: int
    second: int


def catalogue() -> Catalogue:
    """Return every answer of the game."""
    numbers = [int(number(card)) for card in range(CARDS)]
    plans = [Plan(first, second) for first in numbers for second in numbers if first != second]
    return Catalogue.of(
        [
            Block("PLACE_NEXT", [Place(character) for character in CHARACTERS], "character"),
            Block("PLAN_CARDS", plans, "first card * 59 + second card among the other 59"),
        ]
    )
