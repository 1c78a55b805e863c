"""What is printed on the components of one edition, as compact tables."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.pieces import KINDS, NO_SYMBOL
from timebooth.kernel._vec import vec

CARDS: Final[i64] = 60  # §CARD.INITIATIVE  numbered 1 to 59 and 69; a card's place in this order is its code
SIXTY_NINE: Final[i64] = 59
SINGLE_DIGITS: Final[i64] = 0x1FF  # the cards 1 to 9, as a set

SYMBOLS_MOST: Final[i64] = 4  # symbols on one card or token
BUTTON: Final[i64] = 5  # places for them in a table, NO_SYMBOL after the last
TOKENS_MOST: Final[i64] = 62


def number(card: i64) -> i64:
    """The initiative number printed on a card.  §CARD.INITIATIVE"""
    if card == SIXTY_NINE:
        return 69
    return card + 1


@final
class Start:
    """A start space, the way its booths face, and the player counts of its icons.  §SETUP.START"""

    def __init__(self, space: int, facing: int, players: tuple[int, ...]) -> None:
        self.space: i64 = space
        self.facing: i64 = facing
        self.players: tuple[int, ...] = players


@final
class Box:
    """Spaces are numbered row by row from the north-west; tokens character by character, copies side by side."""

    def __init__(
        self,
        width: int,
        height: int,
        dots: list[int],
        centre: int,
        starts: list[Start],
        dude_spaces: list[int],
        dude_facings: list[int],
        card_symbols: list[list[int]],
        card_dudes: list[int],
        token_symbols: list[list[list[int]]],
    ) -> None:
        self.width: i64 = width
        self.height: i64 = height
        self.spaces: i64 = width * height
        self.space_names: tuple[str, ...] = space_names(width, height)
        self.neighbour: vec[i64] = vec[i64](neighbours(width, height))
        self.dots: list[int] = dots
        self.centre: i64 = centre
        self.starts: list[Start] = starts
        self.dude_space: vec[i64] = vec[i64](dude_spaces)
        self.dude_facing: vec[i64] = vec[i64](dude_facings)
        self.card_button: vec[i64] = vec[i64](buttons(card_symbols))
        self.card_dude: vec[i64] = vec[i64](card_dudes)
        # Tokens of one character: from `first_token` of the character up to that of the next.
        firsts: list[int] = [0]
        kinds: list[int] = []
        tokens: list[list[int]] = []
        for kind in range(len(token_symbols)):
            tokens += token_symbols[kind]
            kinds += [kind] * len(token_symbols[kind])
            firsts.append(len(tokens))
        self.tokens: i64 = len(tokens)
        self.kind_of: vec[i64] = vec[i64](kinds)
        self.first_token: vec[i64] = vec[i64](firsts)
        self.token_button: vec[i64] = vec[i64](buttons(tokens))

    def copies(self, kind: i64) -> i64:
        """How many tokens of a character the box holds."""
        assert 0 <= kind < KINDS
        return self.first_token[kind + 1] - self.first_token[kind]


def space_names(width: int, height: int) -> tuple[str, ...]:
    """Columns by letters from the west, rows by numbers from the north: `D7`."""
    names: list[str] = []
    for y in range(height):
        for x in range(width):
            names.append("ABCDEFGHIJKLMNO"[x] + str(y + 1))
    return tuple(names)


def neighbours(width: int, height: int) -> list[int]:
    """The space north, east, south and west of every space; the edges meet.  §EDGE"""
    found: list[int] = []
    for y in range(height):
        for x in range(width):
            north = (y + height - 1) % height * width + x
            east = y * width + (x + 1) % width
            south = (y + 1) % height * width + x
            west = y * width + (x + width - 1) % width
            found += [north, east, south, west]
    return found


def buttons(symbols: list[list[int]]) -> list[int]:
    """Symbols of many cards or tokens as one table."""
    found: list[int] = []
    for said in symbols:
        found += said + [NO_SYMBOL] * (BUTTON - len(said))
    return found
