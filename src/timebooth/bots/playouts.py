"""Plays answers to the end of imagined games, each on the same worlds and the same chance, and drops the worse ones.

For games whose `Policy` says how to play on without thinking. An iteration is one game, played to its end; or, by who
looks ahead for some turns only, until then, and judged by its `win_chances`: that says less of a single game and is far
less a matter of luck.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.policy import MAX_CHOICES, Policy
from timebooth.kernel.state import State

# Guesses, but for NEED: 1.5 was the best of three in a few dozen games against the policy alone; its lead over 2.5
# may be chance.
MOST: Final[i64] = 6  # answers that are played out: those with the strongest score
NEED: Final[float] = 1.5  # standard errors by which another answer must beat the strongest score
EVERY: Final[i64] = 8  # worlds after which the worse answers are dropped; of judged games, ever more seldom
SURE: Final[float] = 2.5  # standard errors that a dropped answer lies behind
DOUBT: Final[float] = 1.0  # squares of differences that are taken for granted: the first few games prove nothing

# The same for games that are judged on the way: they are sooner done, and differ less.
MOST_JUDGED: Final[i64] = 12
DOUBT_JUDGED: Final[float] = 0.05


@final
class Trial:
    """How one answer has done, world by world."""

    def __init__(self, code: int, score: int) -> None:
        self.code: int = code
        self.score: int = score
        self.results: list[float] = []
        self.total: float = 0.0
        self.dropped: bool = False


@final
class Playouts:
    """One seat's thoughts about one decision."""

    def __init__(self, seat: int, options: list[int], seed: int, policy: Policy, turns: int = 0) -> None:
        self.seat: i64 = seat
        self.turns: i64 = turns  # after which a game is judged; 0: it is played to its end
        self.most: i64 = MOST if turns == 0 else MOST_JUDGED
        self.doubt: float = DOUBT if turns == 0 else DOUBT_JUDGED
        self.policy: Policy = policy
        self.rng: FastRng = FastRng(seed)
        self.trials: list[Trial] = []
        self._wanted: list[int] = options
        self.iterations: i64 = 0
        self._left: i64 = 0
        self._options: Codes = Codes()
        self._answers: Codes = Codes()

    def run(
        self, imagine: Callable[[Rng], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
    ) -> None:
        """Go on until the budget is spent or one answer is left; at least one game, where there is a choice."""
        end = perf_counter() + seconds
        self._begin(imagine(self.rng))
        worlds: i64 = 0
        due: i64 = EVERY
        while self._left > 1:
            world = imagine(self.rng)
            self.policy.resample_by_belief(world, self.seat, self.rng)
            chance = self.rng.below(1 << 30)
            for trial in self.trials:
                if trial.dropped:
                    continue
                found = self._play_out(world.copy(), trial.code, FastRng(chance))
                trial.results.append(found)
                trial.total += found
                self.iterations += 1
                if self.iterations >= iterations or perf_counter() >= end or (cancelled is not None and cancelled()):
                    self._even_out()
                    return
            worlds += 1
            if worlds == due:
                self._drop()
                due += EVERY
                if self.turns > 0:
                    due += worlds // EVERY

    def best(self) -> int:
        """The strongest score, unless another answer did clearly better."""
        leader = self._leader()
        first = self.trials[0]
        if leader is not first and not first.dropped and self._lead(leader, first) < NEED:
            return first.code
        return leader.code

    def estimates(self) -> list[tuple[int, float, int]]:
        """Of each answer that was played out: its code, the chance of winning with it, and how often it was tried."""
        found: list[tuple[int, float, int]] = []
        for trial in self.trials:
            tried = len(trial.results)
            if tried > 0:
                found.append((trial.code, sum(trial.results) / tried, tried))
        return found

    def _begin(self, world: State) -> None:
        found: list[Trial] = []
        for code in self._wanted:
            found.append(Trial(code, self.policy.score(world, self.seat, code)))
        found.sort(key=lambda trial: -trial.score)
        self.trials = found[: self.most]
        self._left = len(self.trials)

    def _play_out(self, state: State, code: i64, rng: FastRng) -> float:
        """How a game goes in which this seat answers so, and everything else is done by policy."""
        left = MAX_CHOICES - self.policy.answer_all(state, rng, self._options, self._answers, self.seat, code)
        if self.turns > 0:
            if self.policy.play_turns(state, rng, self._options, self._answers, left, self.turns):
                return state.win_chances()[self.seat]
        else:
            self.policy.play_out(state, rng, self._options, self._answers, left)
        outcome = state.outcome()
        if outcome is None:
            return 1.0 / float(state.seats)
        if self.seat in outcome.winners:
            return 1.0 / len(outcome.winners)
        return 0.0

    def _even_out(self) -> None:
        """Answers are compared on worlds that all of them were tried on; a first world counts as far as it went."""
        least = min([len(trial.results) for trial in self.trials if not trial.dropped])
        for trial in self.trials:
            if not trial.dropped and len(trial.results) > least > 0:
                trial.total -= trial.results.pop()

    def _drop(self) -> None:
        leader = self._leader()
        for trial in self.trials:
            if not trial.dropped and trial is not leader and self._lead(leader, trial) > SURE:
                trial.dropped = True
                self._left -= 1

    def _leader(self) -> Trial:
        leader = self.trials[0]
        for trial in self.trials:
            if not trial.dropped and (leader.dropped or trial.total > leader.total):
                leader = trial
        return leader

    def _lead(self, one: Trial, other: Trial) -> float:
        """By how many standard errors one answer did better than another on the same worlds."""
        total = 0.0
        squares = self.doubt
        for i in range(len(other.results)):
            more = one.results[i] - other.results[i]
            total += more
            squares += more * more
        return total / sqrt(squares)
