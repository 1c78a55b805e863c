"""Movement: turn after turn, each booth follows its characters and its two cards.  §ORDER §MOVE"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import ALL_DONE, begin_turn, follow_button, symbols_of
from timebooth.games.excellent_boardgame.events import CardFollowed, CharacterFollowed, CharacterGone
from timebooth.games.excellent_boardgame.pieces import CHARACTERS
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
from timebooth.games.excellent_boardgame.table import ARROWS, FIRST, ORDER, PROGRAMME, SECOND
from timebooth.games.excellent_boardgame.turn import PLACE
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step

TAKEN: Final[i64] = 1  # of TakeTurns: how many turns of this round were taken
SOURCE: Final[i64] = 1  # of MoveBooth: whose button is next
DONE: Final[i64] = 2  # of MoveBooth: how many of its symbols are done


class TakeTurns(Step):
    """One turn each, in the order of initiative.  §ORDER"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        taken = s.arg(TAKEN)
        if taken == s.seats:
            s.pop()
            return
        s.set_arg(TAKEN, taken + 1)
        begin_turn(s, s.table[ORDER + taken], journal)


class MoveBooth(Step):
    """The characters move the booth from the farthest to the nearest, then the two cards do.  §MOVE"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        source = s.arg(SOURCE)
        done = s.arg(DONE)
        while source < s.programme_size + 2:
            if done > 0 or begins(s, source, journal):
                done = follow_source(s, source, done, journal)
                if done != ALL_DONE:
                    s.set_arg(SOURCE, source)
                    s.set_arg(DONE, done)
                    s.push(PLACE, s.within_reach(s.turn))  # §PICKUP.SEVERAL
                    return
            source += 1
        s.pop()


def begins(s: ExcellentState, source: i64, journal: Journal | None) -> bool:
    """A character dropped before its button was reached moves the booth no more; one begun is finished.  §J12"""
    follows = source >= s.programme_size or s.frozen or s.is_showing(s.table[PROGRAMME + source])
    if journal is not None:
        tell_source(s, source, follows, journal)
    return follows


def follow_source(s: ExcellentState, source: i64, done: i64, journal: Journal | None) -> i64:
    """The sources of a programme are the characters' tokens, then the first and the second card."""
    if source < s.programme_size:
        return follow_button(s, s.box.token_button, s.table[ARROWS + s.table[PROGRAMME + source]], done, journal)
    if source == s.programme_size:
        return follow_button(s, s.box.card_button, s.table[FIRST + s.turn], done, journal)
    return follow_button(s, s.box.card_button, s.table[SECOND + s.turn], done, journal)


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
