"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.box import BUTTON, number
from timebooth.games.excellent_boardgame.effects import move_dude, symbols_of
from timebooth.games.excellent_boardgame.events import DudeFollowed
from timebooth.games.excellent_boardgame.pieces import DUDES, NO_SYMBOL
from timebooth.games.excellent_boardgame.state import ExcellentState, excellent
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class MoveDudes(Step):
    """First by the card closer to the player marker, then by the other.  §DUDES"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        s.pop()
        follow_card(s, s.first[s.turn], journal)
        follow_card(s, s.second[s.turn], journal)


def follow_card(s: ExcellentState, card: i64, journal: Journal | None) -> None:
    """The evil dude on a card's icon moves by the card's buttons.  §CARD.DUDE §DUDES.TWICE"""
    dude = s.box.card_dude[card]
    if journal is not None:
        journal.add(DudeFollowed(DUDES[dude], s.turn, number(card), symbols_of(s.box.card_button, card)))
    at = card * BUTTON
    while s.box.card_button[at] != NO_SYMBOL:
        move_dude(s, dude, s.box.card_button[at], journal)
        at += 1
