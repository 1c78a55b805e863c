"""Every step, in the order of their numbers in `turn.py`."""

from __future__ import annotations

from typing import Final

from timebooth.games.excellent_boardgame.steps.end_of_game import EndRound
from timebooth.games.excellent_boardgame.steps.end_of_turn import EndTurn
from timebooth.games.excellent_boardgame.steps.evil_dude_movement import MoveDudes
from timebooth.games.excellent_boardgame.steps.movement import MoveBooth, TakeTurns
from timebooth.games.excellent_boardgame.steps.picking_up import PlaceCharacters
from timebooth.games.excellent_boardgame.steps.planning import PlanTwoCards
from timebooth.kernel.state import Step

STEPS: Final[list[Step]] = [
    PlanTwoCards(),
    TakeTurns(),
    EndRound(),
    MoveBooth(),
    MoveDudes(),
    EndTurn(),
    PlaceCharacters(),
]
