"""How fast the rules are, beside the same kind of work of a peer.

CPU time only. Rounds are interleaved and every other one runs backwards, so that whatever else the machine does falls
on all alike; a ratio is the median of the rounds' own ratios. Nothing here passes or fails by a time.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Literal

import msgspec

from timebooth.kernel import state
from timebooth.kernel.chance import FastRng
from timebooth.kernel.game import Game
from timebooth.kernel.playout import playout
from timebooth.kernel.state import State
from timebooth.lab.drive import drive

SEATS = 4
ROUNDS = 5
DEALS = 16  # dealt tables that are played out over and over
SEED = 1
COPIES = 500  # copies between two looks at the clock

Slice = Callable[[float], float]
"""Works for some seconds of CPU time and says how many units a second it did."""


class Measure(msgspec.Struct, frozen=True):
    """Something to be timed; `answers` is how many answers, forced ones too, stand behind one counted unit."""

    game: str
    way: Literal["engine", "python", "copies", "environment", "search", "bots", "processes", "cpu"]
    unit: Literal["choices", "answers", "copies", "steps", "decisions", "games"]
    run: Slice
    answers: float = 1.0
    peer: bool = False


class Rate(msgspec.Struct, frozen=True):
    """Units a second, the median of all rounds."""

    game: str
    way: str
    unit: str
    per_second: float


class Ratio(msgspec.Struct, frozen=True):
    """One rate over another: the median of the rounds' own ratios."""

    game: str
    way: str
    unit: str
    over: str
    times: float


class Report(msgspec.Struct, frozen=True):
    compiled: bool
    rates: tuple[Rate, ...]
    ratios: tuple[Ratio, ...]


def deal_tables(game: Game) -> list[State]:
    return [game.start(SEATS, None, FastRng(seed)) for seed in range(DEALS)]


def answers_per_choice(tables: list[State]) -> float:
    """How many answers stand behind one real choice, counted by driving the same tables."""
    rng = FastRng(SEED)
    driven = [drive(table.copy(), rng) for table in tables]
    return sum(one.answers for one in driven) / sum(one.choices for one in driven)


def measures_of(game: Game) -> list[Measure]:
    """What is timed of one game: playouts inside the engine, play driven from Python, copies."""
    tables = deal_tables(game)
    each = answers_per_choice(tables)
    return [
        Measure(game.key, "engine", "choices", lambda s: _playouts(tables, s), each),
        Measure(game.key, "python", "choices", lambda s: _driven(game, s), each),
        Measure(game.key, "copies", "copies", lambda s: _copies(tables, s)),
    ]


def bench(measures: list[Measure], seconds: float, rounds: int = ROUNDS) -> Report:
    """Time all measures in interleaved rounds, `seconds` for each in all."""
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
    """A copy over one choice in the engine, and what we do over what each peer does in the same way."""
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


def is_compiled() -> bool:
    """Whether the rules run as machine code."""
    return not str(state.__file__).endswith(".py")


def _playouts(tables: list[State], seconds: float) -> float:
    rng = FastRng(SEED)
    choices = 0
    begin = process_time()
    while True:
        for table in tables:
            choices += playout(table.copy(), rng)
        spent = process_time() - begin  # asking for the time costs more than some choices
        if spent >= seconds:
            return choices / spent


def _driven(game: Game, seconds: float) -> float:
    """Whole games from Python, the deal too; one generator for all, as the peers have."""
    rng = FastRng(SEED)
    choices = 0
    begin = process_time()
    while True:
        choices += drive(game.start(SEATS, None, rng), rng).choices
        spent = process_time() - begin
        if spent >= seconds:
            return choices / spent


def _copies(tables: list[State], seconds: float) -> float:
    copies = 0
    begin = process_time()
    while True:
        for table in tables:
            for _ in range(COPIES):
                table.copy()
            copies += COPIES
            spent = process_time() - begin
            if spent >= seconds:
                return copies / spent
