"""Plays anything that is legal."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Sight
from timebooth.kernel.chance import Dice


class RandomBot(Bot):
    name = "random"

    def choose(self, sight: Sight, rng: Dice) -> int:
        return sight.options[rng.below(len(sight.options))]
