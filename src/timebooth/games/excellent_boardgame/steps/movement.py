"""Movement: turn after turn, each booth follows its characters and its two cards.  §ORDER §MOVE"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import number
from timebooth.games.excellent_boardgame.effects import begin_turn, move_booth, symbols_of
from timebooth.games.excellent_boardgame.events import CardFollowed, CharacterFollowed, CharacterGone
from timebooth.games.excellent_boardgame.pieces import CHARACTERS, NO_SYMBOL
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step

TAKEN: Final[i64] = 1  # of TakeTurns: how many turns of this round were taken
SOURCE: Final[i64] = 1  # of MoveBooth: whose button is next
AT: Final[i64] = 2  # of MoveBooth: which of its symbols


class TakeTurns(Step):
    """One turn each, in the order of initiative.  §ORDER"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        taken = s.arg(TAKEN)
        if taken == s.seats:
            s.pop()
            return
        s.set_arg(TAKEN, taken + 1)
        begin_turn(s, s.order[taken], journal)


class MoveBooth(Step):
    """One symbol at a time: the characters from the farthest to the nearest, then the two cards.  §MOVE"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        source = s.arg(SOURCE)
        at = s.arg(AT)
        if source == s.programme_size + 2:
            s.pop()
            return
        if at == 0 and not self.begin(s, source, journal):
            s.set_arg(SOURCE, source + 1)
            return
        symbol = s.symbol(source, at)
        if symbol == NO_SYMBOL:
            s.set_arg(SOURCE, source + 1)
            s.set_arg(AT, 0)
            return
        s.set_arg(AT, at + 1)
        move_booth(s, s.turn, symbol, journal)

    def begin(self, s: ExcellentState, source: i64, journal: Journal | None) -> bool:
        """A character dropped before its button was reached moves the booth no more; one begun is finished.  §J12"""
        if source >= s.programme_size:
            if journal is not None:
                card = s.first[s.turn] if source == s.programme_size else s.second[s.turn]
                journal.add(CardFollowed(s.turn, number(card), symbols_of(s.box.card_button, card)))
            return True
        token = s.programme[source]
        follows = s.frozen or s.is_showing(token)
        if journal is not None:
            character = CHARACTERS[s.box.kind_of[token]]
            if follows:
                symbols = symbols_of(s.box.token_button, s.arrows[token])
                journal.add(CharacterFollowed(s.turn, character, symbols))
            else:
                journal.add(CharacterGone(s.turn, character))
        return follows
