"""The bots that answer at once: novice, casual and regular differ in what they notice and in how far they plan."""

from __future__ import annotations

from typing import ClassVar

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
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
    step_notices = 8
    plan_notices = 79


class CasualBot(QuickBot):
    name = "casual"
    policy_notices = 50
    step_notices = 25
    plan_notices = 85


class RegularBot(QuickBot):
    name = "regular"
    policy_notices = 98  # a policy is deterministic: four seats that never overlook anything can pass hands for ever
    plan_notices = 91
