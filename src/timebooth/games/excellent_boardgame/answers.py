"""What a player can say, typed and named. The order here is the order of `codes.py`."""

from __future__ import annotations

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.codes import CODES
from timebooth.games.excellent_boardgame.pieces import CARDS, CHARACTERS
from timebooth.kernel.answer import Answer, Catalogue


class Place(Answer, frozen=True, tag="place"):
    """Of several characters picked up at once, lay this one down next; the last one counts as the most recent."""

    character: str


class Plan(Answer, frozen=True, tag="plan"):
    """Two cards by their numbers: the one next to the player marker, then the one to its right."""

    first: int
    second: int


def catalogue() -> Catalogue:
    """Every answer of the game."""
    numbers = [int(number(card)) for card in range(CARDS)]
    found: list[Answer] = [Place(character) for character in CHARACTERS]
    found += [Plan(first, second) for first in numbers for second in numbers if first != second]
    assert len(found) == CODES
    return Catalogue(found)
