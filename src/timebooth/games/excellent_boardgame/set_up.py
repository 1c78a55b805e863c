"""Set-up: stacks, evil dudes and booths on the board, five cards each.  §SETUP.STACKS to §SETUP.HAND"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame import events
from timebooth.games.excellent_boardgame.effects import draw_cards, numbers_of
from timebooth.games.excellent_boardgame.pieces import CARDS, CHARACTERS, DUDES, FACINGS, KINDS, PRINCESSES
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.steps.walking import set_booth_pose
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng, shuffled
from timebooth.kernel.journal import Journal

HAND: Final[i64] = 5  # §SETUP.HAND

# By the number of players.
CARDS_RETURNED: Final = vec[i64]([0, 0, 14, 9, 0])  # §SETUP.RETURN
COPIES_RETURNED: Final = vec[i64]([0, 0, 2, 1, 0])  # §SETUP.RETURN

EVERY_SEAT: Final = vec[i64]([0, 1, 2, 3])


def set_up(s: ExcellentState, rng: Rng, journal: Journal | None) -> None:
    """Set up the table. The evil dudes already stand in their places in a new state.  §SETUP.DUDES"""
    place_stacks(s, rng, journal)
    place_booths(s, rng, journal)
    deal_hands(s, rng, journal)


def place_stacks(s: ExcellentState, rng: Rng, journal: Journal | None) -> None:
    """Place the Princesses in the centre and the other stacks at random; the top copies go back to the box.

    A stack has no order yet: a token gets its arrows when it is revealed.  §SETUP.STACKS §SETUP.DOTS §SETUP.RETURN
    """
    box = s.box
    dots = shuffled(box.outer_dots, rng)
    taken: i64 = 0
    for kind in range(KINDS):
        space = box.centre
        if kind != PRINCESSES:
            space = dots[taken]
            taken += 1
        copies = box.copies(kind) - COPIES_RETURNED[s.seats]
        for level in range(copies):
            token = box.first_token[kind] + level
            s.set_lies_at(token, space)
            s.set_level(token, level)
        s.set_characters_at(space, bit(kind))
        if journal is not None:
            journal.add(events.CharactersPlaced(CHARACTERS[kind], box.space_names[space], copies))
    if journal is not None:
        for dude, name in enumerate(DUDES):
            journal.add(events.DudePlaced(name, box.space_names[s.dude_at(dude)], FACINGS[s.dude_facing(dude)]))


def place_booths(s: ExcellentState, rng: Rng, journal: Journal | None) -> None:
    """Spread the booths evenly over the start spaces whose icon shows the player count, at random.

    §SETUP.START §J45 §J46
    """
    poses = s.box.start_poses[s.seats]
    places: i64 = len(poses)
    seats = shuffled(EVERY_SEAT[: s.seats], rng)
    for i in range(s.seats):
        set_booth_pose(s, seats[i], poses[i % places])
    if journal is not None:
        for seat in range(s.seats):
            space = s.box.space_names[s.booth_at(seat)]
            journal.add(events.BoothPlaced(seat, space, FACINGS[s.booth_facing(seat)]))


def deal_hands(s: ExcellentState, rng: Rng, journal: Journal | None) -> None:
    """Return cards to the box unseen and deal five to each player.  §SETUP.RETURN §SETUP.HAND"""
    s.returned = CARDS_RETURNED[s.seats]
    s.pile = CARDS - s.returned
    if journal is not None and s.returned > 0:
        journal.add(events.ReturnedUnseen(s.returned, COPIES_RETURNED[s.seats]))
    for seat in range(s.seats):
        hand = draw_cards(s, seat, HAND, rng)
        if journal is not None:
            journal.add(events.HandDealt(seat, HAND, numbers_of(hand)))
