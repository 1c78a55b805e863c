"""Plays games of every mix of the fast bots, and measures the longest."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

import msgspec

from timebooth.lab.simulate import Plan, Played

FAST = ("random", "greedy", "novice", "regular")


class Longest(msgspec.Struct):
    """The longest of some games, and those that did not end by the rules."""

    games: int = 0
    decisions: int = 0
    steps: int = 0
    turn: int = 0
    """Answers in the longest turn, forced ones and windows included."""
    where: str = ""
    """The seed and the bots of the game with the most steps."""
    endless: list[str] = []

    def add(self, plan: Plan, played: Played) -> None:
        """Count one game."""
        named = f"seed {plan.seed_of(played.index)}, {','.join(plan.bots)}"
        self.games += 1
        self.decisions = max(self.decisions, played.decisions)
        self.turn = max(self.turn, played.longest_turn or 0)
        if played.steps > self.steps:
            self.steps, self.where = played.steps, named
        if not played.ended:
            self.endless.append(named)


def mixes(seats: int, levels: Iterable[str] = FAST) -> list[tuple[str, ...]]:
    """Return every mix of levels at that many seats."""
    return list(combinations_with_replacement(levels, seats))


def plans(key: str, seats: int, games: int, seed: int = 0, levels: Iterable[str] = FAST) -> list[Plan]:
    """Return plans that share so many games among all mixes: at least one for each."""
    found = mixes(seats, levels)
    return [Plan(key, "standard", {}, bots, -(-games // len(found)), seed) for bots in found]
