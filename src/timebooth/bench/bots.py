"""Time how long bots think: the median and the 99th percentile of their answers, beside their budget.

Bots answer decisions of random games. Answers are timed by the wall clock, because it limits searching bots; the cost
of a table is CPU time.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

import msgspec

from timebooth.bench.measure import SEATS, SEED
from timebooth.bench.search import decisions_of
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.builds import is_compiled
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game

TABLES = 10
PACE = 0.9  # mean pause in seconds between two answers at a table of bots


class Thought(msgspec.Struct, frozen=True):
    """The times of one bot in one game, in seconds per answer."""

    game: str
    bot: str
    answers: int
    half: float
    nearly_all: float
    """The 99th percentile; the longest time if there are fewer than 100 answers."""
    budget: float | None
    cpu: float
    """The mean."""
    ten_tables: float
    """The share of one core that ten tables of such bots use at a human pace."""


class Thoughts(msgspec.Struct, frozen=True):
    compiled: bool
    thoughts: tuple[Thought, ...]


def time_bots(games: list[Game], bots: list[str], answers: int) -> Iterator[Thought]:
    """Time each bot in each game."""
    for game in games:
        decisions = decisions_of(game, min(SEATS, game.seats[-1]), answers)
        for name in bots:
            bot = make_bot(name)
            rng = FastRng(SEED)
            walls: list[float] = []
            cpus: list[float] = []
            for state, seat in decisions:
                decision = Decision(game, state, seat)
                wall, cpu = perf_counter(), process_time()
                bot.choose(decision, rng)
                walls.append(perf_counter() - wall)
                cpus.append(process_time() - cpu)
            yield summed_up(game.key, name, walls, cpus, bot.budget.seconds)


def summed_up(game: str, bot: str, walls: list[float], cpus: list[float], budget: float | None) -> Thought:
    ordered = sorted(walls)
    nearly_all = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    cpu = sum(cpus) / len(cpus)
    return Thought(
        game, bot, len(walls), ordered[len(ordered) // 2], nearly_all, budget, cpu, TABLES * cpu / (cpu + PACE)
    )


def thoughts(found: list[Thought]) -> Thoughts:
    return Thoughts(is_compiled(), tuple(found))
