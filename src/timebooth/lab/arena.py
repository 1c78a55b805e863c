"""Bots against bots: every pairing in every seating on the same seeds, on as many processes as there are.

What was played is kept in a file, one game a line: an arena that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastDice
from timebooth.kernel.errors import BadRecord
from timebooth.lab import simulate
from timebooth.lab.ratings import Contest, Rating, rate
from timebooth.lab.statistics import wilson
from timebooth.registry import find_game

LIMIT = 100_000  # decisions after which a game is said not to end
THE_GAME = "the game"  # what the bots of a cooperative game play against


class Plan(msgspec.Struct, frozen=True):
    """What is played; `games` on different seeds in every seating."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int
    seed: int = 0
    edition: str = "standard"
    options: dict[str, Any] = {}


class Lineup(msgspec.Struct, frozen=True):
    """A bot for each seat, and the number of the game: with the plan's seed it gives the game's own."""

    bots: tuple[str, ...]
    index: int


class Played(msgspec.Struct, frozen=True):
    """One game that is over."""

    lineup: Lineup
    winners: tuple[int, ...]
    ending: str


class Setting(msgspec.Struct, frozen=True):
    """The first line of a results file: games under other rules are not comparable."""

    game: str
    rules: int
    edition_hash: str
    options: dict[str, Any]
    seed: int


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
    if find_game(plan.game, plan.edition).cooperative or len(plan.bots) == 1:
        tables = [(bot,) * plan.seats for bot in plan.bots]
    else:
        tables = [
            tuple(bot if i == seat else other for i in range(plan.seats))
            for bot, other in permutations(plan.bots, 2)
            for seat in range(plan.seats)
        ]
    once = list(dict.fromkeys(tables))
    return [Lineup(bots, i) for i in range(plan.games) for bots in once]


def arena(plan: Plan, results: Path | None = None, jobs: int = 1) -> Iterator[Played]:
    """Play what is not yet in the results file; gives all games of the plan, those of the file first."""
    game = find_game(plan.game, plan.edition)
    game.start(plan.seats, game.read_options(plan.options), FastDice(0))
    for name in plan.bots:
        make_bot(name)
    setting = Setting(plan.game, game.rules, game.edition.hash, plan.options, plan.seed)
    done = {} if results is None else _read(results, setting)
    wanted = lineups(plan)
    yield from (done[lineup] for lineup in wanted if lineup in done)
    todo = [(plan, lineup) for lineup in wanted if lineup not in done]
    for played in _play_all(todo, jobs):
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(msgspec.json.encode(played).decode() + "\n")
        yield played


def _play_all(todo: list[tuple[Plan, Lineup]], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(play, todo)
    elif todo:
        with get_context("spawn").Pool(min(jobs, len(todo))) as pool:
            yield from pool.imap(play, todo)


def play(task: tuple[Plan, Lineup]) -> Played:
    """One game; each seat has chance of its own to think with, so a bot plays the same in whatever company."""
    plan, lineup = task
    games = simulate.Plan(plan.game, plan.edition, plan.options, lineup.bots, lineup.index + 1, plan.seed, LIMIT)
    (one,) = simulate.play_batch((games, lineup.index, lineup.index + 1))
    if not one.ended:
        raise simulate.NeverEnded("simulation.never_ended", seed=str(games.seed_of(lineup.index)), limit=LIMIT)
    return Played(lineup, one.winners, one.ending)


def _read(results: Path, setting: Setting) -> dict[Lineup, Played]:
    """The games of a results file; a new one is begun, another setting's is refused, a half-written line dropped."""
    said = results.read_text(encoding="utf-8") if results.exists() else ""
    whole = said[: said.rfind("\n") + 1] or msgspec.json.encode(setting).decode() + "\n"
    if whole != said:
        results.write_text(whole, encoding="utf-8")
    first, *rest = whole.splitlines()
    if _line(1, first, Setting) != setting:
        raise BadRecord("record.other_game", line=1, have=first, want=msgspec.json.encode(setting).decode())
    games = [_line(number, line, Played) for number, line in enumerate(rest, start=2)]
    return {played.lineup: played for played in games}


def _line(number: int, said: str, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(said, type=kind)
    except msgspec.MsgspecError as problem:
        raise BadRecord("record.malformed", line=number, reason=str(problem)) from None


def summarise(plan: Plan, games: list[Played]) -> Table:
    """Ratings and duels of the games of a plan."""
    if find_game(plan.game, plan.edition).cooperative:
        contests = [
            Contest(played.lineup.index, (played.lineup.bots[0], THE_GAME), (0,) if played.winners else (1,))
            for played in games
        ]
    else:
        contests = [Contest(played.lineup.index, played.lineup.bots, played.winners) for played in games]
    return Table(rate(contests), _duels(contests))


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
