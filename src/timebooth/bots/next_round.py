"""Plans beyond the own turn, for cooperative games: how the game stands when everybody has had another turn.

First the turn is planned. If a gamble is among the best answers, it is planned again with other chance, to reduce the
variance. If the best answer needs no chance, the round after each of the best ends of the turn is simulated, again and
again, with the same cards and dice for every end.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.turn_plan import End, Trial, TurnPlan, best_in, ends
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

MAX_REPLANNED: Final = 4  # options that are planned again
MAX_PLANS: Final = 6  # after which more plans hardly reduce the variance
PLANNING_SHARE: Final = 0.4  # of the time
MAX_FINALISTS: Final = 4  # ends of the turn from which the next round is simulated
MAX_SIMULATIONS: Final = 320  # more than an expert has time for, but not merciless
QUICK_BEAM_WIDTH: Final = 2  # lines that are followed at the same time in a simulated turn
MIN_TURNS: Final = 2  # that are simulated, also in a game for one


class RoundRng(Rng):
    """Gives the same numbers in the same turn of every simulation with this seed, and evaluates the last state."""

    def __init__(self, state: State, until: int, seed: int) -> None:
        self.state = state
        self.until = until
        self.seed = seed
        self.turn = -1
        self.rng = FastRng(seed)
        self.evaluation = -1  # when turn `until` begins

    def below(self, n: i64) -> i64:
        turn = self.state.turn_number()
        if turn != self.turn:
            self.turn = turn
            self.rng = FastRng(self.seed + turn)
            if turn == self.until:
                self.evaluation = self.state.evaluate(0)
        return self.rng.below(n)


def simulate_round(end: End, gambles: set[int], seed: int) -> int:
    """Return the evaluation when everybody has had a turn after this end of a turn."""
    state = end[2].copy()
    until = state.turn_number() + 1 + max(MIN_TURNS, state.seats)
    rng = RoundRng(state, until, seed)
    state.play([end[3]], rng)
    while state.asked() and state.turn_number() < until:
        seat = state.asked()[0]
        found = ends([(0, 0, state)], seat, QUICK_BEAM_WIDTH, gambles)
        if found:
            _, _, state, last = max(found, key=lambda end: end[0])
        else:
            last = before_chance(state, seat, rng.below(1 << 30) + 1)
        rng.state = state
        state.play([last], rng)
    return state.evaluate(0) if rng.evaluation < 0 else rng.evaluation


def before_chance(state: State, seat: int, seed: int) -> int:
    """Return an answer if no line ends the turn without chance: the one with the best evaluation right after it.

    Before a roll the evaluation says nothing: then return the first option, which rolls all dice.
    """
    options = state.options(seat)
    best = options[0]
    highest = -1
    for option in options:
        trial = Trial(state, seat, option, 0, seed)
        if option == options[0] and trial.by_chance:
            break
        if trial.evaluation > highest:
            best = option
            highest = trial.evaluation
    return best


class NextRound:
    """Searches one decision for as long as the budget lasts."""

    def __init__(self, decision: Decision, rng: Rng, budget: Budget) -> None:
        self.decision = decision
        self.rng = rng
        self.budget = budget
        self.began = perf_counter()

    def best(self) -> int:
        plan = TurnPlan(self.decision, self.rng)
        values = plan.values(self.decision.options)
        finalists = distinct(plan.found)
        if any(option in plan.gambles for option in values):
            values = self.plan_again(values)
        best = best_in(values)
        if best in plan.gambles or len({end[1] for end in finalists}) < 2:
            return best
        return self.best_by_simulation(finalists, plan.gambles)

    def plan_again(self, values: dict[int, int]) -> dict[int, int]:
        """Return the values of the best options, summed over several plans with different chance.

        No plan is begun that might exceed the time.
        """
        ranked = sorted([(-values[option], option) for option in values])
        contenders = sorted([option for _, option in ranked[:MAX_REPLANNED]])
        values = {option: values[option] for option in contenders}
        plans = 1
        longest = perf_counter() - self.began
        while len(contenders) > 1 and plans < MAX_PLANS and not self.spent(plans, longest, PLANNING_SHARE):
            start = perf_counter()
            again = TurnPlan(self.decision, self.rng).values(contenders)
            for option in contenders:
                values[option] += again.get(option, values[option] // plans)
            plans += 1
            longest = max(longest, perf_counter() - start)
        return values

    def best_by_simulation(self, finalists: list[End], gambles: set[int]) -> int:
        """Return the first answer of the end whose simulated rounds have the best evaluation."""
        totals = [0] * len(finalists)
        done = 0
        longest = 0.0
        while done < MAX_SIMULATIONS and not self.spent(done, longest, 1.0):
            start = perf_counter()
            seed = self.rng.below(1 << 30)
            for i in range(len(finalists)):
                totals[i] += simulate_round(finalists[i], gambles, seed)
            done += 1
            longest = max(longest, perf_counter() - start)
        return finalists[totals.index(max(totals))][1]

    def spent(self, done: int, longest: float, share: float) -> bool:
        """Return whether another pass, as long as the longest so far, might exceed this share of the budget."""
        budget = self.budget
        if budget.iterations is not None and done >= budget.iterations:
            return True
        if budget.seconds is not None and perf_counter() - self.began + longest >= budget.seconds * share:
            return True
        if budget.cancelled is not None:
            return budget.cancelled()
        return budget == Budget()


def distinct(found: list[End]) -> list[End]:
    """Return the best ends, one for each evaluation: equal ones are mostly the same answers in another order."""
    best: list[End] = []
    for end in sorted(found, key=lambda end: (-end[0], end[1])):
        if len(best) < MAX_FINALISTS and (not best or end[0] != best[-1][0]):
            best.append(end)
    return best


def best_of_rounds(decision: Decision, rng: Rng, budget: Budget) -> int:
    """Return the option that leads to the best end of the turn and of the round after it."""
    return NextRound(decision, rng, budget).best()
