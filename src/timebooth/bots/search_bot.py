"""Thinks ahead for as long as it may: the expert, and the merciless one who takes more time."""

from __future__ import annotations

import sys
from math import inf

from timebooth.bots.bot import Bot, Budget, Sight
from timebooth.bots.rehearsal import best_of_rehearsals
from timebooth.bots.search import Search
from timebooth.kernel.chance import Dice


def think(sight: Sight, rng: Dice, budget: Budget) -> Search:
    """Search a decision until the budget is spent; a budget without any bound is one iteration for each option."""
    search = Search(sight.seat, sight.game.cooperative, rng.below(1 << 30))
    seconds = inf if budget.seconds is None else budget.seconds
    iterations = sys.maxsize if budget.iterations is None else budget.iterations
    if budget == Budget():
        iterations = len(sight.options)
    search.run(sight.imagine, iterations, seconds, budget.cancelled)
    return search


class ExpertBot(Bot):
    """Searches; where all win or lose together, it plans its turn and rehearses the next round."""

    name = "expert"
    habit = Budget(seconds=1.0)

    def choose(self, sight: Sight, rng: Dice) -> int:
        if len(sight.options) == 1:
            return sight.options[0]
        if sight.game.cooperative:
            return best_of_rehearsals(sight, rng, self.budget)
        return think(sight, rng, self.budget).best(sight.options)


class MercilessBot(ExpertBot):
    name = "merciless"
    habit = Budget(seconds=5.0)
