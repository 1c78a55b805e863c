"""A study of a game: what is played for it, and what is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from timebooth.lab.balance import Balance, Games, balance
from timebooth.lab.comparison import Comparison, compare
from timebooth.lab.jobs import Jobs
from timebooth.lab.simulate import Plan, Played, check, simulate
from timebooth.lab.variants import playable, variants
from timebooth.registry import find_game

LIMIT = 100_000  # decisions after which a game is said not to end
PART = 4  # a variant is played in that part of the games


class Study(msgspec.Struct, frozen=True):
    """`games` for each number of seats; the other edition on the same seeds, each option on the first of them."""

    game: str
    bots: tuple[str, ...]
    seats: tuple[int, ...]
    games: int
    seed: int = 0
    edition: str = "standard"
    options: dict[str, Any] = {}
    against: str | None = None
    vary: tuple[str, ...] = ()

    @property
    def variant_games(self) -> int:
        return max(1, self.games // PART)


class Way(msgspec.Struct, frozen=True):
    """One way to play the game: the usual one has no label."""

    label: str
    edition: str
    options: dict[str, Any]
    games: int


class Findings(msgspec.Struct, frozen=True):
    study: Study
    balance: Balance
    editions: tuple[Comparison, ...]
    options: tuple[Comparison, ...]


def ways(study: Study) -> list[Way]:
    """The usual way first, then the other edition, then the options one by one."""
    game = find_game(study.game, study.edition)
    found = [Way("", study.edition, study.options, study.games)]
    if study.against is not None:
        other = find_game(study.game, study.against)
        found.append(Way(other.edition.name, study.against, study.options, study.games))
    for changed in variants(game, study.vary, study.options):
        ((name, value),) = changed.items()
        label = f"{name} = {msgspec.json.encode(value).decode()}"
        found.append(Way(label, study.edition, {**study.options, **changed}, study.variant_games))
    return found


def plans(study: Study) -> list[tuple[Way, Plan]]:
    """All that is played; the usual way must be possible at every table, a variant is played where it is."""
    found = []
    for number, way in enumerate(ways(study)):
        for seats in study.seats:
            bots = tuple(study.bots[i % len(study.bots)] for i in range(seats))
            plan = Plan(study.game, way.edition, way.options, bots, way.games, study.seed, LIMIT, traits=True)
            if number == 0 or way.edition != study.edition:
                check(plan)
            elif not playable(find_game(study.game, way.edition), seats, way.options):
                continue
            found.append((way, plan))
    return found


def play(study: Study, jobs: Jobs) -> Iterator[tuple[Way, Plan, Played]]:
    """Every game of the study, one after another."""
    for way, plan in plans(study):
        for played in simulate(plan, jobs):
            yield way, plan, played


def conclude(study: Study, games: Iterator[tuple[Way, Plan, Played]]) -> Findings:
    """What all games together tell."""
    by_way: dict[str, Games] = {}
    for way, plan, played in games:
        by_way.setdefault(way.label, {}).setdefault(plan.seats, []).append(played)
    game = find_game(study.game, study.edition)
    usual = by_way[""]
    editions: list[Comparison] = []
    options: list[Comparison] = []
    for number, way in enumerate(ways(study)):
        if number == 0 or way.label not in by_way:
            continue
        found = compare(game, find_game(study.game, way.edition), way.label, usual, by_way[way.label])
        (editions if way.edition != study.edition else options).append(found)
    return Findings(study, balance(game, usual), tuple(editions), tuple(options))
