"""Rehearses a round in which all answer at once: every answer of one's own against the same answers of the others.

Each iteration imagines a state, has a hunch what the others will answer there, and plays the round with every answer of
one's own, all with the same chance: what differs is owed to the answer. `State.prospects` judges how the round ended.

Who has patience takes the others for as clever as oneself when only the best answers are left: then each of them
rehearses, too, in states imagined for its seat; and where the game is soon over, it is played to its end like that.
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
FINALISTS: Final = 4  # answers that patience is spent on
SOON: Final = 3  # rounds left, or fewer, that patience plays to the end of the game


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

    def __init__(self, seat: int, options: list[int], seed: int, patience: int = 0) -> None:
        """`patience`: how many iterations everybody else rehearses in the last stage; none: they follow a hunch."""
        self.seat: i64 = seat
        self.patience: i64 = patience
        self.rng: FastDice = FastDice(seed)
        self.trials: list[Trial] = [Trial(code) for code in options]
        self.iterations: i64 = 0
        self._left: list[Trial] = list(self.trials)
        self._stage: i64 = 1
        self._patient: bool = False
        self._answers: Codes = Codes()

    def run(
        self, imagine: Callable[[Dice], State], iterations: int, seconds: float, cancelled: Callable[[], bool] | None
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
            if self._reach(max(float(self.iterations) / iterations, (now - began) / seconds)):
                longest = 0.0

    def _reach(self, spent: float) -> bool:
        """This part of the budget is spent: leave answers out. Says whether patience begins, with new counts."""
        while self._stage < STAGES and spent * STAGES >= float(self._stage):
            self._leave_out()
            self._stage += 1
        if self.patience == 0 or self._patient or self._stage < STAGES:
            return False
        self._patient = True
        self._left = self._left[:FINALISTS]
        for trial in self._left:
            trial.visits = 0
            trial.total = 0.0
        return True

    def _leave_out(self) -> None:
        """The worse half, as long as two are left."""
        ranked = sorted(self._left, key=lambda trial: -trial.total)
        self._left = ranked[: max(2, (len(ranked) + 1) // 2)]

    def _iterate(self, world: State) -> None:
        """The state was imagined for this seat; all that the others hold in it they know themselves."""
        self.iterations += 1
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
        """What a seat will answer, by what it knows itself."""
        if not self._patient or world.asking != bit(world.seats) - 1:
            return world.step.hunch(world, seat, self.rng)
        rehearsal = SealedRound(seat, world.options(seat), self.rng.below(bit(30)))
        for _ in range(self.patience):
            rehearsal._iterate(world.imagined(seat, rehearsal.rng))
            rehearsal._reach(float(rehearsal.iterations) / float(self.patience))
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
            if state.asking == 0:
                break
            if state.asking == everybody and not (self._patient and state.rounds_left() <= SOON):
                break
            answers.clear()
            for seat in range(state.seats):
                if state.asking & bit(seat) != 0:
                    answers.add(self._expected(state, seat))
        return state.prospects()[self.seat]

    def best(self) -> int:
        """Of the answers that are left, the one that did best."""
        left = [trial for trial in self.trials if trial in self._left]
        return max(left, key=lambda trial: trial.total / float(trial.visits)).code

    def estimates(self) -> list[tuple[int, float, int]]:
        """Of each answer: its code, the chance of winning with it, and how often it was tried."""
        return [(trial.code, trial.total / float(trial.visits), trial.visits) for trial in self.trials]
