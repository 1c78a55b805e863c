"""In cooperative games the expert plans beyond its own turn."""

from __future__ import annotations

import pytest

from tests.bots.test_turn_plan import GAME, first_actions, first_roll
from tests.bots.ticking import own_clock
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.next_round import MAX_FINALISTS, NextRound, RoundRng, before_chance, distinct, simulate_round
from timebooth.bots.thinking import think
from timebooth.bots.turn_plan import End, TurnPlan
from timebooth.games.riff_in_time.kinds import INTERACT, PLACES, SAN_DIMAS
from timebooth.games.riff_in_time.payment import one
from timebooth.games.riff_in_time.state import ALL_PLACES, riff
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import FastRng
from timebooth.kernel.state import State


def ends_of(state: State) -> tuple[list[End], set[int]]:
    seat = state.asked()[0]
    plan = TurnPlan(Decision(GAME, state, seat), FastRng(11))
    plan.values(state.options(seat))
    return plan.found, plan.gambles


def test_the_same_turn_has_the_same_chance_whatever_was_rolled_before() -> None:
    state = riff(first_roll())
    one, other = (RoundRng(state, 9, 7) for _ in range(2))
    one.below(6)

    state.turns += 1

    assert [one.below(1000) for _ in range(5)] == [other.below(1000) for _ in range(5)]


def test_the_state_is_evaluated_when_the_round_is_over() -> None:
    state = riff(first_roll())
    rng = RoundRng(state, state.turn_number() + 1, 7)
    rng.below(6)
    assert rng.evaluation == -1

    state.turns += 1
    rng.below(6)

    assert rng.evaluation == state.evaluate(0)


def test_a_simulation_repeats_with_its_seed_and_leaves_the_plan_unchanged() -> None:
    found, gambles = ends_of(first_actions())
    before = found[0][2].numbers()

    assert simulate_round(found[0], gambles, 5) == simulate_round(found[0], gambles, 5)
    assert found[0][2].numbers() == before
    assert len({simulate_round(found[0], gambles, seed) for seed in range(4)}) > 1


def test_a_simulated_win_has_the_best_evaluation() -> None:
    state = riff(first_actions())
    found, gambles = ends_of(state)
    last = riff(found[0][2].copy())
    last.fixed = ALL_PLACES

    assert simulate_round((found[0][0], found[0][1], last, found[0][3]), gambles, 5) == last.best_evaluation()


def test_if_dice_must_be_rolled_all_of_them_are() -> None:
    state = first_roll()
    seat = state.asked()[0]

    assert before_chance(state, seat, 3) == state.options(seat)[0]


def test_finalists_are_the_best_ends_with_different_evaluations() -> None:
    found, _ = ends_of(first_actions())

    finalists = distinct(found)

    evaluations = [end[0] for end in finalists]
    assert evaluations == sorted({end[0] for end in found}, reverse=True)[:MAX_FINALISTS]


def test_the_same_rng_and_playouts_give_the_same_choice() -> None:
    for state in (first_roll(), first_actions()):
        seat = state.asked()[0]

        choices = {think(Decision(GAME, state, seat), FastRng(11), Budget(playouts=2)).best() for _ in range(2)}

        assert len(choices) == 1
        assert choices <= set(state.options(seat))


def test_a_bot_that_can_win_at_once_does() -> None:
    state = riff(first_actions())
    seat = state.asked()[0]
    place = state.here() if state.here() != SAN_DIMAS else 0
    state.set_at(state.turn, place)
    state.fixed = ALL_PLACES & ~bit(place)
    state.returned = ALL_PLACES
    for personage in range(PLACES):
        state.set_whereabouts(personage, personage)
    state.set_level(place, 1)
    state.granted = one(INTERACT)

    choice = think(Decision(GAME, state, seat), FastRng(11), Budget(playouts=1)).best()
    state.play([choice], FastRng(1))

    assert state.fixed == ALL_PLACES


def test_the_search_can_be_cancelled() -> None:
    state = first_roll()
    asked: list[bool] = []

    def enough() -> bool:
        asked.append(True)
        return True

    think(Decision(GAME, state, state.asked()[0]), FastRng(1), Budget(cancelled=enough))

    assert len(asked) == 1


def test_the_search_stops_before_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_actions()
    clock = own_clock(monkeypatch, 1.0)

    thinker = think(Decision(GAME, state, state.asked()[0]), FastRng(1), Budget(seconds=50.0))

    assert isinstance(thinker, NextRound)
    assert 40 < clock.now <= 50
