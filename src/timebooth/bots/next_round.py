"""Looks beyond one's own turn: how the band stands after everybody has had another one.

The turn is planned first, and planned again with other dice where a gamble is among the best answers: luck evens out.
Where the best answer needs no chance, the best ends of the turn are rehearsed: the next round is played quickly by all,
again and again, with the same cards and dice for every end.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.turn_plan import End, Trial, TurnPlan, best_in, ends
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

CONTENDERS: Final = 4  # options that are worth another plan
PLANS: Final = 6  # after so many plans luck has evened out
FOR_PLANS: Final = 0.4  # of the time
FINALISTS: Final = 4  # ends of the turn that are rehearsed
REHEARSALS: Final = 320  # more than an expert has time for; the merciless one has
QUICK: Final = 2  # lines of answers that are followed at the same time in a rehearsal
SHORTEST: Final = 2  # turns that are rehearsed, also by who is alone


class RoundRng(Rng):
    """Falls alike in the same turn of every rehearsal with this seed, and remembers how the band stood at the end."""

    def __init__(self, state: State, until: int, seed: int) -> None:
        self.state = state
        self.until = until
        self.seed = seed
        self.turn = -1
        self.dice = FastRng(seed)
        self.evaluation = -1  # when all had had their turn

    def below(self, n: i64) -> i64:
        turn = self.state.turn_number()
        if turn != self.turn:
            self.turn = turn
            self.dice = FastRng(self.seed + turn)
            if turn == self.until:
                self.evaluation = self.state.evaluate(0)
        return self.dice.below(n)


def rehearse(end: End, chancy: set[int], seed: int) -> int:
    """How the band stands when everybody has had a turn after this one."""
    state = end[2].copy()
    until = state.turn_number() + 1 + max(SHORTEST, state.seats)
    dice = RoundRng(state, until, seed)
    state.play([end[3]], dice)
    while state.asked() and state.turn_number() < until:
        seat = state.asked()[0]
        found = ends([(0, 0, state)], seat, QUICK, chancy)
        if found:
            _, _, state, last = max(found, key=lambda end: end[0])
        else:
            last = before_chance(state, seat, dice.below(1 << 30) + 1)
        dice.state = state
        state.play([last], dice)
    return state.evaluate(0) if dice.evaluation < 0 else dice.evaluation


def before_chance(state: State, seat: int, seed: int) -> int:
    """An answer where none leads to the end of the turn without chance: the best at first sight.

    Dice that are still to be thrown cannot be judged so: then the first, with all dice there are.
    """
    options = state.options(seat)
    best = options[0]
    most = -1
    for option in options:
        trial = Trial(state, seat, option, 0, seed)
        if option == options[0] and trial.by_chance:
            break
        if trial.evaluation > most:
            best = option
            most = trial.evaluation
    return best


class NextRound:
    """One decision, thought over for as long as the budget lasts."""

    def __init__(self, sight: Decision, rng: Rng, budget: Budget) -> None:
        self.sight = sight
        self.rng = rng
        self.budget = budget
        self.began = perf_counter()

    def best(self) -> int:
        plan = TurnPlan(self.sight, self.rng)
        worth = plan.worths(self.sight.options)
        finalists = distinct(plan.found)
        if any(option in plan.chancy for option in worth):
            worth = self.plan_again(worth)
        best = best_in(worth)
        if best in plan.chancy or len({end[1] for end in finalists}) < 2:
            return best
        return self.rehearsed(finalists, plan.chancy)

    def plan_again(self, worth: dict[int, int]) -> dict[int, int]:
        """What the best options are worth, planned with other dice again and again.

        What the first plan thinks little of is left out of the others. A plan that could not be finished in time is not
        begun.
        """
        ranked = sorted([(-worth[option], option) for option in worth])
        contenders = sorted([option for _, option in ranked[:CONTENDERS]])
        worth = {option: worth[option] for option in contenders}
        plans = 1
        longest = perf_counter() - self.began
        while len(contenders) > 1 and plans < PLANS and not self.spent(plans, longest, FOR_PLANS):
            start = perf_counter()
            again = TurnPlan(self.sight, self.rng).worths(contenders)
            for option in contenders:
                worth[option] += again.get(option, worth[option] // plans)
            plans += 1
            longest = max(longest, perf_counter() - start)
        return worth

    def rehearsed(self, finalists: list[End], chancy: set[int]) -> int:
        """The first answer of the end after which the band stands best."""
        totals = [0] * len(finalists)
        done = 0
        longest = 0.0
        while done < REHEARSALS and not self.spent(done, longest, 1.0):
            start = perf_counter()
            seed = self.rng.below(1 << 30)
            for i in range(len(finalists)):
                totals[i] += rehearse(finalists[i], chancy, seed)
            done += 1
            longest = max(longest, perf_counter() - start)
        return finalists[totals.index(max(totals))][1]

    def spent(self, done: int, longest: float, share: float) -> bool:
        """Whether there is no time for another one that takes as long as the longest so far."""
        budget = self.budget
        if budget.iterations is not None and done >= budget.iterations:
            return True
        if budget.seconds is not None and perf_counter() - self.began + longest >= budget.seconds * share:
            return True
        if budget.cancelled is not None:
            return budget.cancelled()
        return budget == Budget()


def distinct(found: list[End]) -> list[End]:
    """The best ends, one of those after which one stands alike: mostly they are the same in another order."""
    best: list[End] = []
    for end in sorted(found, key=lambda end: (-end[0], end[1])):
        if len(best) < FINALISTS and (not best or end[0] != best[-1][0]):
            best.append(end)
    return best


def best_of_rounds(sight: Decision, rng: Rng, budget: Budget) -> int:
    """The option from which the turn, and the round after it, can be brought to the best end."""
    return NextRound(sight, rng, budget).best()
