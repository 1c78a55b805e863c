"""Movement: a booth follows its characters and its two cards, symbol by symbol.  §MOVE"""

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
from timebooth.games.excellent_boardgame.effects import CARDS_PLAYED, enter, symbols_of, tell_flight
from timebooth.games.excellent_boardgame.events import CardFollowed, CharacterFollowed, CharacterGone
from timebooth.games.excellent_boardgame.pieces import CHARACTERS, COWBOY, KNIGHT
from timebooth.games.excellent_boardgame.state import NOBODY, ExcellentState
from timebooth.games.excellent_boardgame.table import (
    ARROWS,
    BOOTH_AT,
    BOOTH_FACING,
    CHARACTERS_AT,
    COLLECTED,
    DUDE_AT,
    FIRST,
    PROGRAMME,
    SECOND,
)
from timebooth.games.excellent_boardgame.turn import PLACE_CHARACTERS
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit
from timebooth.kernel.journal import Journal


def move_booth(s: ExcellentState, t: vec[i64], journal: Journal | None) -> bool:
    """The characters move the booth from the farthest to the nearest, then the two cards do.  §MOVE

    Only a step moves it into a space. Where its player has to choose, it waits; says whether it has arrived.
    §J17 §PICKUP.SEVERAL
    """
    source = s.source
    walk = s.walk
    sources = s.programme_size + CARDS_PLAYED
    moved = s.box.moved
    seat = s.turn
    knight = t[DUDE_AT + KNIGHT]
    cowboy = t[DUDE_AT + COWBOY]
    wanted = ~t[COLLECTED + seat]
    pose = pose_in(t[BOOTH_AT + seat], t[BOOTH_FACING + seat])
    while True:
        while walk != 0:
            symbol = walk & ONE_SYMBOL
            walk >>= SYMBOL_BITS
            before = pose
            pose = i64(moved[pose << SYMBOL_BITS | symbol])
            if journal is not None:
                tell_flight(s, seat, symbol, before, pose, journal)
            space = space_of(pose)
            if t[CHARACTERS_AT + space] & wanted != 0 or space == knight or space == cowboy:
                if symbol <= LAST_STEP:
                    t[BOOTH_AT + seat] = space
                    t[BOOTH_FACING + seat] = facing_of(pose)
                    if enter(s, t, seat, journal):
                        s.source = source
                        s.walk = walk
                        s.push(PLACE_CHARACTERS, s.within_reach(seat))
                        return False
                    wanted = ~t[COLLECTED + seat]
        if source == sources:
            break
        walk = button_of(s, t, source, journal)
        source += 1
    t[BOOTH_AT + seat] = space_of(pose)
    t[BOOTH_FACING + seat] = facing_of(pose)
    s.source = NOBODY
    s.walk = 0
    return True


def button_of(s: ExcellentState, t: vec[i64], source: i64, journal: Journal | None) -> i64:
    """The sources of a programme are the characters' tokens, then the first and the second card.

    A character dropped before its button was reached moves the booth no more; one begun is finished.  §J12
    """
    size = s.programme_size
    walk: i64 = 0
    if source < size:
        token = t[PROGRAMME + source]
        if s.frozen or s.showing & bit(token) != 0:
            arrows = t[ARROWS + token]
            walk = s.box.token_walk[arrows]
    else:
        card = t[FIRST + s.turn]
        if source > size:
            card = t[SECOND + s.turn]
        walk = s.box.card_walk[card]
    if journal is not None:
        tell_source(s, source, walk != 0, journal)
    return walk


def tell_source(s: ExcellentState, source: i64, follows: bool, journal: Journal) -> None:
    if source >= s.programme_size:
        card = s.first[s.turn] if source == s.programme_size else s.second[s.turn]
        journal.add(CardFollowed(s.turn, number(card), symbols_of(s.box.card_button, card)))
        return
    token = s.programme[source]
    character = CHARACTERS[s.box.kind_of[token]]
    if follows:
        journal.add(CharacterFollowed(s.turn, character, symbols_of(s.box.token_button, s.arrows[token])))
    else:
        journal.add(CharacterGone(s.turn, character))
