"""Weighs every option one step deep on a handful of states that might be the true one."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.bots.turn_plan import best_of_turn
from timebooth.kernel.chance import Rng

WORLDS = 12


class RegularBot(Bot):
    """Sees what its own answer does, for itself and against the others; never what they will answer.

    Where the game has an policy, it follows that; where all win together, it looks to the end of its own turn.
    """

    name = "regular"

    def choose(self, sight: Decision, rng: Rng) -> int:
        if len(sight.options) == 1:
            return sight.options[0]
        if sight.game.cooperative:
            return best_of_turn(sight, rng)
        policy = sight.game.policy
        if policy is not None:
            world = sight.sample_world(rng)
            return max(sight.options, key=lambda code: policy.score(world, sight.seat, code))
        mind = Lookahead(rng.below(1 << 30), sight.game.cooperative)
        worlds = [sight.sample_world(mind.rng) for _ in range(WORLDS)]
        return max(sight.options, key=lambda code: sum(mind.hope(world, sight.seat, code) for world in worlds))
