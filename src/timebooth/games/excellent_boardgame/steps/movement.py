"""Movement: a booth follows its characters and its two cards, symbol by symbol.  §MOVE"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import CARDS_PLAYED, enter, symbols_of
from timebooth.games.excellent_boardgame.events import CardFollowed, CharacterFollowed, CharacterGone
from timebooth.games.excellent_boardgame.pieces import CHARACTERS
from timebooth.games.excellent_boardgame.state import NO_SOURCE, ExcellentState
from timebooth.games.excellent_boardgame.steps.walking import ARRIVED, follow
from timebooth.games.excellent_boardgame.turn import PLACE_CHARACTERS
from timebooth.kernel.journal import Journal


def move_booth(s: ExcellentState, journal: Journal | None) -> bool:
    """The characters move the booth from the farthest to the nearest, then the two cards do: every button counts.

    Return whether it has arrived; it has not while its player has to choose.  §MOVE §PICKUP.SEVERAL §J10 §J25
    """
    seat = s.turn
    source = s.source
    walk = s.walk
    while True:
        walk = follow(s, seat, walk, journal)
        if walk != ARRIVED:
            if enter(s, seat, journal):
                s.source = source
                s.walk = walk
                s.push(PLACE_CHARACTERS, s.within_reach(seat, s.booth_at(seat)))
                return False
        elif source < s.programme_size + CARDS_PLAYED:
            walk = button_of(s, source, journal)
            source += 1
        else:
            break
    s.source = NO_SOURCE
    s.walk = 0
    return True


def button_of(s: ExcellentState, source: i64, journal: Journal | None) -> i64:
    """Return the walk of a source of the programme: the characters' tokens, then the first and the second card.

    A character dropped before its button was reached no longer moves the booth; a button begun is finished.  §J12
    """
    size = s.programme_size
    walk: i64 = 0
    if source < size:
        token = s.programme(source)
        if s.frozen or s.is_showing(token):
            walk = s.box.token_walk[s.arrows(token)]
    elif source == size:
        walk = s.box.card_walk[s.first_card(s.turn)]
    else:
        walk = s.box.card_walk[s.second_card(s.turn)]
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
