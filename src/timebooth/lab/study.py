"""A study of a game: plans what to play, and collects the findings."""

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

VARIANT_SHARE = 4  # an option is varied in a quarter of the games


class Study(msgspec.Struct, frozen=True):
    """What to play: `games` for each number of seats, as many of another edition, and fewer of each option."""

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
        return max(1, self.games // VARIANT_SHARE)


class Variant(msgspec.Struct, frozen=True):
    """One variant of the game; the standard one has no label."""

    label: str
    edition: str
    options: dict[str, Any]
    games: int


class Findings(msgspec.Struct, frozen=True):
    study: Study
    balance: Balance
    editions: tuple[Comparison, ...]
    options: tuple[Comparison, ...]


def study_variants(study: Study) -> list[Variant]:
    """Return the standard variant, then the other edition, then each option."""
    game = find_game(study.game, study.edition)
    found = [Variant("", study.edition, study.options, study.games)]
    if study.against is not None:
        other = find_game(study.game, study.against)
        found.append(Variant(other.edition.name, study.against, study.options, study.games))
    for changed in variants(game, study.vary, study.options):
        ((name, value),) = changed.items()
        label = f"{name} = {msgspec.json.encode(value).decode()}"
        found.append(Variant(label, study.edition, {**study.options, **changed}, study.variant_games))
    return found


def plans(study: Study) -> list[tuple[Variant, Plan]]:
    """Return everything to play; options that do not allow a number of seats are skipped for it."""
    found = []
    for number, variant in enumerate(study_variants(study)):
        for seats in study.seats:
            bots = tuple(study.bots[i % len(study.bots)] for i in range(seats))
            plan = Plan(study.game, variant.edition, variant.options, bots, variant.games, study.seed, traits=True)
            if number == 0 or variant.edition != study.edition:
                check(plan)
            elif not playable(find_game(study.game, variant.edition), seats, variant.options):
                continue
            found.append((variant, plan))
    return found


def play(study: Study, jobs: Jobs) -> Iterator[tuple[Variant, Plan, Played]]:
    """Play all games of the study."""
    for variant, plan in plans(study):
        for played in simulate(plan, jobs):
            yield variant, plan, played


def conclude(study: Study, games: Iterator[tuple[Variant, Plan, Played]]) -> Findings:
    """Return the findings from all games."""
    by_variant: dict[str, Games] = {}
    for variant, plan, played in games:
        by_variant.setdefault(variant.label, {}).setdefault(plan.seats, []).append(played)
    game = find_game(study.game, study.edition)
    standard = by_variant[""]
    editions: list[Comparison] = []
    options: list[Comparison] = []
    for number, variant in enumerate(study_variants(study)):
        if number == 0 or variant.label not in by_variant:
            continue
        found = compare(
            game, find_game(study.game, variant.edition), variant.label, standard, by_variant[variant.label]
        )
        (editions if variant.edition != study.edition else options).append(found)
    return Findings(study, balance(game, standard), tuple(editions), tuple(options))
