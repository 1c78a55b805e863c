"""Chooses how to think about a decision, by what its game declares, and thinks."""

from __future__ import annotations

import sys
from math import inf
from typing import Literal

import msgspec

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.next_round import NextRound
from timebooth.bots.playouts import Playouts
from timebooth.bots.sealed_round import SealedRound
from timebooth.bots.search import Search
from timebooth.bots.thinker import Clock, Thinker
from timebooth.kernel.chance import Rng
from timebooth.kernel.game import Game

Way = Literal["playouts", "sealed_round", "next_round", "search"]

THINKING_SHARE = 0.95  # of the budgeted seconds; the rest is for what comes before and after


class Depth(msgspec.Struct, frozen=True):
    """How deeply to think."""

    horizons: tuple[int, ...] = (2,)
    """In playouts: after how many turns games are judged, one horizon after the other; 0: at their end."""


EXPERT = Depth()


def way_of(game: Game) -> Way:
    """Return the way of thinking that suits a game.

    A game with a policy is played out; a game with sealed rounds is played for a round; in a cooperative game the turn
    is planned and the next round simulated; any other game is searched.
    """
    if game.policy is not None:
        return "playouts"
    if game.sealed_rounds:
        return "sealed_round"
    return "next_round" if game.cooperative else "search"


def make_thinker(decision: Decision, seed: int, depth: Depth = EXPERT) -> Thinker:
    """Return a thinker about one decision, in the way that suits its game."""
    game = decision.game
    if game.policy is not None:
        return Playouts(decision, seed, game.policy, depth.horizons)
    match way_of(game):
        case "sealed_round":
            return SealedRound(decision, seed)
        case "next_round":
            return NextRound(decision, seed)
        case _:
            return Search(decision, seed)


def think(decision: Decision, rng: Rng, budget: Budget, depth: Depth = EXPERT) -> Thinker:
    """Think until the budget is spent; an empty budget means one playout for each option."""
    thinker = make_thinker(decision, rng.below(1 << 30), depth)
    playouts = len(decision.options) if budget == Budget() else budget.playouts
    seconds = inf if budget.seconds is None else budget.seconds * THINKING_SHARE
    thinker.think(Clock(seconds, sys.maxsize if playouts is None else playouts, budget.cancelled))
    return thinker
