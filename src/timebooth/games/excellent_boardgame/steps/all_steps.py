"""Every step, in the order of their numbers in `turn.py`."""

from __future__ import annotations

from typing import Final

from timebooth.games.excellent_boardgame.steps.end_of_game import EndRound
from timebooth.games.excellent_boardgame.steps.picking_up import PlaceCharacters
from timebooth.games.excellent_boardgame.steps.planning import PlanTwoCards
from timebooth.games.excellent_boardgame.steps.taking_turns import TakeTurns
from timebooth.kernel.state import Step

STEPS: Final[list[Step]] = [
    PlanTwoCards(),
    TakeTurns(),
    EndRound(),
    PlaceCharacters(),
]
