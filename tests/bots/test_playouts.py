"""In a game with a policy, answers are compared by playouts."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from tests.bots.ticking import own_clock
from tests.tiny.objection import CLAIM, OBJECT, PASS, Objection, ObjectionState
from timebooth.bots.analysis import explain
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.thinking import Depth, think
from timebooth.kernel.chance import FastRng
from timebooth.kernel.policy import Policy
from timebooth.kernel.state import State
from timebooth.registry import find_game


class Claiming(Policy):
    """Claims whenever it can and never objects: a poor adviser on objections."""

    def score(self, state: State, seat: i64, code: i64) -> i64:
        return 2 if code == CLAIM else int(code == PASS)


class Objecting(Objection):
    policy = Claiming()


def objection(scores: list[int], held: list[int]) -> ObjectionState:
    state = Objecting().start(len(scores), None, FastRng(1))
    assert isinstance(state, ObjectionState)
    state.scores = scores
    state.held = held
    state.aside = 0
    return state


def claimed() -> Decision:
    """Return a state in which seat 0 claims the winning point and seat 1 holds an objection."""
    state = objection([2, 2, 0], [0, 1, 0])
    state.play([CLAIM], FastRng(1))
    return Decision(Objecting(), state, 1)


def test_another_answer_is_taken_if_it_does_clearly_better_than_the_policys_favourite() -> None:
    assert think(claimed(), FastRng(1), Budget(playouts=1)).best() == PASS
    assert make_bot("expert:200").choose(claimed(), FastRng(1)) == OBJECT


def test_answers_are_compared_in_the_same_worlds() -> None:
    for playouts in range(2, 12):
        tried = [visits for _, _, visits in think(claimed(), FastRng(1), Budget(playouts=playouts)).estimates()]

        assert tried == [playouts // 2] * 2


def test_the_same_seed_and_playouts_give_the_same_estimates() -> None:
    game = find_game("back-to-the-future")
    decision = Decision(game, game.start(4, None, FastRng(2)), 0)

    for horizons in ((0,), (2,), (2, 4)):
        once, again = (think(decision, FastRng(7), Budget(playouts=40), Depth(horizons)).estimates() for _ in range(2))

        assert once == again


def test_a_game_that_is_not_played_to_its_end_is_judged_by_win_chances() -> None:
    game = find_game("back-to-the-future")
    decision = Decision(game, game.start(2, None, FastRng(2)), 0)

    ended = think(decision, FastRng(7), Budget(playouts=2), Depth(horizons=(0,))).estimates()
    judged = think(decision, FastRng(7), Budget(playouts=2), Depth(horizons=(2,))).estimates()

    assert all(chance in (0.0, 1.0) for _, chance, _ in ended)
    assert all(0.0 < chance < 1.0 for _, chance, _ in judged)


def test_a_game_without_turns_is_played_to_its_end_by_merciless_too() -> None:
    assert make_bot("merciless:200").choose(claimed(), FastRng(1)) == OBJECT


def test_the_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("back-to-the-future")
    decision = Decision(game, game.start(4, None, FastRng(2)), 0)

    assert think(decision, FastRng(1), Budget(seconds=0.0)).playouts == 1
    assert think(decision, FastRng(1), Budget(playouts=7)).playouts == 7
    assert think(decision, FastRng(1), Budget()).playouts == len(decision.options)
    assert think(decision, FastRng(1), Budget(seconds=60.0, cancelled=lambda: True)).playouts == 1
    clock = own_clock(monkeypatch, 1.0)
    think(decision, FastRng(1), Budget(seconds=10.0))
    assert 8.0 <= clock.now < 10.0


def test_a_hint_begins_with_what_the_expert_would_answer() -> None:
    game = find_game("back-to-the-future")
    decision = Decision(game, game.start(4, None, FastRng(2)), 0)

    told = explain(decision, FastRng(7), Budget(playouts=40))

    assert told[0].answer == make_bot("expert:40").choose(decision, FastRng(7))
