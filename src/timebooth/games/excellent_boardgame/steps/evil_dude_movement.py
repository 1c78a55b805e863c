"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import (
    LAST_STEP,
    next_symbol,
    number,
    pose_in,
    rest_of,
    space_of,
)
from timebooth.games.excellent_boardgame.effects import move_in, symbols_of
from timebooth.games.excellent_boardgame.events import DudeFollowed
from timebooth.games.excellent_boardgame.pieces import DUDES
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.steps.walking import DUDE, follow, set_dude_pose
from timebooth.kernel.journal import Journal


def move_dudes(s: ExcellentState, journal: Journal | None) -> None:
    """The dude on each card's icon moves, first by the card closer to the player marker, then by the other.

    Both may be the same dude; two in one space leave each other alone.  §DUDES §DUDES.TWICE §J14 §J36
    """
    move_dude(s, s.first_card(s.turn), journal)
    move_dude(s, s.second_card(s.turn), journal)


def move_dude(s: ExcellentState, card: i64, journal: Journal | None) -> None:
    """The evil dude on a card's icon moves by its buttons and his own facing, step by step.  §CARD.DUDE §J13 §J33"""
    dude = s.box.card_dude[card]
    if journal is not None:
        tell_dude(s, dude, card, journal)
    moved = s.box.moved
    one = s.booth_at(0)
    two = s.booth_at(1)
    three = s.booth_at(2)
    four = s.booth_at(3)
    pose = pose_in(s.dude_at(dude), s.dude_facing(dude))
    walk = s.box.card_walk[card]
    while walk != 0:
        symbol = next_symbol(walk)
        walk = rest_of(walk)
        pose = follow(s, moved, DUDE + dude, pose, symbol, journal)
        space = space_of(pose)
        if space == one or space == two or space == three or space == four:
            if symbol <= LAST_STEP:
                move_in(s, dude, space, journal)
    set_dude_pose(s, dude, pose)


def tell_dude(s: ExcellentState, dude: i64, card: i64, journal: Journal) -> None:
    journal.add(DudeFollowed(DUDES[dude], s.turn, number(card), symbols_of(s.box.card_button, card)))
