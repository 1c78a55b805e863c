"""The order of play: when a step is done, the next one of the list comes. Nothing else decides the order.

`turn.py` holds the number of each step.
"""

from __future__ import annotations

from typing import Final

from timebooth.games.excellent_boardgame.steps.end_of_game import EndRound
from timebooth.games.excellent_boardgame.steps.picking_up import PlaceCharacters
from timebooth.games.excellent_boardgame.steps.planning import PlanTwoCards
from timebooth.games.excellent_boardgame.steps.taking_turns import TakeTurns
from timebooth.kernel.state import Step

ROUND: Final[list[Step]] = [  # §ROUND  again and again
    PlanTwoCards(),
    TakeTurns(),
    EndRound(),
]

IN_BETWEEN: Final[list[Step]] = [PlaceCharacters()]  # pushed by a move

STEPS: Final[list[Step]] = ROUND + IN_BETWEEN
