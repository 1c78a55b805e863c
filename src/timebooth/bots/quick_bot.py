"""The bots that answer at once: novice, casual and regular differ in what they notice and in how far they plan."""

from __future__ import annotations

from typing import ClassVar

from timebooth.bots.bot import Bot, Decision
from timebooth.bots.lookahead import Lookahead
from timebooth.bots.turn_plan import TurnPlan
from timebooth.kernel.chance import Rng


class QuickBot(Bot):
    """Compares its options by the game's policy; without one, one step ahead, as if the others passed.

    In cooperative games it overlooks nothing, so that it is a good partner: there it plans its turn.
    """

    notices: ClassVar[int] = 100
    """The percentage of its options that it considers, drawn anew for every decision."""
    worlds: ClassVar[int] = 1
    """The sampled worlds in which it looks one step ahead."""
    plan_width: ClassVar[int]
    """In a plan of its turn: lines that are followed at the same time."""
    plan_length: ClassVar[int]
    """In a plan of its turn: answers in a line, after the first."""

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        game, seat = decision.game, decision.seat
        if game.cooperative:
            return TurnPlan(decision, rng, self.plan_width, self.plan_length).best(decision.options)
        options = self._noticed(decision.options, rng)
        policy = game.policy
        if policy is not None:
            world = decision.sample_world(rng)
            return max(options, key=lambda code: policy.score(world, seat, code))
        lookahead = Lookahead(rng.below(1 << 30), game.cooperative)
        worlds = [decision.sample_world(lookahead.rng) for _ in range(self.worlds)]
        return max(options, key=lambda code: sum(lookahead.value(world, seat, code) for world in worlds))

    def _noticed(self, options: list[int], rng: Rng) -> list[int]:
        """Return the options that the bot considers, in random order; one at least."""
        if self.notices == 100:
            return options
        shuffled = list(options)
        rng.shuffle(shuffled)
        return [code for i, code in enumerate(shuffled) if i == 0 or rng.below(100) < self.notices]


class NoviceBot(QuickBot):
    name = "novice"
    notices = 30
    plan_width = 1
    plan_length = 0


class CasualBot(QuickBot):
    name = "casual"
    notices = 65
    worlds = 4
    plan_width = 1
    plan_length = 12


class RegularBot(QuickBot):
    name = "regular"
    worlds = 12
    plan_width = 8
    plan_length = 12
