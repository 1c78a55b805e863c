"""A turn: the booth moves, then the evil dudes, and the turn ends.  §ORDER §MOVE §DUDES §TURN_END"""

from __future__ import annotations

from timebooth.games.excellent_boardgame.effects import begin_turn
from timebooth.games.excellent_boardgame.state import NO_SOURCE, excellent
from timebooth.games.excellent_boardgame.steps.end_of_turn import end_turn
from timebooth.games.excellent_boardgame.steps.evil_dude_movement import move_dudes
from timebooth.games.excellent_boardgame.steps.movement import move_booth
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State, Step


class TakeTurns(Step):
    """Each player takes one turn, in the order of initiative.  §ORDER"""

    def run(self, state: State, rng: Rng, journal: Journal | None) -> None:
        s = excellent(state)
        while s.taken < s.seats:
            if s.source == NO_SOURCE:
                begin_turn(s, s.turn_order(s.taken), journal)
            if not move_booth(s, journal):
                return  # its player has to choose; the turn goes on from there  §PICKUP.SEVERAL
            move_dudes(s, journal)
            end_turn(s, rng, journal)
            s.taken += 1
        s.done()
