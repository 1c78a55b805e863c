"""Plans beyond the own turn, for cooperative games: how the game stands when everybody has had another turn.

First the turn is planned. If a gamble is among the best answers, it is planned again with other chance, to reduce the
variance. If the best answer needs no chance, the round after each of the best ends of the turn is simulated, again and
again, with the same cards and dice for every end.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.bots.decision import Decision
from timebooth.bots.thinker import Clock, Thinker
from timebooth.bots.turn_plan import SAMPLES, End, Trial, TurnPlan, best_in, ends
from timebooth.kernel.chance import FastRng, Rng
from timebooth.kernel.state import State

MAX_REPLANNED: Final = 4  # options that are planned again
PLANNING_SHARE: Final = 0.4  # of the budget
MAX_FINALISTS: Final = 4  # ends of the turn from which the next round is simulated
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


@final
class NextRound(Thinker):
    """Thinks by plans of the turn, and by the rounds that follow its best ends."""

    def __init__(self, decision: Decision, seed: int) -> None:
        super().__init__(decision)
        self.rng: FastRng = FastRng(seed)
        self._best: int = self.options[0]
        self._totals: dict[int, int] = {}  # of evaluations, by answer
        self._tried: dict[int, int] = {}

    def think(self, clock: Clock) -> None:
        """Plan the turn; then plan again or simulate, whatever can change the answer, until the clock is up."""
        plan = self._plan(self.options)
        finalists = distinct(plan.found)
        if any(option in plan.gambles for option in self._totals):
            self._plan_again(clock)
        self._best = best_in(self._means())
        if self._best not in plan.gambles and len({end[1] for end in finalists}) > 1:
            self._simulate(finalists, plan.gambles, clock)

    def _plan(self, options: list[int]) -> TurnPlan:
        """Plan the turn and add up the values of these options."""
        plan = TurnPlan(self.decision, self.rng)
        values = plan.values(options)
        for option in values:
            self._add(option, values[option], SAMPLES)
        return plan

    def _plan_again(self, clock: Clock) -> None:
        """Plan the best options several times, each with different chance."""
        means = self._means()
        ranked = sorted([(-means[option], option) for option in means])
        contenders = sorted([option for _, option in ranked[:MAX_REPLANNED]])
        while len(contenders) > 1 and not clock.is_up(self.playouts, PLANNING_SHARE):
            self._plan(contenders)
        for option in means:
            if option not in contenders:
                del self._totals[option]
                del self._tried[option]

    def _simulate(self, finalists: list[End], gambles: set[int], clock: Clock) -> None:
        """Simulate the round after each of these ends with the same chance; the best is the first answer of one."""
        self._totals.clear()
        self._tried.clear()
        totals = [0] * len(finalists)
        while True:
            seed = self.rng.below(1 << 30)
            for i in range(len(finalists)):
                found = simulate_round(finalists[i], gambles, seed)
                totals[i] += found
                self._add(finalists[i][1], found, 1)
            if clock.is_up(self.playouts):
                break
        self._best = finalists[totals.index(max(totals))][1]

    def _add(self, option: int, total: int, playouts: int) -> None:
        self.playouts += playouts
        self._totals[option] = self._totals.get(option, 0) + total
        self._tried[option] = self._tried.get(option, 0) + playouts

    def _means(self) -> dict[int, int]:
        return {option: self._totals[option] // self._tried[option] for option in self._totals}

    def best(self) -> int:
        """Return the answer that leads to the best end of the turn, or of the rounds after it."""
        return self._best

    def estimates(self) -> list[tuple[int, float, int]]:
        """Return the estimates of the answers that were compared last."""
        whole = float(self.decision.sample_world(self.rng).best_evaluation())
        return [
            (option, float(self._totals[option]) / (whole * float(self._tried[option])), self._tried[option])
            for option in self._totals
        ]


def distinct(found: list[End]) -> list[End]:
    """Return the best ends, one for each evaluation: equal ones are mostly the same answers in another order."""
    best: list[End] = []
    for end in sorted(found, key=lambda end: (-end[0], end[1])):
        if len(best) < MAX_FINALISTS and (not best or end[0] != best[-1][0]):
            best.append(end)
    return best
