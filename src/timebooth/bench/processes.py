"""Time two processes beside one, on the same games.

By the wall clock, which other load on the machine disturbs; and by CPU time, which includes inter-process traffic: if
two processes do as much per CPU second as one, they do twice as much on two free cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter, process_time, time

import msgspec

from timebooth.bench.measure import SEATS, SEED, Measure, Slice
from timebooth.lab.jobs import Processes
from timebooth.lab.simulate import Plan, play_batch

TASK = 0.05  # seconds: long enough to make inter-process traffic negligible
FIRST = 1000  # the number of the first game: lower ones are played twice, to count their turns
ONE = "one process"


class Span(msgspec.Struct, frozen=True):
    """How many games a process played, when, and with how much CPU time."""

    process: int
    begin: float
    end: float
    games: int
    cpu: float


def process_measures(game: str, seats: int = SEATS) -> list[Measure]:
    return [
        Measure(f"{game}, two processes", "processes", "games", _games(game, seats, 2, _by_the_clock)),
        Measure(ONE, "processes", "games", _games(game, seats, 1, _by_the_clock), peer=True),
        Measure(f"{game}, two processes", "cpu", "games", _games(game, seats, 2, rate_of_work)),
        Measure(ONE, "cpu", "games", _games(game, seats, 1, rate_of_work), peer=True),
    ]


def timed_batch(batch: tuple[Plan, int, int]) -> Span:
    begin, worked = time(), process_time()
    games = len(play_batch(batch))
    return Span(os.getpid(), begin, time(), games, process_time() - worked)


def steady_rate(spans: list[Span]) -> float:
    """Return games per second while all processes were working, without their start and end."""
    processes = {span.process for span in spans}
    begin = max(min(span.begin for span in spans if span.process == process) for process in processes)
    end = min(max(span.end for span in spans if span.process == process) for process in processes)
    done = 0.0
    for span in spans:
        shared = min(span.end, end) - max(span.begin, begin)
        if shared > 0:
            done += span.games * shared / (span.end - span.begin)
    return done / (end - begin) if end > begin else 0.0


def rate_of_work(spans: list[Span], overhead: float) -> float:
    """Return games per second of CPU time, inter-process traffic included."""
    return sum(span.games for span in spans) / (sum(span.cpu for span in spans) + overhead)


def _by_the_clock(spans: list[Span], _: float) -> float:
    return steady_rate(spans)


def _games(game: str, seats: int, many: int, rate: Callable[[list[Span], float], float]) -> Slice:
    """Play random games in tasks of about the same length."""
    jobs = Processes(many)
    known: list[float] = []

    def run(seconds: float) -> float:
        if not known:
            known.append(_rate(game, seats))
        size = max(1, round(known[0] * TASK))
        tasks = max(4, round(seconds / TASK)) * many
        plan = _plan(game, seats)
        batches = [(plan, FIRST + i * size, FIRST + (i + 1) * size) for i in range(tasks)]
        before = process_time()
        spans = [span for _, span in jobs.finished(timed_batch, batches)]
        return rate(spans, process_time() - before)

    return run


def _rate(game: str, seats: int) -> float:
    """Return a rough estimate of games per second."""
    plan = _plan(game, seats)
    begin = perf_counter()
    done = 0
    while perf_counter() - begin < 0.2:
        done += len(play_batch((plan, FIRST + done, FIRST + done + 5)))
    return done / (perf_counter() - begin)


def _plan(game: str, seats: int) -> Plan:
    return Plan(game, "standard", {}, ("random",) * seats, 1_000_000, SEED)
