"""Movement: a booth follows its characters and its two cards, symbol by symbol.  §MOVE"""

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
from timebooth.games.excellent_boardgame.effects import CARDS_PLAYED, enter, symbols_of
from timebooth.games.excellent_boardgame.events import CardFollowed, CharacterFollowed, CharacterGone
from timebooth.games.excellent_boardgame.layout import ARROWS, FIRST_CARD, PROGRAMME, SECOND_CARD
from timebooth.games.excellent_boardgame.pieces import CHARACTERS, COWBOY, KNIGHT
from timebooth.games.excellent_boardgame.state import NO_SOURCE, ExcellentState
from timebooth.games.excellent_boardgame.steps.walking import follow, set_booth_pose
from timebooth.games.excellent_boardgame.turn import PLACE_CHARACTERS
from timebooth.kernel._vec import vec
from timebooth.kernel.journal import Journal


def move_booth(s: ExcellentState, journal: Journal | None) -> bool:
    """The characters move the booth from the farthest to the nearest, then the two cards do: every button counts.

    Every step moves it into a space, a turn into none. Return whether it has arrived; it has not while its player has
    to choose.  §MOVE §PICKUP.SEVERAL §J10 §J16 §J17 §J25
    """
    seat = s.turn
    source = s.source
    walk = s.walk
    sources = s.programme_size + CARDS_PLAYED
    moved = s.box.moved
    knight = s.dude_at(KNIGHT)
    cowboy = s.dude_at(COWBOY)
    wanted = ~s.collected(seat)
    pose = pose_in(s.booth_at(seat), s.booth_facing(seat))
    while True:
        while walk != 0:
            symbol = next_symbol(walk)
            walk = rest_of(walk)
            pose = follow(s, moved, seat, pose, symbol, journal)
            space = space_of(pose)
            # The rare case first: whether a symbol is a step cannot be predicted.
            if s.characters_at(space) & wanted != 0 or space == knight or space == cowboy:
                if symbol <= LAST_STEP:
                    set_booth_pose(s, seat, pose)
                    if enter(s, seat, journal):
                        s.source = source
                        s.walk = walk
                        s.push(PLACE_CHARACTERS, s.within_reach(seat, space))
                        return False
                    wanted = ~s.collected(seat)
        if source == sources:
            break
        walk = button_of(s, s.cells, source, journal)
        source += 1
    set_booth_pose(s, seat, pose)
    s.source = NO_SOURCE
    s.walk = 0
    return True


def button_of(s: ExcellentState, cells: vec[i64], source: i64, journal: Journal | None) -> i64:
    """Return the walk of a source of the programme: the characters' tokens, then the first and the second card.

    A character dropped before its button was reached no longer moves the booth; a button begun is finished.  §J12
    """
    # Indexed, because with accessors the compiler no longer inlines it: 3 % of a playout.
    size = s.programme_size
    walk: i64 = 0
    if source < size:
        token = cells[PROGRAMME + source]
        if s.frozen or s.is_showing(token):
            walk = s.box.token_walk[cells[ARROWS + token]]
    elif source == size:
        walk = s.box.card_walk[cells[FIRST_CARD + s.turn]]
    else:
        walk = s.box.card_walk[cells[SECOND_CARD + s.turn]]
    if journal is not None:
        tell_source(s, source, walk != 0, journal)
    return walk


def tell_source(s: ExcellentState, source: i64, follows: bool, journal: Journal) -> None:
    if source >= s.programme_size:
        card = s.first_card(s.turn) if source == s.programme_size else s.second_card(s.turn)
        journal.add(CardFollowed(s.turn, number(card), symbols_of(s.box.card_button, card)))
        return
    token = s.programme(source)
    character = CHARACTERS[s.box.kind_of[token]]
    if follows:
        journal.add(CharacterFollowed(s.turn, character, symbols_of(s.box.token_button, s.arrows(token))))
    else:
        journal.add(CharacterGone(s.turn, character))
