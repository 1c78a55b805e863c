"""Plays anything that is legal."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.kernel.chance import Rng


class RandomBot(Bot):
    name = "random"

    def choose(self, sight: Decision, rng: Rng) -> int:
        return sight.options[rng.below(len(sight.options))]
