"""The bots that think: expert, and merciless with more playouts and depth.

A level is a number of playouts, not of seconds: it plays equally well on every machine that makes them in time. The
seconds only limit how long a slow or busy machine may take.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.bots.thinking import EXPERT, Depth, Way, think, way_of
from timebooth.kernel.chance import Rng
from timebooth.kernel.game import Game


class ExpertBot(Bot):
    name = "expert"
    default_budget = Budget(seconds=1.0)
    depth: ClassVar[Depth] = EXPERT
    max_playouts: ClassVar[dict[Way, int]] = {"playouts": 80, "sealed_round": 45, "next_round": 30}
    """For one decision, in each way of thinking; no limit for a way that is not named."""

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        return think(decision, rng, self.budget_in(decision.game), self.depth).best()

    def budget_in(self, game: Game) -> Budget:
        """Return the budget with the playouts of this level in a game, unless it says how many to make."""
        if self.budget.playouts is not None:
            return self.budget
        return msgspec.structs.replace(self.budget, playouts=self.max_playouts.get(way_of(game)))


class MercilessBot(ExpertBot):
    name = "merciless"
    default_budget = Budget(seconds=5.0)
    depth = Depth(horizons=(2, 5))
    max_playouts = {"playouts": 5000, "sealed_round": 2000, "next_round": 150}
