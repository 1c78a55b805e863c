"""Where a plan would lead: the booth's turn played by the rules on a copy in which nothing else moves.  §PROJECT"""

from __future__ import annotations

from timebooth.games.excellent_boardgame.effects import write_programme
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.games.excellent_boardgame.turn import MOVE_BOOTH
from timebooth.kernel.chance import FastDice
from timebooth.kernel.journal import Event, Journal


def project(state: ExcellentState, seat: int, first: int, second: int) -> tuple[list[Event], ExcellentState]:
    """What this seat's booth would do if it followed these cards now, symbol by symbol, and where all would be then.

    Uses only what lies open on the table. Several characters at once are laid down in the order of the options.
    """
    s = state.copy()
    journal = Journal()
    dice = FastDice(0)  # movement uses no chance
    s.depth = 0
    s.turn = seat
    s.first[seat] = first
    s.second[seat] = second
    write_programme(s, seat)
    s.push(MOVE_BOOTH)
    s.go_on(dice, journal)
    while s.asking != 0:
        s.play([s.options(seat)[0]], dice, journal)
    return journal.events, s
