"""End of turn: reveal what was collected, discard both cards, draw two.  §TURN_END"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.excellent_boardgame.effects import (
    DRAWN,
    discard_played,
    draw_cards,
    numbers_of,
    reveal_characters,
)
from timebooth.games.excellent_boardgame.events import CardsDrawn, NothingToDraw
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.bits import count
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal


def end_turn(s: ExcellentState, rng: Rng, journal: Journal | None) -> None:
    """Reveal, discard and draw, at the end of the player's own turn, not of the round.  §TURN_END §J39"""
    reveal_characters(s, s.turn, rng, journal)
    discard_played(s, s.turn, journal)
    drawn = draw_cards(s, s.turn, DRAWN, rng)
    if journal is not None:
        tell_drawn(s, drawn, journal)


def tell_drawn(s: ExcellentState, drawn: i64, journal: Journal) -> None:
    if drawn != 0:
        journal.add(CardsDrawn(s.turn, count(drawn), numbers_of(drawn), s.pile))
    else:
        journal.add(NothingToDraw(s.turn))
