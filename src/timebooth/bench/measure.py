"""Time our work and a peer's in one run, and compare them.

Measures are timed in interleaved rounds, and every other round runs backwards, so that other load on the machine
affects all of them alike. A ratio is the median of the ratios of the single rounds. Nothing passes or fails by a time.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Literal

import msgspec

from timebooth.builds import is_compiled

SEATS = 4
ROUNDS = 5
SEED = 1

Slice = Callable[[float], float]
"""Works for some seconds of CPU time and returns the units per second."""


class Measure(msgspec.Struct, frozen=True):
    """Something to be timed; `answers` is the number of answers, forced ones included, per unit."""

    game: str
    way: Literal["engine", "python", "copies", "environment", "one_seat", "search", "bots", "processes", "cpu"]
    unit: Literal["choices", "answers", "copies", "steps", "decisions", "games"]
    run: Slice
    answers: float = 1.0
    peer: bool = False


class Rate(msgspec.Struct, frozen=True):
    """Units per second: the median of all rounds."""

    game: str
    way: str
    unit: str
    per_second: float


class Ratio(msgspec.Struct, frozen=True):
    """One rate over another: the median of the ratios of the single rounds."""

    game: str
    way: str
    unit: str
    over: str
    times: float


class Report(msgspec.Struct, frozen=True):
    compiled: bool
    rates: tuple[Rate, ...]
    ratios: tuple[Ratio, ...]


def measure_all(measures: list[Measure], seconds: float, rounds: int = ROUNDS) -> Report:
    """Time all measures in interleaved rounds, with `seconds` for each measure in total."""
    runs: list[list[float]] = [[] for _ in measures]
    for number in range(rounds):
        order = range(len(measures)) if number % 2 == 0 else range(len(measures) - 1, -1, -1)
        for i in order:
            runs[i].append(measures[i].run(seconds / rounds))
    timed = list(zip(measures, runs, strict=True))
    rates: list[Rate] = []
    for one, own in timed:
        rates.append(Rate(one.game, one.way, one.unit, median(own)))
        if one.unit == "choices":
            rates.append(Rate(one.game, one.way, "answers", median(own) * one.answers))
    return Report(is_compiled(), tuple(rates), tuple(_ratios(timed)))


def _ratios(timed: list[tuple[Measure, list[float]]]) -> list[Ratio]:
    """Return the cost of a copy relative to a choice, and our rates over those of each peer."""
    found: list[Ratio] = []
    for one, own in timed:
        if one.peer or one.way == "copies":
            continue
        for other, theirs in timed:
            if other.game == one.game and other.way == "copies" and one.way == "engine":
                found.append(Ratio(one.game, "copies", "cost", "choice", _median(own, theirs)))
            if other.peer and other.way == one.way:
                times = _median(own, theirs)
                if one.unit == "choices":
                    found.append(Ratio(one.game, one.way, "answers", other.game, times * one.answers))
                found.append(Ratio(one.game, one.way, one.unit, other.game, times))
    return found


def _median(ours: list[float], theirs: list[float]) -> float:
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))
