"""Time at a table: sleeping hours, clocks, and how long a reaction window stays open.

Nothing here depends on hidden cards: the length of a window follows from the pace, the sleeping hours and the seed.
"""

from __future__ import annotations

import math
import time

from timebooth.kernel.chance import KeyedRng
from timebooth.tables.wire import Clock, Live, Sleep

MINUTE = 60
DAY = 24 * 60 * MINUTE
STEPS = 1000  # of a random number from 0 to 1
MAX_SLEEP = 16 * 60 * MINUTE  # that a seat may set; older logs may hold more, up to all but a minute of the day
MAX_CLOCK = 14 * DAY  # for one answer
MAX_RESERVE = 30 * DAY
MAX_AWAY = 7 * DAY  # for which the seat of somebody who left may be kept
BOT_PAUSE = 0.6  # seconds before a bot's answer counts, and up to as much again at random, whatever it holds
BOT_OVERHEAD = 0.15  # seconds from a question to an answer, beside thinking
WINDOW_HOLD = 0.8  # seconds for which a live window stays open at least, and up to as much again at random
WINDOW_THINKING = 0.6  # seconds that all bots asked in a window may think together: less than the shortest hold


class SteadyClock:
    """Returns seconds since 1970, and never goes back while the process runs.

    Otherwise windows, bots and clocks would stand still whenever somebody sets the machine's clock back.
    """

    def __init__(self) -> None:
        self._offset = -math.inf
        self()

    def __call__(self) -> float:
        # In this order, a pause between the two readings makes the offset too small, which is corrected later. In the
        # other order it would put the clock forward for good, and a restarted server would seem to go back in time.
        wall = time.time()
        steady = time.monotonic()
        self._offset = max(self._offset, wall - steady)
        return self._offset + steady


def asleep(sleep: Sleep | None) -> list[tuple[int, int]]:
    """Return the sleeping hours of a day as spans of its seconds."""
    if sleep is None or sleep.start == sleep.end:
        return []
    start, end = sleep.start * MINUTE, sleep.end * MINUTE
    return [(start, end)] if start < end else [(0, end), (start, DAY)]


def awake_until(start: float, seconds: float, sleep: Sleep | None) -> float:
    """Return when somebody who sleeps at these hours will have been awake for so many seconds.

    Whole days are skipped at once, so the work does not grow with the number of seconds.
    """
    spans = asleep(sleep)
    awake_a_day = DAY - sum(end - begin for begin, end in spans)
    days = max(0, math.ceil(seconds / awake_a_day) - 1)
    now, left = start + days * DAY, seconds - days * awake_a_day
    while True:
        second = now % DAY
        wakes = next((end - second for begin, end in spans if begin <= second < end), 0.0)
        now += wakes
        if wakes:
            continue
        sleeps = min((begin - second for begin, _ in spans if begin > second), default=DAY - second)
        if left <= sleeps:
            return now + left
        now += sleeps
        left -= sleeps


def awake_between(start: float, end: float, sleep: Sleep | None) -> float:
    """Return for how many of the seconds between two times somebody was awake."""
    whole = (end - start) // DAY
    total = whole * (DAY - sum(stop - begin for begin, stop in asleep(sleep)))
    start += whole * DAY
    total += end - start
    today = start - start % DAY
    for day in (today, today + DAY):
        for begin, stop in asleep(sleep):
            total -= max(0.0, min(end, day + stop) - max(start, day + begin))
    return total


def deadline(asked: float, clock: Clock, reserve: float, sleep: Sleep | None) -> float:
    """Return when a seat's time for this answer, and its reserve, are used up."""
    return awake_until(asked, clock.each + reserve, sleep)


def reserve_after(asked: float, answered: float, clock: Clock, reserve: float, sleep: Sleep | None) -> float:
    """Return what is left of a seat's reserve after an answer."""
    return min(reserve, max(0.0, reserve + clock.each - awake_between(asked, answered, sleep)))


def window_closes(asked: float, pace: Live, seed: bytes, label: bytes) -> float:
    """Return when a live window closes: a fixed time and a jitter that nobody can predict."""
    return asked + pace.window + pace.jitter * chance(seed, b"window " + label)


def window_held_until(asked: float, seed: bytes, label: bytes) -> float:
    """Return when a window may close at the earliest, and when the answers of all its bots count.

    It depends only on the table's seed and the number of the question, so an early end reveals neither how long a bot
    thought, nor whether it had a choice, nor who had left standing orders.
    """
    return asked + WINDOW_HOLD * (1 + chance(seed, b"hold " + label))


def bot_answers_at(asked: float, seed: bytes, label: bytes, thinks: float = 0.0) -> float:
    """Return when the answer of a bot counts that `thinks` for at most so many seconds."""
    pause = BOT_PAUSE * (1 + chance(seed, b"pause " + label))
    return asked + max(pause, thinks + BOT_OVERHEAD if thinks else 0.0)


def chance(seed: bytes, label: bytes) -> float:
    """Return a number from 0 to 1 that follows from the table's seed, independent of the game's own chance."""
    return KeyedRng(seed, label).below(STEPS) / STEPS
