"""The expert looks beyond its own turn where all win or lose together."""

from __future__ import annotations

import pytest

from tests.bots.test_turn_plan import GAME, first_actions, first_roll
from tests.bots.ticking import own_clock
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.next_round import FINALISTS, RoundRng, before_chance, best_of_rounds, distinct, rehearse
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
    plan.worths(state.options(seat))
    return plan.found, plan.chancy


def test_dice_fall_alike_in_the_same_turn_however_often_they_fell_before() -> None:
    state = riff(first_roll())
    one, other = (RoundRng(state, 9, 7) for _ in range(2))
    one.below(6)

    state.turns += 1

    assert [one.below(1000) for _ in range(5)] == [other.below(1000) for _ in range(5)]


def test_dice_remember_how_the_band_stood_when_the_round_was_over() -> None:
    state = riff(first_roll())
    dice = RoundRng(state, state.turn_number() + 1, 7)
    dice.below(6)
    assert dice.evaluation == -1

    state.turns += 1
    dice.below(6)

    assert dice.evaluation == state.evaluate(0)


def test_a_rehearsal_is_the_same_for_the_same_seed_and_leaves_the_plan_alone() -> None:
    found, chancy = ends_of(first_actions())
    before = found[0][2].numbers()

    assert rehearse(found[0], chancy, 5) == rehearse(found[0], chancy, 5)
    assert found[0][2].numbers() == before
    assert len({rehearse(found[0], chancy, seed) for seed in range(4)}) > 1


def test_a_rehearsal_that_wins_is_worth_most() -> None:
    state = riff(first_actions())
    found, chancy = ends_of(state)
    last = riff(found[0][2].copy())
    last.fixed = ALL_PLACES

    assert rehearse((found[0][0], found[0][1], last, found[0][3]), chancy, 5) == last.best_evaluation()


def test_where_only_dice_lead_on_all_of_them_are_taken() -> None:
    state = first_roll()
    seat = state.asked()[0]

    assert before_chance(state, seat, 3) == state.options(seat)[0]


def test_finalists_are_the_best_ends_and_stand_differently() -> None:
    found, _ = ends_of(first_actions())

    finalists = distinct(found)

    standings = [end[0] for end in finalists]
    assert standings == sorted({end[0] for end in found}, reverse=True)[:FINALISTS]


def test_the_same_dice_and_iterations_give_the_same_choice() -> None:
    for state in (first_roll(), first_actions()):
        seat = state.asked()[0]

        choices = {best_of_rounds(Decision(GAME, state, seat), FastRng(11), Budget(iterations=2)) for _ in range(2)}

        assert len(choices) == 1
        assert choices <= set(state.options(seat))


def test_who_can_win_at_once_does() -> None:
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

    choice = best_of_rounds(Decision(GAME, state, seat), FastRng(11), Budget(iterations=1))
    state.play([choice], FastRng(1))

    assert state.fixed == ALL_PLACES


def test_thinking_can_be_cancelled() -> None:
    state = first_roll()
    asked: list[bool] = []

    def enough() -> bool:
        asked.append(True)
        return True

    best_of_rounds(Decision(GAME, state, state.asked()[0]), FastRng(1), Budget(cancelled=enough))

    assert len(asked) == 1


def test_thinking_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_actions()
    clock = own_clock(monkeypatch, "next_round", 1.0)

    best_of_rounds(Decision(GAME, state, state.asked()[0]), FastRng(1), Budget(seconds=50.0))

    assert 40 < clock.now <= 50
