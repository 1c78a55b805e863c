"""The bots that search for as long as their budget allows: expert, and merciless with more time."""

from __future__ import annotations

import sys
from math import inf
from typing import ClassVar

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.bots.next_round import best_of_rounds
from timebooth.bots.playouts import Playouts
from timebooth.bots.sealed_round import SealedRound
from timebooth.bots.search import Search
from timebooth.kernel.chance import Rng

SEARCH_SHARE = 0.95  # of the budgeted seconds; the rest is for what comes before and after the search


def think(
    decision: Decision, rng: Rng, budget: Budget, others_iterations: int = 0, turns: int = 0
) -> Search | SealedRound | Playouts:
    """Search a decision until the budget is spent; an empty budget means one iteration for each option.

    A game with a policy is searched by playouts, to the end of the game or for some `turns`; a game in which all seats
    answer at once, by simulating the round; any other game by a tree search.
    """
    seed = rng.below(1 << 30)
    search: Search | SealedRound | Playouts
    if decision.game.policy is not None:
        search = Playouts(decision.seat, decision.options, seed, decision.game.policy, turns)
    elif decision.game.sealed_rounds:
        search = SealedRound(decision.seat, decision.options, seed, others_iterations)
    else:
        search = Search(decision.seat, decision.options, seed, decision.game.cooperative)
    seconds = inf if budget.seconds is None else budget.seconds * SEARCH_SHARE
    iterations = sys.maxsize if budget.iterations is None else budget.iterations
    if budget == Budget():
        iterations = len(decision.options)
    search.run(decision.sample_world, iterations, seconds, budget.cancelled)
    return search


class ExpertBot(Bot):
    """Searches; in cooperative games, plans its turn and simulates the round after it."""

    name = "expert"
    default_budget = Budget(seconds=1.0)
    others_iterations: ClassVar[int] = 0
    """In sealed rounds: how many iterations the other seats are assumed to search."""
    turns: ClassVar[int] = 0
    """In playouts: the number of turns after which a game is evaluated; 0: it is played to its end."""

    def choose(self, decision: Decision, rng: Rng) -> int:
        if len(decision.options) == 1:
            return decision.options[0]
        if decision.game.cooperative:
            return best_of_rounds(decision, rng, self.budget)
        return think(decision, rng, self.budget, self.others_iterations, self.turns).best()


class MercilessBot(ExpertBot):
    name = "merciless"
    default_budget = Budget(seconds=5.0)
    # `timebooth arena excellent-boardgame --bots merciless:200,expert:200 --seats 2 --games 250 --seed 179`: won 274 of
    # 500 games. With 4 iterations, `--bots merciless:300,expert:300 --games 400 --seed 79`: won 417 of 800.
    others_iterations = 12
    # `timebooth arena back-to-the-future --bots merciless:5000,expert:1000 --seats 2 --games 100 --seed 31`: won 129 of
    # 200 games.
    turns = 2
