"""Bots against bots: every pairing in every seating on the same seeds, spread over processes.

Results are kept in a file, one game per line, so that an arena that was stopped can continue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import msgspec

from timebooth.bots.roster import LEVELS, make_bot
from timebooth.bots.thinking import way_of
from timebooth.bots.thinking_bot import ExpertBot, MercilessBot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.lab import simulate
from timebooth.lab.jobs import InProcess, Jobs
from timebooth.lab.ratings import Contest, Rating, Step, measure_step, rate
from timebooth.lab.results import Lineup, Played, Results, Setting
from timebooth.lab.statistics import wilson
from timebooth.registry import find_game

THE_GAME = "the game"  # the opponent in a cooperative game
HERE = InProcess()


class Plan(msgspec.Struct, frozen=True):
    """What to play: `games` on different seeds in every seating."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    edition: str = "standard"
    options: dict[str, Any] = {}
    ladder: bool = False
    """Whether only neighbours in `bots` meet, from the weakest to the strongest."""

    @property
    def cooperative(self) -> bool:
        return find_game(self.game, self.edition).cooperative


class Duel(msgspec.Struct, frozen=True):
    """The results of one bot among bots of another kind, in all seats, with the 95 % interval of its share of wins."""

    bot: str
    against: str
    games: int
    wins: int
    """Games won, alone or shared."""
    low: float
    high: float


class Table(msgspec.Struct, frozen=True):
    """The result of an arena."""

    ratings: list[Rating]
    duels: list[Duel]
    steps: list[Step] = []
    """From each bot of a ladder to the next."""
    faults: dict[str, simulate.Faults] = {}
    """The bots of other packages that failed."""


def levels(game: Game, playouts: int | None = None) -> tuple[str, ...]:
    """Return the levels that people choose from as bots of a ladder, with the playouts that they make in a game.

    They never run out of time, so the ladder does not depend on the machine. With `playouts`, the expert makes so many
    for each decision, and merciless five times as many.
    """
    if playouts is not None:
        budgets: dict[str, int | None] = {"expert": playouts, "merciless": 5 * playouts}
    else:
        budgets = {bot.name: bot.max_playouts.get(way_of(game)) for bot in (ExpertBot, MercilessBot)}
    return tuple(f"{name}:{budgets[name]}" if budgets.get(name) is not None else name for name in LEVELS)


def lineups(plan: Plan) -> list[Lineup]:
    """Return all lineups: each bot alone among each other kind, in every seat; in cooperative games each kind alone."""
    if plan.cooperative or len(plan.bots) == 1:
        tables = [(bot,) * plan.seats for bot in plan.bots]
    else:
        tables = [
            tuple(bot if i == seat else other for i in range(plan.seats))
            for bot, other in permutations(plan.bots, 2)
            if not plan.ladder or abs(plan.bots.index(bot) - plan.bots.index(other)) == 1
            for seat in range(plan.seats)
        ]
    once = list(dict.fromkeys(tables))
    return [Lineup(bots, i) for i in range(plan.games) for bots in once]


def arena(plan: Plan, results: Path | None = None, jobs: Jobs = HERE) -> Iterator[Played]:
    """Play the games that are not in the results file yet; yield all games of the plan, those of the file first.

    A game is written to the file as soon as it is over, in whatever order the processes finish.
    """
    game = find_game(plan.game, plan.edition)
    game.start(plan.seats, game.read_options(plan.options), FastRng(0))
    for name in plan.bots:
        make_bot(name)
    if len(plan.bots) < 2 and not plan.cooperative:
        raise BadSetup("arena.one_bot")
    setting = Setting(plan.game, game.rules, game.edition.hash, plan.options, plan.seed)
    kept = None if results is None else Results(results, setting)
    done = {} if kept is None else dict(kept.games)
    wanted = lineups(plan)
    yield from (done[lineup] for lineup in wanted if lineup in done)
    todo = [(plan, lineup) for lineup in wanted if lineup not in done]
    for _, played in jobs.finished(play, todo):
        if kept is not None:
            kept.add(played)
        yield played


def play(task: tuple[Plan, Lineup]) -> Played:
    """Play one game of an arena."""
    plan, lineup = task
    games = simulate.Plan(plan.game, plan.edition, plan.options, lineup.bots, lineup.index + 1, plan.seed)
    (one,) = simulate.play_batch((games, lineup.index, lineup.index + 1))
    if not one.ended:
        raise simulate.NeverEnded("simulation.never_ended", seed=str(games.seed_of(lineup.index)), limit=one.decisions)
    return Played(lineup, one.winners, one.ending, one.faults)


def summarise(plan: Plan, games: Iterable[Played]) -> Table:
    """Return ratings and duels of the games of a plan; the order in which they were finished does not matter."""
    place = {lineup: number for number, lineup in enumerate(lineups(plan))}
    ordered = sorted(games, key=lambda played: place[played.lineup])
    if plan.cooperative:
        contests = [
            Contest(played.lineup.index, (played.lineup.bots[0], THE_GAME), (0,) if played.winners else (1,))
            for played in ordered
        ]
    else:
        contests = [Contest(played.lineup.index, played.lineup.bots, played.winners) for played in ordered]
    steps: list[Step] = []
    if plan.ladder:
        opponent = THE_GAME if plan.cooperative else None
        steps = [measure_step(contests, *pair, opponent) for pair in pairwise(plan.bots)]
    faults = simulate.all_faults(played.faults for played in ordered)
    return Table(rate(contests) if contests else [], _duels(contests), steps, faults)


def _duels(contests: list[Contest]) -> list[Duel]:
    wins: dict[tuple[str, str], int] = {}
    games: dict[tuple[str, str], int] = {}
    for contest in contests:
        for seat, bot in enumerate(contest.players):
            others = {name for i, name in enumerate(contest.players) if i != seat}
            if bot in others or len(others) != 1:
                continue
            pair = (bot, others.pop())
            games[pair] = games.get(pair, 0) + 1
            wins[pair] = wins.get(pair, 0) + (seat in contest.winners)
    return [Duel(*pair, games[pair], wins[pair], *wilson(wins[pair], games[pair])) for pair in sorted(games)]
