"""Plays plausibly and makes mistakes: it considers only a few of its options, in one sampled world."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.kernel.chance import Rng

CANDIDATES = 3  # options that it considers, drawn at random


class NoviceBot(Bot):
    """Scores options by the game's policy; without one, it looks one step ahead as if the others passed."""

    name = "novice"

    def choose(self, decision: Decision, rng: Rng) -> int:
        options = list(decision.options)
        lookahead = Lookahead(rng.below(1 << 30), decision.game.cooperative)
        rng.shuffle(options)
        world = decision.sample_world(lookahead.rng)
        policy = decision.game.policy
        if policy is not None:
            return max(options[:CANDIDATES], key=lambda code: policy.score(world, decision.seat, code))
        return max(options[:CANDIDATES], key=lambda code: lookahead.value(world, decision.seat, code))
