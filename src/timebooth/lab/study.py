"""A study of a game: plans what to play, and collects the findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from timebooth.bots.roster import LEVELS
from timebooth.lab import arena
from timebooth.lab.balance import Balance, Games, balance
from timebooth.lab.comparison import Comparison, compare
from timebooth.lab.correction import corrected
from timebooth.lab.jobs import Jobs
from timebooth.lab.numbers import ONE_CHANGED, changed_editions
from timebooth.lab.ratings import Step
from timebooth.lab.simulate import Plan, Played, check, simulate
from timebooth.lab.variants import playable, variants
from timebooth.registry import find_game

QUICK = LEVELS[:3]  # the levels that do not think: hundreds of their games take minutes
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
    skill: bool = False
    """Whether levels of bots play against each other, to see how much skill decides."""
    numbers: int = 0
    """Games for each number of the edition, one more and one less."""

    @property
    def variant_games(self) -> int:
        return max(1, self.games // VARIANT_SHARE)


class Variant(msgspec.Struct, frozen=True):
    """One variant of the game; the standard one has no label."""

    label: str
    edition: str
    options: dict[str, Any]
    games: int
    kind: Literal["standard", "edition", "option", "number"]


class Findings(msgspec.Struct, frozen=True):
    study: Study
    balance: Balance
    editions: tuple[Comparison, ...]
    options: tuple[Comparison, ...]
    tests: int
    """How many results are marked if they stand out; the marks are corrected for all of them together."""
    skill: tuple[Step, ...] = ()
    """How much stronger each level of bots is than the one before."""
    numbers: tuple[Comparison, ...] = ()
    """What one more or one less of each number of the edition changes, the greatest effect first."""


def study_variants(study: Study) -> list[Variant]:
    """Return the standard variant, then the other edition, then each option and each number."""
    game = find_game(study.game, study.edition)
    found = [Variant("", study.edition, study.options, study.games, "standard")]
    if study.against is not None:
        other = find_game(study.game, study.against)
        found.append(Variant(other.edition.name, study.against, study.options, study.games, "edition"))
    for changed in variants(game, study.vary, study.options):
        ((name, value),) = changed.items()
        label = f"{name} = {msgspec.json.encode(value).decode()}"
        found.append(Variant(label, study.edition, {**study.options, **changed}, study.variant_games, "option"))
    if study.numbers:
        games = min(study.numbers, study.games)
        for edition in changed_editions(study.game, study.edition):
            found.append(Variant(edition.rpartition(ONE_CHANGED)[2], edition, study.options, games, "number"))
    return found


def plans(study: Study) -> list[tuple[Variant, Plan]]:
    """Return everything to play; options that do not allow a number of seats are skipped for it."""
    found = []
    for variant in study_variants(study):
        for seats in study.seats:
            bots = tuple(study.bots[i % len(study.bots)] for i in range(seats))
            plan = Plan(study.game, variant.edition, variant.options, bots, variant.games, study.seed, traits=True)
            if variant.kind in ("standard", "edition"):
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


def conclude(study: Study, games: Iterator[tuple[Variant, Plan, Played]], skill: Sequence[Step] = ()) -> Findings:
    """Return the findings from all games, with what was found of skill."""
    by_variant: dict[str, Games] = {}
    for variant, plan, played in games:
        by_variant.setdefault(variant.label, {}).setdefault(plan.seats, []).append(played)
    game = find_game(study.game, study.edition)
    standard = by_variant[""]
    compared: list[tuple[str, Comparison]] = []
    for variant in study_variants(study)[1:]:
        if variant.label in by_variant:
            other = find_game(study.game, variant.edition)
            found = compare(game, other, variant.label, standard, by_variant[variant.label])
            if variant.kind == "number":  # hundreds of traits for each number would drown the figures
                found = msgspec.structs.replace(found, shifts=())
            compared.append((variant.kind, found))
    marked, comparisons, tests = corrected(balance(game, standard), tuple(each for _, each in compared))
    by_kind = {
        kind: tuple(each for (found, _), each in zip(compared, comparisons, strict=True) if found == kind)
        for kind in ("edition", "option", "number")
    }
    numbers = sorted(by_kind["number"], key=lambda each: min(change.doubt for change in each.changes))
    return Findings(study, marked, by_kind["edition"], by_kind["option"], tests, tuple(skill), tuple(numbers))


def skill_plan(study: Study) -> arena.Plan:
    """Return the games by which skill is measured: each level that answers at once against the next one."""
    seats = max(2, min(study.seats)) if not find_game(study.game).cooperative else min(study.seats)
    return arena.Plan(
        study.game, QUICK, seats, study.variant_games, study.seed, study.edition, study.options, ladder=True
    )
