"""Plays plausibly and forgives: it looks at a few of its options only, and imagines one state."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.kernel.chance import Rng

NOTICED = 3  # options it looks at, drawn at random


class NoviceBot(Bot):
    """One step deep, as if the others let everything pass; where the game has an policy, it follows that."""

    name = "novice"

    def choose(self, sight: Decision, rng: Rng) -> int:
        options = list(sight.options)
        mind = Lookahead(rng.below(1 << 30), sight.game.cooperative)
        rng.shuffle(options)
        world = sight.sample_world(mind.rng)
        policy = sight.game.policy
        if policy is not None:
            return max(options[:NOTICED], key=lambda code: policy.score(world, sight.seat, code))
        return max(options[:NOTICED], key=lambda code: mind.hope(world, sight.seat, code))
