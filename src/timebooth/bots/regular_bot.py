"""Compares all options one step ahead, in a dozen sampled worlds."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.bots.turn_plan import best_of_turn
from timebooth.kernel.chance import Rng

WORLDS = 12


class RegularBot(Bot):
    """Sees what its own answer does to everybody, but not what the others will answer.

    It follows the game's policy if there is one. In cooperative games it looks to the end of its own turn.
    """

    name = "regular"

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.game.cooperative:
            return best_of_turn(decision, rng)
        policy = decision.game.policy
        if policy is not None:
            world = decision.sample_world(rng)
            return max(decision.options, key=lambda code: policy.score(world, decision.seat, code))
        lookahead = Lookahead(rng.below(1 << 30), decision.game.cooperative)
        worlds = [decision.sample_world(lookahead.rng) for _ in range(WORLDS)]
        return max(
            decision.options, key=lambda code: sum(lookahead.value(world, decision.seat, code) for world in worlds)
        )
