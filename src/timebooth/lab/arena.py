"""Bots against bots: every pairing in every seating on the same seeds, on as many processes as there are.

What was played is kept in a file, one game a line: an arena that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec

from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.lab import simulate
from timebooth.lab.jobs import Here, Jobs
from timebooth.lab.ratings import Contest, Rating, rate
from timebooth.lab.results import Lineup, Played, Results, Setting
from timebooth.lab.statistics import wilson
from timebooth.registry import find_game

LIMIT = 100_000  # decisions after which a game is said not to end
THE_GAME = "the game"  # what the bots of a cooperative game play against
HERE = Here()


class Plan(msgspec.Struct, frozen=True):
    """What is played; `games` on different seeds in every seating."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    edition: str = "standard"
    options: dict[str, Any] = {}

    @property
    def cooperative(self) -> bool:
        return find_game(self.game, self.edition).cooperative


class Duel(msgspec.Struct, frozen=True):
    """One bot among others of one kind, over all seats; the 95 % interval of its share of wins."""

    bot: str
    against: str
    games: int
    wins: int
    """Games won, alone or with others."""
    low: float
    high: float


class Table(msgspec.Struct, frozen=True):
    """What an arena found."""

    ratings: list[Rating]
    duels: list[Duel]


def lineups(plan: Plan) -> list[Lineup]:
    """Each bot alone among each other kind, in every seat; in a cooperative game each kind by itself."""
    if plan.cooperative or len(plan.bots) == 1:
        tables = [(bot,) * plan.seats for bot in plan.bots]
    else:
        tables = [
            tuple(bot if i == seat else other for i in range(plan.seats))
            for bot, other in permutations(plan.bots, 2)
            for seat in range(plan.seats)
        ]
    once = list(dict.fromkeys(tables))
    return [Lineup(bots, i) for i in range(plan.games) for bots in once]


def arena(plan: Plan, results: Path | None = None, jobs: Jobs = HERE) -> Iterator[Played]:
    """Play what is not yet in the results file; gives all games of the plan, those of the file first.

    A game is in the file as soon as it is over, whichever process was first.
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
    """One game; each seat has chance of its own to think with, so a bot plays the same in whatever company."""
    plan, lineup = task
    games = simulate.Plan(plan.game, plan.edition, plan.options, lineup.bots, lineup.index + 1, plan.seed, LIMIT)
    (one,) = simulate.play_batch((games, lineup.index, lineup.index + 1))
    if not one.ended:
        raise simulate.NeverEnded("simulation.never_ended", seed=str(games.seed_of(lineup.index)), limit=LIMIT)
    return Played(lineup, one.winners, one.ending)


def summarise(plan: Plan, games: Iterable[Played]) -> Table:
    """Ratings and duels of the games of a plan, in whatever order they were finished."""
    place = {lineup: number for number, lineup in enumerate(lineups(plan))}
    ordered = sorted(games, key=lambda played: place[played.lineup])
    if plan.cooperative:
        contests = [
            Contest(played.lineup.index, (played.lineup.bots[0], THE_GAME), (0,) if played.winners else (1,))
            for played in ordered
        ]
    else:
        contests = [Contest(played.lineup.index, played.lineup.bots, played.winners) for played in ordered]
    return Table(rate(contests) if contests else [], _duels(contests))


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
