"""Time Machines."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Play, React
from timebooth.games.back_to_the_future.events import CardAnnounced, CardDrawn, CardReturned, ExtraPlayGained

FUELLED = [("time_car_v2", "lightning_prediction"), ("time_car_v5", "locomotive")]


@pytest.mark.parametrize("linchpin", ["A-2", "B-4", "D-3"])
def test_a_time_machine_flips_any_linchpin_and_is_discarded(linchpin: str) -> None:
    """§TIME_MACHINE §TIME_TRAIN"""
    t = table(["time_train", "book"], [])

    t.takes_effect(0, Play("time_train", linchpin=linchpin))

    assert linchpin in t.altered()
    assert t.discard_pile() == ["time_train"]


@pytest.mark.parametrize("car", ["time_car_v1", "time_car_v2", "time_car_v4", "time_car_v5"])
def test_without_what_it_needs_a_machine_is_discarded_and_does_nothing(car: str) -> None:
    """§TIME_MACHINE §TIME_CAR_V1 §TIME_CAR_V2 §TIME_CAR_V4 §TIME_CAR_V5"""
    t = table([car], [], tables=[["emergency_cash"]])

    events = t.takes_effect(0, Play(car))

    assert events[0] == CardAnnounced(0, car, idle=True)
    assert t.altered() == []
    assert t.discard_pile() == [car]
    assert t.on_table(0) == ["emergency_cash"]


def test_v1_runs_on_a_pellet_that_is_discarded_with_it() -> None:
    """§TIME_CAR_V1 §PELLET"""
    t = table(["time_car_v1"], [], tables=[["pellet"]])

    t.takes_effect(0, Play("time_car_v1", linchpin="A-2", spend="pellet"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.discard_pile() == ["time_car_v1", "pellet"]
    assert (t.hand(0), t.on_table(0)) == ([], [])


def test_v1_comes_back_when_it_runs_on_the_case() -> None:
    """§TIME_CAR_V1 §CASE"""
    t = table(["time_car_v1"], [], tables=[["case"]])

    events = t.takes_effect(0, Play("time_car_v1", linchpin="A-2", spend="case"))

    assert CardReturned(0, "time_car_v1") in events
    assert t.altered() == ["A-2", "A-6"]
    assert (t.hand(0), t.on_table(0), t.discard_pile()) == (["time_car_v1"], ["case"], [])


def test_a_cancelled_v1_leaves_the_pellet_on_the_table() -> None:
    """§TIME_CAR_V1 §PELLET §J10"""
    t = table(["time_car_v1"], ["memo"], tables=[["pellet"]])

    t.does(0, Play("time_car_v1", linchpin="A-2", spend="pellet"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert (t.hand(0), t.on_table(0)) == ([], ["pellet"])
    assert t.discard_pile() == ["memo", "time_car_v1"]


def test_a_v1_cancelled_on_the_case_comes_back_without_a_flip() -> None:
    """§TIME_CAR_V1 §CASE §J3"""
    t = table(["time_car_v1"], ["memo"], tables=[["case"]])

    t.does(0, Play("time_car_v1", linchpin="A-2", spend="case"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert (t.hand(0), t.on_table(0), t.discard_pile()) == (["time_car_v1"], ["case"], ["memo"])


@pytest.mark.parametrize(("car", "fuel"), FUELLED)
def test_a_fuelled_car_flips_and_is_discarded_with_its_fuel(car: str, fuel: str) -> None:
    """§TIME_CAR_V2 §TIME_CAR_V5 §LIGHTNING §LOCOMOTIVE"""
    t = table([car], [], tables=[[fuel]])

    t.takes_effect(0, Play(car, linchpin="A-3"))

    assert t.altered() == ["A-3", "A-4"]
    assert t.discard_pile() == [car, fuel]
    assert t.on_table(0) == []


@pytest.mark.parametrize(("car", "fuel"), FUELLED)
def test_fuel_on_another_table_drives_nothing(car: str, fuel: str) -> None:
    """§TIME_CAR_V2 §TIME_CAR_V5"""
    t = table([car], [], tables=[[], [fuel]])

    assert Play(car) in t.options(0)
    assert Play(car, linchpin="A-3") not in t.options(0)


@pytest.mark.parametrize(("car", "fuel"), FUELLED)
def test_a_cancelled_car_leaves_its_fuel_on_the_table(car: str, fuel: str) -> None:
    """§TIME_CAR_V2 §TIME_CAR_V5 §LIGHTNING §LOCOMOTIVE §J10"""
    t = table([car], ["memo"], tables=[[fuel]])

    t.does(0, Play(car, linchpin="A-3"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.on_table(0) == [fuel]
    assert t.discard_pile() == ["memo", car]


def test_v3_draws_a_card_after_the_flip() -> None:
    """§TIME_CAR_V3"""
    t = table(["time_car_v3"], [], pile=["book"])

    events = t.takes_effect(0, Play("time_car_v3", linchpin="A-2"))

    assert CardDrawn(0, "book") in events
    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(0) == ["book"]
    assert t.state.turn == 1


def test_a_cancelled_v3_draws_nothing() -> None:
    """§TIME_CAR_V3"""
    t = table(["time_car_v3"], ["memo"], pile=["book"])

    t.does(0, Play("time_car_v3", linchpin="A-2"))
    t.takes_effect(1, React("memo"))

    assert (t.altered(), t.hand(0)) == ([], [])


def test_v4_costs_a_card_of_your_choice() -> None:
    """§TIME_CAR_V4"""
    t = table(["time_car_v4", "book", "guitar"], [])

    t.takes_effect(0, Play("time_car_v4", linchpin="A-2", spend="guitar"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(0) == ["book"]
    assert t.discard_pile() == ["time_car_v4", "guitar"]


def test_v4_cannot_be_played_without_its_cost_while_there_is_a_card_to_discard() -> None:
    """§TIME_CAR_V4"""
    t = table(["time_car_v4", "book"], [])

    ways = {answer.spend for answer in t.options(0) if isinstance(answer, Play) and answer.card == "time_car_v4"}

    assert ways == {"book"}


def test_a_cancelled_v4_gives_the_other_card_back() -> None:
    """§TIME_CAR_V4 §J10"""
    t = table(["time_car_v4", "book"], ["memo"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="book"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.hand(0) == ["book"]
    assert t.discard_pile() == ["memo", "time_car_v4"]


def test_the_time_train_gives_one_more_play() -> None:
    """§TIME_TRAIN"""
    t = table(["time_train", "book"], [])

    events = t.takes_effect(0, Play("time_train", linchpin="A-2"))

    assert events[-1] == ExtraPlayGained(0)
    assert (t.asked(), t.prompt(0)) == ((0,), "play_one")
    assert t.state.plays == 1


def test_a_cancelled_time_train_gives_no_play() -> None:
    """§TIME_TRAIN §MEMO.TURN"""
    t = table(["time_train", "book"], ["memo"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.state.turn == 1


def test_rewind_may_replay_the_train_as_the_trains_own_extra_play() -> None:
    """§TIME_TRAIN.REWIND §REWIND"""
    t = table(["time_train", "rewind"], [])
    t.takes_effect(0, Play("time_train", linchpin="A-2"))

    t.takes_effect(0, Play("rewind", fetch="time_train"))
    t.takes_effect(0, Play("time_train", linchpin="A-3"))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]
    assert t.discard_pile() == ["rewind", "time_train"]
    assert (t.asked(), t.prompt(0)) == ((0,), "play_one")
