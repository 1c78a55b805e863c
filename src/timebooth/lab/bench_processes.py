"""Two processes beside one, on the same games. By the clock on the wall: other work on the machine falls on it."""

from __future__ import annotations

import os
from time import perf_counter, time

import msgspec

from timebooth.lab.bench import SEATS, SEED, Measure, Slice
from timebooth.lab.jobs import Jobs, Processes
from timebooth.lab.simulate import Plan, play_batch

LIMIT = 100_000
TASK = 0.05  # seconds: long enough that handing it over costs nothing
ONE = "one process"


class Span(msgspec.Struct, frozen=True):
    """When which process did how many games."""

    process: int
    begin: float
    end: float
    games: int


def measures_of_processes(game: str, seats: int = SEATS) -> list[Measure]:
    return [
        Measure(f"{game}, two processes", "processes", "games", _games(game, seats, Processes(2), 2)),
        Measure(ONE, "processes", "games", _games(game, seats, Processes(1), 1), peer=True),
    ]


def timed_batch(batch: tuple[Plan, int, int]) -> Span:
    begin = time()
    games = len(play_batch(batch))
    return Span(os.getpid(), begin, time(), games)


def steady_rate(spans: list[Span]) -> float:
    """Games a second while all processes were at work: neither how they start nor how they end counts."""
    processes = {span.process for span in spans}
    begin = max(min(span.begin for span in spans if span.process == process) for process in processes)
    end = min(max(span.end for span in spans if span.process == process) for process in processes)
    done = 0.0
    for span in spans:
        shared = min(span.end, end) - max(span.begin, begin)
        if shared > 0:
            done += span.games * shared / (span.end - span.begin)
    return done / (end - begin) if end > begin else 0.0


def _games(game: str, seats: int, jobs: Jobs, many: int) -> Slice:
    """Random games, in tasks of some length."""
    known: list[float] = []

    def run(seconds: float) -> float:
        if not known:
            known.append(_rate(game, seats))
        size = max(1, round(known[0] * TASK))
        tasks = max(4, round(seconds / TASK)) * many
        plan = Plan(game, "standard", {}, ("random",) * seats, size * tasks, SEED, LIMIT)
        batches = [(plan, first, first + size) for first in range(0, plan.games, size)]
        return steady_rate([span for _, span in jobs.finished(timed_batch, batches)])

    return run


def _rate(game: str, seats: int) -> float:
    """Games a second, roughly; the first hundred are played twice, so later ones are taken."""
    plan = Plan(game, "standard", {}, ("random",) * seats, 1_000_000, SEED, LIMIT)
    begin = perf_counter()
    done = 0
    while perf_counter() - begin < 0.2:
        done += len(play_batch((plan, 1000 + done, 1000 + done + 5)))
    return done / (perf_counter() - begin)
