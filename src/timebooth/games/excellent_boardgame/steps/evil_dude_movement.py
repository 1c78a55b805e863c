"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    ONE_SYMBOL,
    SYMBOL_BITS,
    facing_of,
    number,
    pose_in,
    space_of,
)
from timebooth.games.excellent_boardgame.effects import CARDS_PLAYED, move_in, symbols_of, wrapped
from timebooth.games.excellent_boardgame.events import DudeFollowed, DudeMoved, DudeTurned
from timebooth.games.excellent_boardgame.pieces import DUDES, FACINGS, SYMBOLS
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.table import BOOTH_AT, DUDE_AT, DUDE_FACING, FIRST, SECOND
from timebooth.kernel._vec import vec
from timebooth.kernel.journal import Journal


def move_dudes(s: ExcellentState, t: vec[i64], journal: Journal | None) -> None:
    """The evil dude on each card's icon moves by its buttons, by his own facing: first by the card closer to the player
    marker, then by the other.  §DUDES §CARD.DUDE §DUDES.TWICE §J13
    """
    moved = s.box.moved
    one = t[BOOTH_AT]
    two = t[BOOTH_AT + 1]
    three = t[BOOTH_AT + 2]
    four = t[BOOTH_AT + 3]
    card = t[FIRST + s.turn]
    for _card in range(CARDS_PLAYED):
        dude = s.box.card_dude[card]
        if journal is not None:
            tell_dude(s, dude, card, journal)
        pose = pose_in(t[DUDE_AT + dude], t[DUDE_FACING + dude])
        walk = s.box.card_walk[card]
        while walk != 0:
            symbol = walk & ONE_SYMBOL
            walk >>= SYMBOL_BITS
            before = pose
            pose = i64(moved[pose << SYMBOL_BITS | symbol])
            if journal is not None:
                tell_symbol(s, dude, symbol, before, pose, journal)
            space = space_of(pose)
            if space == one or space == two or space == three or space == four:
                if symbol <= LAST_STEP:
                    move_in(s, t, dude, space, journal)
        t[DUDE_AT + dude] = space_of(pose)
        t[DUDE_FACING + dude] = facing_of(pose)
        card = t[SECOND + s.turn]


def tell_dude(s: ExcellentState, dude: i64, card: i64, journal: Journal) -> None:
    journal.add(DudeFollowed(DUDES[dude], s.turn, number(card), symbols_of(s.box.card_button, card)))


def tell_symbol(s: ExcellentState, dude: i64, symbol: i64, before: i64, after: i64, journal: Journal) -> None:
    space = space_of(after)
    name = s.box.space_names[space]
    facing = FACINGS[facing_of(after)]
    if symbol > LAST_STEP:
        journal.add(DudeTurned(DUDES[dude], SYMBOLS[symbol - 1], name, facing))
    else:
        over = wrapped(s, space_of(before), space)
        journal.add(DudeMoved(DUDES[dude], SYMBOLS[symbol - 1], name, facing, over))
