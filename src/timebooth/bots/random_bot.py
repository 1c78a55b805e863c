"""Plays any legal answer."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.kernel.chance import Rng


class RandomBot(Bot):
    name = "random"

    def choose(self, decision: Decision, rng: Rng) -> int:
        return decision.options[rng.below(len(decision.options))]
