"""What is printed on the components of one edition, as compact tables."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i16, i64

from timebooth.games.excellent_boardgame.layout import first_cells
from timebooth.games.excellent_boardgame.pieces import FORWARD, KINDS, LEFT, NO_SYMBOL, SEATS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit

SIXTY_NINE: Final[i64] = 59
SINGLE_DIGITS: Final[i64] = 0x1FF  # the cards 1 to 9, as a set

MAX_SYMBOLS: Final[i64] = 4  # on one card or token
BUTTON: Final[i64] = 5  # places for them in a table, NO_SYMBOL after the last

FACED: Final[i64] = 4  # facings

# A walk is a button as one number: three bits for each symbol, its number plus 1, the first symbol in the lowest bits.
SYMBOL_BITS: Final[i64] = 3
ONE_SYMBOL: Final[i64] = 7
LAST_STEP: Final[i64] = 4  # in a walk, FORWARD to LEFT are 1 to 4

# For bots: the spaces around a space, up to three steps away.
RING: Final[i64] = 4  # spaces one step away; twice as many are two steps away, three times as many three
RINGS: Final[i64] = 24


def number(card: i64) -> i64:
    """Return the initiative number printed on a card: every number is there once.  §CARD.INITIATIVE §J2"""
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
    """Spaces are numbered row by row from the north-west; tokens character by character."""

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
        # 16 bits each, so that the table stays in the cache.
        self.moved: vec[i16] = vec[i16]([i16(pose) for pose in moves(width, height)])
        self.around: vec[i64] = vec[i64](rings(width, height))
        self.dots: list[int] = dots
        self.dot_names: tuple[str, ...] = tuple([self.space_names[space] for space in dots])
        self.centre: i64 = centre
        self.outer_dots: vec[i64] = vec[i64]([dot for dot in dots if dot != centre])
        self.starts: list[Start] = starts
        self.start_poses: list[vec[i64]] = [start_poses(starts, players) for players in range(SEATS + 1)]
        self.dude_space: vec[i64] = vec[i64](dude_spaces)
        self.dude_facing: vec[i64] = vec[i64](dude_facings)
        self.card_button: vec[i64] = vec[i64](buttons(card_symbols))
        self.card_walk: vec[i64] = vec[i64](walks(card_symbols))
        self.card_dude: vec[i64] = vec[i64](card_dudes)
        # The tokens of a character begin at its `first_token` and end before that of the next.
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
        self.token_walk: vec[i64] = vec[i64](walks(tokens))
        self.first_cells: vec[i64] = vec[i64](first_cells(self))  # of a new state

    def copies(self, kind: i64) -> i64:
        """Return how many tokens of a character the box holds."""
        assert 0 <= kind < KINDS
        return self.first_token[kind + 1] - self.first_token[kind]

    def tokens_of(self, kind: i64) -> i64:
        """Return the tokens of a character, as a set."""
        return bit(self.first_token[kind + 1]) - bit(self.first_token[kind])


def space_names(width: int, height: int) -> tuple[str, ...]:
    """Return the names of the spaces: letters for columns from the west, numbers for rows from the north (`D7`)."""
    names: list[str] = []
    for y in range(height):
        for x in range(width):
            names.append("ABCDEFGHIJKLMNO"[x] + str(y + 1))
    return tuple(names)


# A pose is the space and the facing of a booth or an evil dude as one number.


def pose_in(space: i64, facing: i64) -> i64:
    return space * FACED + facing


def space_of(pose: i64) -> i64:
    return pose >> 2  # a division by FACED


def facing_of(pose: i64) -> i64:
    return pose & 3


def next_symbol(walk: i64) -> i64:
    """Return the first symbol of a walk: its number plus 1, or 0 at the end."""
    return walk & ONE_SYMBOL


def rest_of(walk: i64) -> i64:
    """Return a walk without its first symbol."""
    return walk >> SYMBOL_BITS


def pose_after(moved: vec[i16], pose: i64, symbol: i64) -> i64:
    """Return the pose to which a symbol of a walk leads, by the table of `moves`."""
    return i64(moved[pose << SYMBOL_BITS | symbol])


def start_poses(starts: list[Start], players: int) -> vec[i64]:
    """Return the poses on the start spaces whose icons show this number of players.  §SETUP.START"""
    return vec[i64]([pose_in(start.space, start.facing) for start in starts if players in start.players])


def moves(width: int, height: int) -> list[int]:
    """Return the pose after each symbol, for every pose: [pose << SYMBOL_BITS | symbol of a walk].

    A step in any direction keeps the facing, over the edge too.  §SYMBOLS §J38
    """
    found: list[int] = []
    for space in range(width * height):
        for facing in range(FACED):
            found.append(pose_in(space, facing))  # no symbol
            for step in range(FORWARD, LEFT + 1):
                found.append(pose_in(neighbour(space, (facing + step) % FACED, width, height), facing))
            found.append(pose_in(space, (facing + 3) % FACED))  # TURN_LEFT
            found.append(pose_in(space, (facing + 1) % FACED))  # TURN_RIGHT
            found.append(pose_in(space, facing))
    return found


def neighbour(space: i64, way: i64, width: i64, height: i64) -> i64:
    """Return the space to the north, east, south or west; over an edge it is on the opposite side.  §EDGE"""
    x = space % width
    y = space // width
    if way == 0:
        y = (y + height - 1) % height
    elif way == 1:
        x = (x + 1) % width
    elif way == 2:
        y = (y + 1) % height
    else:
        x = (x + width - 1) % width
    return y * width + x


def rings(width: int, height: int) -> list[int]:
    """Return the spaces one, two and three steps away from every space, the nearest first: [space * RINGS + which].

    §EDGE
    """
    found: list[int] = []
    for space in range(width * height):
        for steps in (1, 2, 3):
            for i in range(steps):  # a quarter of the ring, in all four directions
                for across, down in ((i, steps - i), (steps - i, -i), (-i, i - steps), (i - steps, i)):
                    found.append((space // width + down) % height * width + (space % width + across) % width)
    return found


def buttons(symbols: list[list[int]]) -> list[int]:
    """Return the symbols of many cards or tokens as one table."""
    found: list[int] = []
    for said in symbols:
        found += said + [NO_SYMBOL] * (BUTTON - len(said))
    return found


def walks(symbols: list[list[int]]) -> list[int]:
    """Return the walks of many cards or tokens: the left symbol comes first.  §MOVE.LEFT_TO_RIGHT"""
    found: list[int] = []
    for said in symbols:
        walk = 0
        for i in range(len(said)):
            walk += (said[i] + 1) * 2 ** (SYMBOL_BITS * i)
        found.append(walk)
    return found
