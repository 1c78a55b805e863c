"""Thinks ahead for as long as it may: the expert, and the merciless one who takes more time."""

from __future__ import annotations

import sys
from math import inf

from timebooth.bots.bot import Bot, Budget, Sight
from timebooth.bots.playouts import Playouts
from timebooth.bots.search import Search
from timebooth.bots.turn_plan import best_of_plans
from timebooth.kernel.chance import Dice

THINKING = 0.95  # of the time: what comes before and after takes some, too


def think(sight: Sight, rng: Dice, budget: Budget) -> Search:
    """Search a decision until the budget is spent; a budget without any bound is one iteration for each option."""
    search = Search(sight.seat, sight.game.cooperative, rng.below(1 << 30))
    iterations, seconds = _bounds(sight, budget)
    search.run(sight.imagine, iterations, seconds, budget.cancelled)
    return search


def play_out(sight: Sight, rng: Dice, budget: Budget) -> Playouts:
    """Play a decision's answers out until the budget is spent, in a game that has an instinct."""
    assert sight.game.instinct is not None
    playouts = Playouts(sight.seat, sight.game.instinct, rng.below(1 << 30))
    iterations, seconds = _bounds(sight, budget)
    playouts.run(sight.imagine, sight.options, iterations, seconds, budget.cancelled)
    return playouts


def _bounds(sight: Sight, budget: Budget) -> tuple[int, float]:
    if budget == Budget():
        return len(sight.options), inf
    seconds = inf if budget.seconds is None else budget.seconds * THINKING
    return sys.maxsize if budget.iterations is None else budget.iterations, seconds


class ExpertBot(Bot):
    """Searches, or plays imagined games to their end where the game has an instinct for it.

    Where all win or lose together, it plans its turn to the end, again and again.
    """

    name = "expert"
    habit = Budget(seconds=1.0)

    def choose(self, sight: Sight, rng: Dice) -> int:
        if len(sight.options) == 1:
            return sight.options[0]
        if sight.game.cooperative:
            return best_of_plans(sight, rng, self.budget)
        if sight.game.instinct is not None:
            return play_out(sight, rng, self.budget).best()
        return think(sight, rng, self.budget).best(sight.options)


class MercilessBot(ExpertBot):
    name = "merciless"
    habit = Budget(seconds=5.0)
