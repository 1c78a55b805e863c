"""Thinks ahead for as long as it may: the expert, and the merciless one who takes more time."""

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

THINKING = 0.95  # of the time: what comes before and after takes some, too


def think(
    sight: Decision, rng: Rng, budget: Budget, patience: int = 0, turns: int = 0
) -> Search | SealedRound | Playouts:
    """Think about a decision until the budget is spent; a budget without any bound is one iteration for each option.

    Where the game has an policy, imagined games are played to their end by it, or for some turns; where all answer at
    once, round after round, a round is rehearsed; otherwise the decision is searched.
    """
    seed = rng.below(1 << 30)
    thoughts: Search | SealedRound | Playouts
    if sight.game.policy is not None:
        thoughts = Playouts(sight.seat, sight.options, seed, sight.game.policy, turns)
    elif sight.game.sealed_rounds:
        thoughts = SealedRound(sight.seat, sight.options, seed, patience)
    else:
        thoughts = Search(sight.seat, sight.options, seed, sight.game.cooperative)
    seconds = inf if budget.seconds is None else budget.seconds * THINKING
    iterations = sys.maxsize if budget.iterations is None else budget.iterations
    if budget == Budget():
        iterations = len(sight.options)
    thoughts.run(sight.sample_world, iterations, seconds, budget.cancelled)
    return thoughts


class ExpertBot(Bot):
    """Thinks; where all win or lose together, it plans its turn and rehearses the next round."""

    name = "expert"
    default_budget = Budget(seconds=1.0)
    patience: ClassVar[int] = 0
    """Where a round is rehearsed: how many iterations the others are thought to rehearse it, too."""
    turns: ClassVar[int] = 0
    """Where games are played on by policy: after how many turns they are judged; 0: they are played to their end."""

    def choose(self, sight: Decision, rng: Rng) -> int:
        if len(sight.options) == 1:
            return sight.options[0]
        if sight.game.cooperative:
            return best_of_rounds(sight, rng, self.budget)
        return think(sight, rng, self.budget, self.patience, self.turns).best()


class MercilessBot(ExpertBot):
    name = "merciless"
    default_budget = Budget(seconds=5.0)
    # `timebooth arena excellent-boardgame --bots merciless:200,expert:200 --seats 2 --games 250 --seed 179` gave it 274
    # of 500 games; with a patience of 4, `--bots merciless:300,expert:300 --games 400 --seed 79`, it won 417 of 800.
    patience = 12
    # `timebooth arena back-to-the-future --bots merciless:5000,expert:1000 --seats 2 --games 100 --seed 31` gave it
    # 129 of 200 games.
    turns = 2
