"""Evil dude movement: each card moves the dude of its icon by its own buttons.  §DUDES"""

from __future__ import annotations

from timebooth.games.excellent_boardgame.effects import chase
from timebooth.games.excellent_boardgame.state import excellent
from timebooth.games.excellent_boardgame.table import FIRST, SECOND
from timebooth.kernel.chance import Dice
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class MoveDudes(Step):
    """First by the card closer to the player marker, then by the other.  §DUDES"""

    def run(self, state: State, rng: Dice, journal: Journal | None) -> None:
        s = excellent(state)
        s.pop()
        t = s.table
        chase(s, t, t[FIRST + s.turn], t[SECOND + s.turn], journal)
