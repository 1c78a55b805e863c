"""Rehearses a round in which all answer at once: every answer of one's own against the same answers of the others.

Each iteration imagines a state, has a hunch what the others will answer there, and plays the round with every answer of
one's own, all with the same chance: what differs is owed to the answer. `State.prospects` judges how the round ended.

Who takes the others for as clever as oneself lets each of them rehearse too, in states imagined for its seat.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final, final

from mypy_extensions import i64

from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Dice, FastDice
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

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

    def __init__(self, seat: int, options: list[int], seed: int, respect: int = 0) -> None:
        """`respect`: how many iterations the others are thought to rehearse; none, and they follow a hunch."""
        self.seat: i64 = seat
        self.respect: i64 = respect
        self.rng: FastDice = FastDice(seed)
        self.trials: list[Trial] = [Trial(code) for code in options]
        self.iterations: i64 = 0
        self._left: list[Trial] = list(self.trials)
        self._answers: Codes = Codes()

    def run(
        self, imagine: Callable[[Dice], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
    ) -> None:
        """Iterate until the budget is spent, at least once; what could not be finished in time is not begun."""
        began = perf_counter()
        longest = 0.0
        stage = 1
        while True:
            start = perf_counter()
            self._iterate(imagine(self.rng))
            self.iterations += 1
            now = perf_counter()
            longest = max(longest, now - start)
            if self.iterations >= iterations or now - began + longest >= seconds:
                return
            if cancelled is not None and cancelled():
                return
            while (
                stage < STAGES and max(float(self.iterations) / iterations, (now - began) / seconds) * STAGES >= stage
            ):
                self._leave_out()
                stage += 1

    def _leave_out(self) -> None:
        """The worse half, as long as two are left."""
        ranked = sorted(self._left, key=lambda trial: -trial.total)
        self._left = ranked[: max(2, (len(ranked) + 1) // 2)]

    def _iterate(self, world: State) -> None:
        """The state was imagined for this seat; all that the others hold in it they know themselves."""
        rng = self.rng
        given: list[int] = []
        for seat in range(world.seats):
            if world.asking & bit(seat) != 0 and seat != self.seat:
                given.append(self._expected(world, seat))
        a = rng.a
        b = rng.b
        c = rng.c
        counter = rng.counter
        for trial in self._left:
            rng.a = a
            rng.b = b
            rng.c = c
            rng.counter = counter
            trial.visits += 1
            trial.total += self._prospect(world.copy(), trial.code, given)

    def _expected(self, world: State, seat: i64) -> i64:
        """What another seat will answer, by what it knows itself."""
        if self.respect == 0:
            return world.step.hunch(world, seat, self.rng)
        rehearsal = SealedRound(seat, world.options(seat), self.rng.below(bit(30)))
        for _ in range(self.respect):
            rehearsal._iterate(world.imagined(seat, rehearsal.rng))
        return rehearsal.best()

    def _prospect(self, state: State, code: i64, given: list[int]) -> float:
        """Answer so, the others as given, and let the round come to its end."""
        rng = self.rng
        answers = self._answers
        answers.clear()
        others = 0
        for seat in range(state.seats):
            if state.asking & bit(seat) == 0:
                continue
            if seat == self.seat:
                answers.add(code)
            else:
                answers.add(given[others])
                others += 1
        everybody = bit(state.seats) - 1
        while True:
            state.step.answer(state, answers, rng, None)
            state.go_on(rng, None)
            if state.asking == 0 or state.asking == everybody:
                return state.prospects()[self.seat]
            answers.clear()
            for seat in range(state.seats):
                if state.asking & bit(seat) != 0:
                    answers.add(state.step.hunch(state, seat, rng))

    def best(self) -> int:
        """The answer that was tried most; of several, the one that did best."""
        found = self.estimates()
        return max(found, key=lambda estimate: (estimate[2], estimate[1]))[0]

    def estimates(self) -> list[tuple[int, float, int]]:
        """Of each answer: its code, the chance of winning with it, and how often it was tried."""
        return [(trial.code, trial.total / float(trial.visits), trial.visits) for trial in self.trials]
