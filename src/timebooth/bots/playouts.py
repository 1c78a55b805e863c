"""Compares answers by playouts with the same worlds and the same chance, and drops weak answers on the way.

For games with a `Policy`. A game is played to its end, or for some turns and then judged by `win_chances`, which says
less about a single game but has far less variance. With several horizons, the best answers of one are compared again
at the next: the near one drops what is bad soon, the far one tells apart what is left.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.decision import Decision
from timebooth.bots.thinker import Clock, Thinker
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.policy import MAX_CHOICES, Policy
from timebooth.kernel.state import State

# Guesses, except REQUIRED_LEAD: 1.5 was the best of three values in a few dozen games against the policy alone; its
# advantage over 2.5 may be chance.
MAX_CANDIDATES: Final[i64] = 6  # answers that are played out: those that the policy scores highest
REQUIRED_LEAD: Final[float] = 1.5  # standard errors by which another answer must beat the policy's favourite
DROP_INTERVAL: Final[i64] = 8  # worlds between two checks for answers to drop; grows if games are judged early
DROP_LEAD: Final[float] = 2.5  # standard errors behind the leader at which an answer is dropped
PRIOR_VARIANCE: Final[float] = 1.0  # added to the squared differences: the first few games prove nothing

TO_THE_END: Final[i64] = 0  # the horizon of a game that is not judged before

# The same if games are judged before their end: they take less time and differ less.
MAX_CANDIDATES_JUDGED: Final[i64] = 12
PRIOR_VARIANCE_JUDGED: Final[float] = 0.05

MAX_FINALISTS: Final[i64] = 4  # answers that are compared again at the next horizon


@final
class Trial:
    """The results of one answer, world by world."""

    def __init__(self, code: int, score: int) -> None:
        self.code: int = code
        self.score: int = score
        self.results: list[float] = []
        self.total: float = 0.0
        self.dropped: bool = False


@final
class Playouts(Thinker):
    """Thinks by games that the policy plays on."""

    def __init__(self, decision: Decision, seed: int, policy: Policy, horizons: tuple[int, ...] = (0,)) -> None:
        """`horizons`: after how many turns a game is judged, one after the other; 0: it is played to its end."""
        super().__init__(decision)
        self.horizons: list[int] = list(horizons)
        self.policy: Policy = policy
        self.rng: FastRng = FastRng(seed)
        self.trials: list[Trial] = []
        self._turns: i64 = 0
        self._prior_variance: float = PRIOR_VARIANCE
        self._left: i64 = 0
        self._options: Codes = Codes()
        self._answers: Codes = Codes()

    def think(self, clock: Clock) -> None:
        """Play games until the clock is up or one answer is left; at least one if there is a choice."""
        self._begin(self.decision.sample_world(self.rng))
        for i in range(len(self.horizons)):
            if i > 0:
                self._keep_finalists()
            self._turns = self.horizons[i]
            self._prior_variance = PRIOR_VARIANCE if self._turns == TO_THE_END else PRIOR_VARIANCE_JUDGED
            if self._race(clock, float(i + 1) / float(len(self.horizons))):
                return

    def _race(self, clock: Clock, share: float) -> bool:
        """Play games until one answer is left or this share of the budget is spent; return whether all of it is."""
        worlds: i64 = 0
        next_check: i64 = DROP_INTERVAL
        while self._left > 1:
            world = self.decision.sample_world(self.rng)
            self.policy.resample_by_belief(world, self.seat, self.rng)
            seed = self.rng.below(1 << 30)
            for trial in self.trials:
                if trial.dropped:
                    continue
                found = self._play_out(world.copy(), trial.code, FastRng(seed))
                trial.results.append(found)
                trial.total += found
                self.playouts += 1
                if clock.is_up(self.playouts):
                    self._even_out()
                    return True
            worlds += 1
            if worlds == next_check:
                self._drop()
                next_check += DROP_INTERVAL
                if self._turns != TO_THE_END:
                    next_check += worlds // DROP_INTERVAL
                if share < 1.0 and clock.spent(self.playouts) >= share:
                    return False
        return False

    def _keep_finalists(self) -> None:
        """Begin another race of the best answers so far, the best one as the favourite; drop all others."""
        best = self.best()
        ranked = sorted(self.trials, key=lambda trial: (trial.code != best, -len(trial.results), -trial.total))
        self.trials = ranked
        self._left = 0
        for trial in ranked:
            trial.dropped = self._left >= MAX_FINALISTS
            if not trial.dropped:
                self._left += 1
                trial.results = []
                trial.total = 0.0

    def best(self) -> int:
        """Return the policy's favourite, unless another answer did clearly better."""
        leader = self._leader()
        first = self.trials[0]
        if leader is not first and not first.dropped and self._lead(leader, first) < REQUIRED_LEAD:
            return first.code
        return leader.code

    def estimates(self) -> list[tuple[int, float, int]]:
        """Return the estimates of the answers that were played out."""
        found: list[tuple[int, float, int]] = []
        for trial in self.trials:
            tried = len(trial.results)
            if tried > 0:
                found.append((trial.code, sum(trial.results) / tried, tried))
        return found

    def _begin(self, world: State) -> None:
        found: list[Trial] = []
        for code in self.options:
            found.append(Trial(code, self.policy.score(world, self.seat, code)))
        found.sort(key=lambda trial: -trial.score)
        most = MAX_CANDIDATES if self.horizons[0] == TO_THE_END else MAX_CANDIDATES_JUDGED
        self.trials = found[:most]
        self._left = len(self.trials)

    def _play_out(self, state: State, code: i64, rng: FastRng) -> float:
        """Return the result of a game in which the seat answers `code` and the policy decides everything else."""
        left = MAX_CHOICES - self.policy.answer_all(state, rng, self._options, self._answers, self.seat, code)
        if self._turns != TO_THE_END:
            if self.policy.play_turns(state, rng, self._options, self._answers, left, self._turns):
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
        """Discard the last world if only some answers were tried in it, unless it is the first."""
        least = min([len(trial.results) for trial in self.trials if not trial.dropped])
        for trial in self.trials:
            if not trial.dropped and len(trial.results) > least > 0:
                trial.total -= trial.results.pop()

    def _drop(self) -> None:
        leader = self._leader()
        for trial in self.trials:
            if not trial.dropped and trial is not leader and self._lead(leader, trial) > DROP_LEAD:
                trial.dropped = True
                self._left -= 1

    def _leader(self) -> Trial:
        leader = self.trials[0]
        for trial in self.trials:
            if not trial.dropped and (leader.dropped or trial.total > leader.total):
                leader = trial
        return leader

    def _lead(self, one: Trial, other: Trial) -> float:
        """Return by how many standard errors one answer did better than another in the same worlds."""
        total = 0.0
        squares = self._prior_variance
        for i in range(len(other.results)):
            difference = one.results[i] - other.results[i]
            total += difference
            squares += difference * difference
        return total / sqrt(squares)
