"""How long bots think: what half and what ninety-nine of a hundred answers take, beside the time they may take.

Bots answer decisions of random games. Searching bots are bound by the clock, so theirs is the time on the wall; what a
table costs is told in CPU time.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

import msgspec

from timebooth.bench.measure import SEATS, SEED, is_compiled
from timebooth.bench.search import decisions_of
from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game

TABLES = 10
PACE = 0.9  # seconds between two answers at a table of bots: they pause that long on the average


class Thought(msgspec.Struct, frozen=True):
    """One bot in one game, in seconds an answer."""

    game: str
    bot: str
    answers: int
    half: float
    nearly_all: float
    """What 99 of 100 answers stay below; of fewer answers, the longest."""
    budget: float | None
    cpu: float
    """On the average."""
    ten_tables: float
    """The share of one core that ten tables of such bots take at a human pace."""


class Thoughts(msgspec.Struct, frozen=True):
    compiled: bool
    thoughts: tuple[Thought, ...]


def time_bots(games: list[Game], bots: list[str], answers: int) -> Iterator[Thought]:
    """Time each bot in each game."""
    for game in games:
        decisions = decisions_of(game, min(SEATS, game.seats[-1]), answers)
        for name in bots:
            bot = make_bot(name)
            dice = FastRng(SEED)
            walls: list[float] = []
            cpus: list[float] = []
            for state, seat in decisions:
                sight = Decision(game, state, seat)
                wall, cpu = perf_counter(), process_time()
                bot.choose(sight, dice)
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
