"""Estimates how likely each seat is to win: one number for hints, analyses, the coach and the browser.

A state is judged by `State.win_chances`, which each game fits to the outcomes of games. What a seat knows is judged by
the mean over worlds sampled for this seat, always with the same seeds: the same question gets the same number, whether
the true state is at hand or only a world that the seat cannot tell from it.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final, NamedTuple

from timebooth.bots.bot import Budget
from timebooth.bots.decision import Decision
from timebooth.bots.lookahead import estimate_win_chances
from timebooth.bots.thinking import think
from timebooth.bots.turn_plan import SAMPLES, TurnPlan
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.policy import MAX_CHOICES, Policy
from timebooth.kernel.state import State

WORLDS: Final = 16  # sampled for each estimate
SEED: Final = 1955
TRIES: Final = 2  # times as many worlds to compare answers
MAX_CANDIDATES: Final = 8  # answers that are compared: those that the policy scores highest
PLANS: Final = 2  # to compare answers in a cooperative game
REQUIRED_LEAD: Final = 2.5  # standard errors by which an answer must be better to count as better
PRIOR_SQUARES: Final = 0.001  # added to the squared deviations: a few equal differences prove nothing
MAX_ODDS: Final = 1000.0  # estimates of single answers are not trusted beyond these odds


class Chances:
    """Estimates the chances in one game."""

    def __init__(self, game: Game, worlds: int = WORLDS) -> None:
        self.game = game
        self.worlds = worlds
        self._listed = Codes()
        self._answers = Codes()

    def of_all(self, state: State, seed: int = SEED) -> list[float]:
        """Return the chances of all seats if everything were open."""
        game = self.game
        if state.asking == 0 or not game.has_win_chances:
            return list(estimate_win_chances(state, game.cooperative))
        if not self._is_judged(state):
            state = state.copy()
            self._play_on(state, FastRng(seed))
            if state.asking == 0:
                return list(estimate_win_chances(state, game.cooperative))
            if not self._is_judged(state):  # a turn without end
                return [1.0 / int(state.seats)] * int(state.seats)
        return state.win_chances()

    def of_seat(self, decision: Decision) -> float:
        """Return the seat's chance, by what it knows; it need not be asked."""
        total = 0.0
        for number in range(self.worlds):
            total += self.of_all(self._world(decision, number), SEED + number)[decision.seat]
        return total / self.worlds

    def of_each(self, state: State) -> tuple[float, ...]:
        """Return each seat's chance, by what this seat itself knows."""
        if state.asking == 0:
            return tuple(self.of_all(state))
        return tuple([self.of_seat(Decision(self.game, state, seat)) for seat in range(state.seats)])

    def of_answers(self, decision: Decision, including: int) -> dict[int, list[float]]:
        """Return the estimated chances after each promising answer and after the answer `including`, by world.

        These chances are good for comparing answers, which are tried with the same chance in each world; `anchored`
        brings them to the level of `of_seat`.
        """
        game = self.game
        if game.policy is not None and game.has_win_chances:
            return self._by_policy(decision, game.policy, including)
        if game.cooperative:
            return self._by_turn_plan(decision, including)
        found: dict[int, list[float]] = {}
        for number in range(TRIES * self.worlds):
            for code, chance, _ in think(decision, FastRng(SEED + number), Budget()).estimates():
                found.setdefault(code, []).append(chance)
        return found

    def _by_policy(self, decision: Decision, policy: Policy, including: int) -> dict[int, list[float]]:
        """Compare how the game stands when everybody has had a turn, all played by the policy."""
        seat = decision.seat
        first = self._world(decision, 0)
        ranked = sorted(decision.options, key=lambda code: (code != including, -policy.score(first, seat, code)))
        found: dict[int, list[float]] = {code: [] for code in ranked[:MAX_CANDIDATES]}
        for number in range(TRIES * self.worlds):
            world = self._world(decision, number)
            for code, chances in found.items():
                state = world.copy()
                rng = FastRng(SEED + number)
                policy.answer_all(state, rng, self._listed, self._answers, seat, code)
                policy.play_turns(state, rng, self._listed, self._answers, MAX_CHOICES, 1 + state.seats)
                chances.append(self.of_all(state, SEED + number)[seat])
        return found

    def _by_turn_plan(self, decision: Decision, including: int) -> dict[int, list[float]]:
        """Compare the ends of the turn; a plan already tries several worlds."""
        plans: list[dict[int, float]] = []
        for number in range(PLANS):
            plan = TurnPlan(decision, FastRng(SEED + number))
            values = plan.values(decision.options)
            if including not in values:
                values.update(plan.values([including]))
            best = SAMPLES * plan.worlds[0].best_evaluation()
            plans.append({code: value / best for code, value in values.items()})
        return {code: [plan[code] for plan in plans] for code in plans[0] if all(code in plan for plan in plans)}

    def _world(self, decision: Decision, number: int) -> State:
        rng = FastRng(SEED + number)
        world = decision.sample_world(rng)
        if self.game.policy is not None:
            self.game.policy.resample_by_belief(world, decision.seat, rng)
        return world

    def _is_judged(self, state: State) -> bool:
        """Return whether `State.win_chances` is defined in this state."""
        if self.game.policy is not None:
            return self.game.policy.is_turn_start(state)
        return not self.game.sealed_rounds or state.asking == bit(state.seats) - 1

    def _play_on(self, state: State, rng: FastRng) -> None:
        """Play on until the state can be judged: by the policy, otherwise at random to the end of the round."""
        policy = self.game.policy
        if policy is not None:
            policy.play_turns(state, rng, self._listed, self._answers, MAX_CHOICES, 1)
            return
        while state.asking != 0 and not self._is_judged(state):
            answers = self._answers
            answers.clear()
            for seat in state.asked():
                state.step.pick(state, seat, rng, self._listed, answers)
            state.step.answer(state, answers, rng, None)
            state.advance(rng, None)


