"""The order of play: when a step is done, the next one of the list comes. Nothing else decides the order.

`turn.py` holds the number of each step.
"""

from __future__ import annotations

from typing import Final

from timebooth.games.riff_in_time.set_up import ChooseCharacter, ChooseObjective, DealBonus, FirstRises
from timebooth.games.riff_in_time.steps.actions import SecondStep, TakeActions
from timebooth.games.riff_in_time.steps.dice import AssembleDicePool, ResolveBogus, RollDice, UseTheBooth
from timebooth.games.riff_in_time.steps.end_of_turn import CompleteObjectives, EndOfTurn
from timebooth.games.riff_in_time.steps.riff_card import DrawRiffCard, RiffCard, SwapRiffCard
from timebooth.games.riff_in_time.steps.riff_effects import Peek, Unfix
from timebooth.kernel.state import Step

SETUP: Final[list[Step]] = [  # §SETUP
    ChooseCharacter(),
    ChooseObjective(),
    DealBonus(),
    FirstRises(),
]

TURN: Final[list[Step]] = [  # §TURN  again and again
    DrawRiffCard(),
    AssembleDicePool(),
    RollDice(),
    UseTheBooth(),
    ResolveBogus(),
    TakeActions(),
    CompleteObjectives(),
    EndOfTurn(),
]

IN_BETWEEN: Final[list[Step]] = [  # pushed by cards and abilities
    SwapRiffCard(),
    RiffCard(),
    Unfix(),
    Peek(),
    SecondStep(),
]

STEPS: Final[list[Step]] = SETUP + TURN + IN_BETWEEN
