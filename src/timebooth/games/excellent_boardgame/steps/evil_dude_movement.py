"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    facing_of,
    next_symbol,
    number,
    pose_after,
    pose_in,
    rest_of,
    space_of,
)
from timebooth.games.excellent_boardgame.effects import move_in, symbols_of
from timebooth.games.excellent_boardgame.events import DudeFollowed
from timebooth.games.excellent_boardgame.layout import BOOTH_AT, DUDE_AT, DUDE_FACING, FIRST_CARD, SECOND_CARD
from timebooth.games.excellent_boardgame.pieces import DUDES
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.steps.walking import DUDE, tell_symbol
from timebooth.kernel._vec import vec
from timebooth.kernel.journal import Journal


def move_dudes(s: ExcellentState, t: vec[i64], journal: Journal | None) -> None:
    """The dude on each card's icon moves, first by the card closer to the player marker, then by the other.

    Both may be the same dude; two in one space leave each other alone.  §DUDES §DUDES.TWICE §J14 §J36
    """
    move_dude(s, t, t[FIRST_CARD + s.turn], journal)
    move_dude(s, t, t[SECOND_CARD + s.turn], journal)


def move_dude(s: ExcellentState, t: vec[i64], card: i64, journal: Journal | None) -> None:
    """The evil dude on a card's icon moves by its buttons and his own facing, step by step.  §CARD.DUDE §J13 §J33"""
    dude = s.box.card_dude[card]
    if journal is not None:
        tell_dude(s, dude, card, journal)
    moved = s.box.moved
    one = t[BOOTH_AT]
    two = t[BOOTH_AT + 1]
    three = t[BOOTH_AT + 2]
    four = t[BOOTH_AT + 3]
    pose = pose_in(t[DUDE_AT + dude], t[DUDE_FACING + dude])
    walk = s.box.card_walk[card]
    while walk != 0:
        symbol = next_symbol(walk)
        walk = rest_of(walk)
        before = pose
        pose = pose_after(moved, pose, symbol)
        if journal is not None:
            tell_symbol(s, DUDE + dude, symbol, before, pose, journal)
        space = space_of(pose)
        if space == one or space == two or space == three or space == four:
            if symbol <= LAST_STEP:
                move_in(s, dude, space, journal)
    t[DUDE_AT + dude] = space_of(pose)
    t[DUDE_FACING + dude] = facing_of(pose)


def tell_dude(s: ExcellentState, dude: i64, card: i64, journal: Journal) -> None:
    journal.add(DudeFollowed(DUDES[dude], s.turn, number(card), symbols_of(s.box.card_button, card)))
