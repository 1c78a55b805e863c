"""The order of play: when a step is done, the next one of the list comes. Nothing else decides the order.

`turn.py` holds the number of each step.
"""

from __future__ import annotations

from typing import Final

from timebooth.games.back_to_the_future.steps.actions import DiscardDown, GiveCards, LoseAnItem, Spree
from timebooth.games.back_to_the_future.steps.doublebacks import SecondFlip
from timebooth.games.back_to_the_future.steps.draw_and_play import BeforeTheTurn, DrawOne, EndOfTurn, PlayOne
from timebooth.games.back_to_the_future.steps.game_action import GameAction
from timebooth.games.back_to_the_future.steps.mulligan import Mulligan
from timebooth.games.back_to_the_future.steps.power_actions import DiscardTwo, Fetch
from timebooth.kernel.state import Step

SETUP: Final[list[Step]] = [Mulligan()]  # §MULLIGAN

TURN: Final[list[Step]] = [  # §TURN  again and again
    BeforeTheTurn(),
    DrawOne(),
    PlayOne(),
    EndOfTurn(),
]

IN_BETWEEN: Final[list[Step]] = [  # pushed by cards
    GameAction(),
    SecondFlip(),
    Fetch(),
    Spree(),
    GiveCards(),
    DiscardDown(),
    DiscardTwo(),
    LoseAnItem(),
]

STEPS: Final[list[Step]] = SETUP + TURN + IN_BETWEEN
