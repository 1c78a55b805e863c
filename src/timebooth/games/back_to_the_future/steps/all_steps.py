"""Every step, in the order of their numbers in `turn.py`."""

from __future__ import annotations

from typing import Final

from timebooth.games.back_to_the_future.steps.draw_and_play import BeforeTheTurn, DrawOne, EndOfTurn, PlayOne
from timebooth.games.back_to_the_future.steps.game_action import GameAction
from timebooth.games.back_to_the_future.steps.in_between import (
    DiscardDown,
    DiscardTwo,
    Fetch,
    GiveCards,
    LoseAnItem,
    SecondFlip,
    Spree,
)
from timebooth.games.back_to_the_future.steps.mulligan import Mulligan
from timebooth.kernel.state import Step

STEPS: Final[list[Step]] = [
    Mulligan(),
    BeforeTheTurn(),
    DrawOne(),
    PlayOne(),
    EndOfTurn(),
    GameAction(),
    SecondFlip(),
    Fetch(),
    Spree(),
    GiveCards(),
    DiscardDown(),
    DiscardTwo(),
    LoseAnItem(),
]
