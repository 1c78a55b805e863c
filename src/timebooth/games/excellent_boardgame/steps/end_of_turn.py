"""End of turn: reveal what was collected, discard both cards, draw two.  §TURN_END"""

from __future__ import annotations

from timebooth.games.excellent_boardgame.effects import (
    DRAWN,
    discard_played,
    draw_cards,
    numbers_of,
    reveal_characters,
)
from timebooth.games.excellent_boardgame.events import CardsDrawn, NothingToDraw
from timebooth.games.excellent_boardgame.state import excellent
from timebooth.kernel.bits import count
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class EndTurn(Step):
    """At the end of the player's own turn, not of the round.  §TURN_END §J39"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        s.pop()
        reveal_characters(s, s.turn, rng, journal)
        discard_played(s, s.turn, journal)
        drawn = draw_cards(s, s.turn, DRAWN, rng)
        if journal is not None:
            if drawn != 0:
                journal.add(CardsDrawn(s.turn, count(drawn), numbers_of(drawn), s.pile))
            else:
                journal.add(NothingToDraw(s.turn))
