"""Simulates a round in which all seats answer at once: each own answer against the same answers of the others.

In each sampled world, what the others answer is predicted, and the round is played with each own answer and the same
chance, so that only the answer makes a difference. `State.win_chances` judges the end of the round.

The others are assumed to choose the answer that is best for them if everybody else answers at random. To let them think
in the same way, too, takes ten times as long and wins no more games.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.decision import Decision
from timebooth.bots.thinker import Clock, Thinker
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.state import State

SAMPLES: Final = 4  # worlds in which another seat compares its answers
STAGES: Final = 4  # equal parts of the budget; after each, the worse half of the answers is dropped


@final
class Trial:
    """The results of one answer."""

    def __init__(self, code: int) -> None:
        self.code: i64 = code
        self.visits: i64 = 0
        self.total: float = 0.0


@final
class SealedRound(Thinker):
    """Thinks by rounds that are played with every answer."""

    def __init__(self, decision: Decision, seed: int) -> None:
        super().__init__(decision)
        self.rng: FastRng = FastRng(seed)
        self.trials: list[Trial] = [Trial(code) for code in self.options]
        self._left: list[Trial] = list(self.trials)
        self._stage: i64 = 1
        self._chance: FastRng = FastRng(0)  # the same for all answers that are compared
        self._listed: Codes = Codes()
        self._answers: Codes = Codes()

    def think(self, clock: Clock) -> None:
        """Play rounds until the clock is up."""
        while True:
            self._play_round(self.decision.sample_world(self.rng))
            if clock.is_up(self.playouts):
                return
            self._drop(clock.spent(self.playouts))

    def _drop(self, spent: float) -> None:
        """Drop the worse half of the answers after each stage, but keep two; `spent` is a share of the budget."""
        while self._stage < STAGES and spent * STAGES >= float(self._stage):
            ranked = sorted(self._left, key=lambda trial: -trial.total)
            self._left = ranked[: max(2, (len(ranked) + 1) // 2)]
            self._stage += 1

    def _play_round(self, world: State) -> None:
        """Try each answer in a world that was sampled for this seat."""
        self.playouts += len(self._left)
        given: list[int] = []
        for seat in range(world.seats):
            if world.asking & bit(seat) != 0 and seat != self.seat:
                given.append(self._predict(world, seat))
        for trial in self._left:
            self._chance.sync_to(self.rng)
            trial.visits += 1
            trial.total += self._after(world, self.seat, trial.code, given).win_chances()[self.seat]
        self.rng.sync_to(self._chance)

    def _predict(self, world: State, seat: i64) -> i64:
        """Return what another seat will answer, by what it knows in this world.

        It is the answer with the best evaluation in worlds sampled for the seat, if the others answer at random.
        """
        trials = [Trial(code) for code in world.options(seat)]
        for _sample in range(SAMPLES):
            theirs = world.sample_world(seat, self.rng)
            given = self._random_answers(theirs, seat)
            for trial in trials:
                self._chance.sync_to(self.rng)
                trial.total += float(self._after(theirs, seat, trial.code, given).evaluate(seat))
            self.rng.sync_to(self._chance)
        return max(trials, key=lambda trial: trial.total).code

    def _random_answers(self, world: State, me: i64) -> list[int]:
        """Return random answers of the other seats that are asked."""
        answers = self._answers
        answers.clear()
        for seat in range(world.seats):
            if world.asking & bit(seat) != 0 and seat != me:
                world.step.pick(world, seat, self.rng, self._listed, answers)
        return [answers.at(i) for i in range(answers.size)]

    def _after(self, world: State, me: i64, code: i64, given: list[int]) -> State:
        """Return a copy at the end of the round, in which seat `me` answered `code` and the others as `given`."""
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
        """Return the best of the answers that were not dropped."""
        left = [trial for trial in self.trials if trial in self._left]
        return max(left, key=lambda trial: trial.total / float(trial.visits)).code

    def estimates(self) -> list[tuple[int, float, int]]:
        """Return the estimates of all options."""
        return [(trial.code, trial.total / float(trial.visits), trial.visits) for trial in self.trials]
