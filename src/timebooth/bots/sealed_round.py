"""Rehearses a round in which all answer at once: every answer of one's own against the same answers of the others.

Each iteration imagines a state, guesses what the others will answer there, and plays the round with every answer of
one's own, all with the same chance: what differs is owed to the answer. `State.win_chances` judges how the round ended.

The others are taken for people who look at what their answer does while everybody else does anything. Who has patience
takes them for as clever as oneself: each of them rehearses, too, in states imagined for its seat.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from timebooth.kernel.bits import bit
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

LOOKS: Final = 4  # states in which somebody looks at what an answer does
STAGES: Final = 4  # parts of the budget; after each, the worse half of the answers is left out


@final
class Trial:
    """How one answer has done."""

    def __init__(self, code: int) -> None:
        self.code: i64 = code
        self.visits: i64 = 0
        self.total: float = 0.0


@final
class SealedRound:
    """One seat's thoughts about one decision."""

    def __init__(self, seat: int, options: list[int], seed: int, patience: int = 0, looks: int = LOOKS) -> None:
        """`patience`: how many iterations everybody else rehearses; none: they take some looks."""
        self.seat: i64 = seat
        self.patience: i64 = patience
        self.looks: i64 = looks
        self.rng: FastRng = FastRng(seed)
        self.trials: list[Trial] = [Trial(code) for code in options]
        self.iterations: i64 = 0
        self._left: list[Trial] = list(self.trials)
        self._stage: i64 = 1
        self._chance: FastRng = FastRng(0)  # the same for all answers that are compared
        self._listed: Codes = Codes()
        self._answers: Codes = Codes()

    def run(
        self, imagine: Callable[[Rng], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
    ) -> None:
        """Iterate until the budget is spent, at least once; what could not be finished in time is not begun."""
        began = perf_counter()
        longest = 0.0
        while True:
            start = perf_counter()
            self._iterate(imagine(self.rng))
            now = perf_counter()
            longest = max(longest, now - start)
            if self.iterations >= iterations or now - began + longest >= seconds:
                return
            if cancelled is not None and cancelled():
                return
            self._reach(max(float(self.iterations) / iterations, (now - began) / seconds))

    def _reach(self, spent: float) -> None:
        """This part of the budget is spent: leave out the worse half after each stage, as long as two are left."""
        while self._stage < STAGES and spent * STAGES >= float(self._stage):
            ranked = sorted(self._left, key=lambda trial: -trial.total)
            self._left = ranked[: max(2, (len(ranked) + 1) // 2)]
            self._stage += 1

    def _iterate(self, world: State) -> None:
        """The state was imagined for this seat; all that the others hold in it they know themselves."""
        self.iterations += 1
        given: list[int] = []
        for seat in range(world.seats):
            if world.asking & bit(seat) != 0 and seat != self.seat:
                given.append(self._expected(world, seat))
        for trial in self._left:
            self._chance.sync_to(self.rng)
            trial.visits += 1
            trial.total += self._after(world, self.seat, trial.code, given).win_chances()[self.seat]
        self.rng.sync_to(self._chance)

    def _expected(self, world: State, seat: i64) -> i64:
        """What a seat will answer, by what it knows itself."""
        if self.patience > 0:
            return self._rehearsed(world, seat)
        return self._looked(world, seat)

    def _rehearsed(self, world: State, seat: i64) -> i64:
        """What it would answer after a rehearsal of its own, in which its others take one look: this is done often."""
        rehearsal = SealedRound(seat, world.options(seat), self.rng.below(bit(30)), looks=1)
        rehearsal.run(lambda rng: world.sample_world(seat, rng), self.patience, inf, None)
        return rehearsal.best()

    def _looked(self, world: State, seat: i64) -> i64:
        """What leaves it standing best in states imagined for it, where the others answer anything."""
        trials = [Trial(code) for code in world.options(seat)]
        for _look in range(self.looks):
            imagined = world.sample_world(seat, self.rng)
            given = self._anything(imagined, seat)
            for trial in trials:
                self._chance.sync_to(self.rng)
                trial.total += float(self._after(imagined, seat, trial.code, given).evaluate(seat))
            self.rng.sync_to(self._chance)
        return max(trials, key=lambda trial: trial.total).code

    def _anything(self, world: State, me: i64) -> list[int]:
        """Any answers of the other seats that are asked."""
        answers = self._answers
        answers.clear()
        for seat in range(world.seats):
            if world.asking & bit(seat) != 0 and seat != me:
                world.step.pick(world, seat, self.rng, self._listed, answers)
        return [answers.at(i) for i in range(answers.size)]

    def _after(self, world: State, me: i64, code: i64, given: list[int]) -> State:
        """A copy in which this seat answered so, the others as given, and the round has come to its end."""
        state = world.copy()
        chance = self._chance
        answers = self._answers
        answers.clear()
        others = 0
        for seat in range(state.seats):
            if state.asking & bit(seat) == 0:
                continue
            if seat == me:
                answers.add(code)
            else:
                answers.add(given[others])
                others += 1
        while True:
            state.step.answer(state, answers, chance, None)
            state.advance(chance, None)
            if state.asking == 0 or state.asking == bit(state.seats) - 1:
                return state
            answers.clear()
            for seat in range(state.seats):
                if state.asking & bit(seat) != 0:
                    state.step.pick(state, seat, chance, self._listed, answers)

    def best(self) -> int:
        """Of the answers that are left, the one that did best."""
        left = [trial for trial in self.trials if trial in self._left]
        return max(left, key=lambda trial: trial.total / float(trial.visits)).code

    def estimates(self) -> list[tuple[int, float, int]]:
        """Of each answer: its code, the chance of winning with it, and how often it was tried."""
        return [(trial.code, trial.total / float(trial.visits), trial.visits) for trial in self.trials]
