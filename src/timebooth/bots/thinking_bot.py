"""The bots that think for as long as their budget allows: expert, and merciless with more time and depth."""

from __future__ import annotations

from typing import ClassVar

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.bots.thinking import EXPERT, Depth, think
from timebooth.kernel.chance import Rng


class ExpertBot(Bot):
    name = "expert"
    default_budget = Budget(seconds=1.0)
    depth: ClassVar[Depth] = EXPERT

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        return think(decision, rng, self.budget, self.depth).best()


class MercilessBot(ExpertBot):
    name = "merciless"
    default_budget = Budget(seconds=5.0)
    depth = Depth(horizons=(2, 5), others_worlds=12, rounds=2)
