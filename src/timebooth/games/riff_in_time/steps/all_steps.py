"""Every step, in the order of their numbers in `turn.py`."""

from __future__ import annotations

from typing import Final

from timebooth.games.riff_in_time.steps.actions import SecondStep, TakeActions
from timebooth.games.riff_in_time.steps.dice import AssembleDicePool, ResolveBogus, RollDice, UseTheBooth
from timebooth.games.riff_in_time.steps.end_of_turn import CompleteObjectives, EndOfTurn
from timebooth.games.riff_in_time.steps.riff_card import DrawRiffCard, RiffCard, SwapRiffCard
from timebooth.games.riff_in_time.steps.riff_effects import Peek, Unfix
from timebooth.games.riff_in_time.steps.set_up import ChooseCharacter, ChooseObjective, DealBonus, FirstRises
from timebooth.kernel.state import Step

STEPS: Final[list[Step]] = [
    ChooseCharacter(),
    ChooseObjective(),
    DealBonus(),
    FirstRises(),
    DrawRiffCard(),
    AssembleDicePool(),
    RollDice(),
    UseTheBooth(),
    ResolveBogus(),
    TakeActions(),
    CompleteObjectives(),
    EndOfTurn(),
    SwapRiffCard(),
    RiffCard(),
    Unfix(),
    Peek(),
    SecondStep(),
]