class Comparison(NamedTuple):
    """An answer against the best one."""

    better: int
    """The answer itself if none is clearly better."""
    chance: float
    best: float


def compare(values: dict[int, list[float]], code: int) -> Comparison:
    """Compare an answer with the best one, by their chances in the same worlds.

    The best answer by one half of the worlds is tried on the other half, and the other way round: otherwise the best of
    many equal answers would seem to be better. It must be better by some standard errors.
    """
    own = values[code]
    many = len(own)
    halves = [range(0, many, 2), range(1, many, 2)]
    leads: list[float] = []
    for here, there in (halves, halves[::-1]):
        best = max(values, key=lambda answer: sum([values[answer][i] for i in here]))
        leads += [values[best][i] - own[i] for i in there]
    lead = sum(leads) / many
    squares = PRIOR_SQUARES + sum([(each - lead) ** 2 for each in leads])
    chance = sum(own) / many
    if lead <= 0.0 or lead < REQUIRED_LEAD * sqrt(squares / (many * max(1, many - 1))):
        return Comparison(code, chance, chance)
    return Comparison(max(values, key=lambda answer: sum(values[answer])), chance, min(1.0, chance + lead))


def anchored(chance: float, estimate: float, best: float) -> float:
    """Return the chance after an answer, if the chance is `chance` with the best one: the odds ratio of the estimates
    is kept. An answer that is estimated better than the best one counts as good."""
    if chance <= 0.0 or chance >= 1.0 or estimate >= best:
        return chance
    log_odds = log(chance / (1.0 - chance)) + _log_odds(estimate) - _log_odds(best)
    return min(chance, 1.0 / (1.0 + exp(-log_odds)))


def _log_odds(chance: float) -> float:
    limit = 1.0 / (1.0 + MAX_ODDS)
    chance = min(1.0 - limit, max(limit, chance))
    return log(chance / (1.0 - chance))
