"""Keeps a bot of another package from taking others down: where it fails, a random answer is given instead.

It fails if it raises, answers what is not an option, or does not answer in time. It thinks about a sampled world, so it
cannot look at what its seat must not know.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from types import FrameType

from timebooth.bots.bot import Bot, Budget, Decision
from timebooth.kernel.chance import FastRng, Rng

MAX_SECONDS = 20.0  # for one decision; less than the tables wait for a bot
MAX_TIMEOUTS = 2  # after which a bot is not asked again in this process

logger = logging.getLogger(__name__)
_timeouts: Counter[type[Bot]] = Counter()


class TooSlow(BaseException):
    """Raised inside a bot when its time is up; no `except Exception` of the bot catches it."""


class GuardedBot(Bot):
    """Asks another bot, and answers at random where it fails."""

    name = "guarded"

    def __init__(self, kind: type[Bot], name: str, budget: Budget | None = None, seconds: float = MAX_SECONDS) -> None:
        self.kind = kind
        self.called = name
        self.seconds = seconds
        self.problem = ""
        """How it failed last."""
        self._bot: Bot | None = None
        super().__init__(kind.default_budget if budget is None else budget)

    def choose(self, decision: Decision, rng: Rng) -> int:
        options = decision.options
        if len(options) == 1:
            return options[0]
        own, instead = FastRng(rng.below(1 << 30)), options[rng.below(len(options))]
        if _timeouts[self.kind] >= MAX_TIMEOUTS:
            return self._failed(f"not asked again after {MAX_TIMEOUTS} timeouts", instead)
        game, seat = decision.game, decision.seat
        honest = Decision(game, decision.sample_world(own), seat)
        try:
            with contextlib.redirect_stdout(sys.stderr), time_limit(self.seconds):
                if self._bot is None:
                    self._bot = self.kind(self.budget)
                self._bot.budget = self.budget
                answer = self._bot.choose(honest, own)
        except TooSlow:
            _timeouts[self.kind] += 1
            return self._failed(f"no answer within {self.seconds:g} s", instead)
        except (Exception, SystemExit) as problem:
            return self._failed(f"{type(problem).__name__}: {problem}", instead)
        if type(answer) is not int or answer not in options:
            return self._failed(f"answered {answer!r:.80}, which is not an option", instead)
        return answer

    def _failed(self, problem: str, instead: int) -> int:
        self.problem = " ".join(problem.split())[:200]
        self.faults += 1
        if self.faults == 1:
            logger.warning("the bot %s failed (%s) and answers at random", self.called, self.problem)
        return instead


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the block after so many seconds; only where signals can do it: on Unix, in the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
