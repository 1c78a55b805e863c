"""The bots that answer at once: novice, casual and regular differ in what they notice and in how far they plan."""

from __future__ import annotations

from typing import ClassVar

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.bots.thinking import think
from timebooth.bots.turn_plan import TurnPlan
from timebooth.kernel.chance import Rng

WORLDS = 12  # in which a bot looks one step ahead


class QuickBot(Bot):
    """Compares what it notices of its options by the game's policy; without one, one step ahead.

    In cooperative games it plans its turn to the end, whatever its level, so that it is a good partner.
    """

    policy_notices: ClassVar[int] = 100
    """The percentage of its options that it compares by a policy, drawn anew for every decision."""
    step_notices: ClassVar[int] = 100
    """The percentage of its options that it compares one step ahead."""
    plan_notices: ClassVar[int] = 100
    """The percentage of its options for which it plans its turn."""
    plan_width: ClassVar[int] = 1
    """The lines of a plan that it follows at the same time."""
    playouts: ClassVar[int] = 0
    """With sealed rounds: how many it makes, in a few milliseconds; 0: it looks one step ahead."""

    def choose(self, decision: Decision, rng: Rng) -> int:
        options, game, seat = decision.options, decision.game, decision.seat
        if len(options) == 1:
            return options[0]
        policy = game.policy
        if game.cooperative:
            return TurnPlan(decision, rng, self.plan_width).best(noticed(options, self.plan_notices, rng))
        if policy is not None:
            world = decision.sample_world(rng)
            seen = noticed(options, self.policy_notices, rng)
            return max(seen, key=lambda code: policy.score(world, seat, code))
        if game.sealed_rounds and self.playouts > 0:
            return think(decision, rng, Budget(playouts=self.playouts)).best()
        lookahead = Lookahead(rng.below(1 << 30), game.cooperative)
        worlds = [decision.sample_world(lookahead.rng) for _ in range(WORLDS)]
        seen = noticed(options, self.step_notices, rng)
        return max(seen, key=lambda code: sum(lookahead.value(world, seat, code) for world in worlds))


def noticed(options: list[int], percent: int, rng: Rng) -> list[int]:
    """Return about so many percent of the options, drawn at random, in their order; one at least."""
    if percent == 100:
        return options
    sure = options[rng.below(len(options))]
    return [code for code in options if code == sure or rng.below(100) < percent]


class NoviceBot(QuickBot):
    name = "novice"
    policy_notices = 22
    step_notices = 40
    plan_notices = 78


class CasualBot(QuickBot):
    name = "casual"
    policy_notices = 50
    plan_notices = 95
    plan_width = 2


class RegularBot(QuickBot):
    name = "regular"
    plan_width = 8
    playouts = 120
