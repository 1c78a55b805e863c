"""Cases that no ruling names."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Discard, Draw, FlipAnother, Pass, Play, React, Use
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    CardCancelled,
    CardDrawn,
    HandsShuffled,
    HistoryLeft,
    UninventionFailed,
)

# What was aimed at has gone in the meantime


def test_nothing_more_is_erased_when_the_fax_was_used_in_vain_against_its_own_end() -> None:
    """§ERASED §J14"""
    t = table(["erased", "memo"], [], tables=[[], ["fax", "pie_pan"]])

    t.does(0, Play("erased", item="fax", owner=1))
    t.does(1, React("fax"))
    t.takes_effect(0, React("memo"))

    assert t.on_table(1) == ["pie_pan"]
    assert t.discard_pile() == ["fax", "memo", "erased"]


def test_a_player_who_spent_the_last_item_and_card_in_vain_has_nothing_left_to_lose() -> None:
    """§FADING §J46"""
    t = table(["fading_away", "memo", "memo"], ["memo"], tables=[[], ["fax"]])

    t.does(0, Play("fading_away", seat=1))
    t.does(1, React("fax"))
    t.does(0, React("memo"))
    t.does(1, React("memo"))
    t.takes_effect(0, React("memo"))

    assert (t.hand(1), t.on_table(1)) == ([], [])
    assert t.view(0).turn == 1


def test_a_fax_used_to_save_its_own_doubleback_cannot_be_spent_on_the_second_flip() -> None:
    """§DOUBLEBACK.SECOND §J2"""
    t = table(["doubleback_7"], ["memo"], tables=[["fax"]])

    t.does(0, Play("doubleback_7", side="altered"))
    t.does(1, React("memo"))
    t.takes_effect(0, React("fax"))

    assert t.altered() == ["D-1", "D-2", "D-5", "D-6"]
    assert t.discard_pile() == ["memo", "fax", "doubleback_7"]
    assert t.view(0).turn == 1


def test_a_player_who_spent_the_last_card_in_vain_has_none_to_give() -> None:
    """§LIGHTNING §J46"""
    t = table(["memo"], ["memo"], tables=[["lightning_prediction"]])

    t.does(0, Use("lightning_prediction"))
    t.does(1, React("memo"))
    t.takes_effect(0, React("memo"))

    assert (t.hand(0), t.hand(1)) == ([], [])
    assert t.prompt(0) == "play_one"


def test_a_player_left_with_three_cards_after_a_memo_in_vain_discards_no_more() -> None:
    """§ALPHA"""
    t = table(["alpha_rhythm", "memo"], ["memo", "vest", "book", "guitar"])

    t.does(0, Play("alpha_rhythm"))
    t.does(1, React("memo"))
    t.takes_effect(0, React("memo"))

    assert t.hand(1) == ["book", "guitar", "vest"]
    assert t.view(0).turn == 1


def test_a_thief_who_fought_in_vain_discards_what_is_left() -> None:
    """§STEAL §J18"""
    t = table(["so_gullible", "memo", "vest"], ["steal_my_stuff", "memo"], tables=[[], ["pie_pan"]])

    t.does(0, Play("so_gullible", item="pie_pan", owner=1))
    t.does(1, React("steal_my_stuff"))
    t.does(0, React("memo"))
    t.takes_effect(1, React("memo"))
    t.does(0, Discard("vest"))

    assert t.on_table(1) == ["pie_pan"]
    assert t.hand(0) == []


def test_a_cancelled_you_steal_my_stuff_lets_the_thief_have_it() -> None:
    """§STEAL §J6"""
    t = table(["so_gullible", "memo", "vest"], ["steal_my_stuff"], tables=[[], ["pie_pan"]])

    t.does(0, Play("so_gullible", item="pie_pan", owner=1))
    t.does(1, React("steal_my_stuff"))
    t.takes_effect(0, React("memo"))

    assert t.on_table(0) == ["pie_pan"]
    assert t.hand(0) == ["vest"]


def test_a_memo_that_v4_is_to_discard_cannot_save_v4() -> None:
    """§TIME_CAR_V4 §J10"""
    t = table(["time_car_v4", "memo"], ["memo"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="memo"))
    t.does(1, React("memo"))
    offered = t.options(0)
    t.do({})

    assert offered == [Pass()]
    assert t.hand(0) == ["memo"]
    assert t.discard_pile() == ["memo", "time_car_v4"]


def test_v4_may_discard_one_memo_and_be_saved_by_another() -> None:
    """§TIME_CAR_V4"""
    t = table(["time_car_v4", "memo", "memo"], ["memo"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="memo"))
    t.does(1, React("memo"))
    t.takes_effect(0, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(0) == []
    assert t.discard_pile() == ["memo", "memo", "time_car_v4", "memo"]


# Fetched cards


def test_a_rewound_doubleback_has_both_its_parts() -> None:
    """§REWIND §DOUBLEBACK.SECOND"""
    t = table(["rewind"], [], tables=[["telescope"]], discard=["doubleback_1"])

    t.takes_effect(0, Play("rewind", fetch="doubleback_1"))
    t.takes_effect(0, Play("doubleback_1", side="altered"))
    t.takes_effect(0, FlipAnother("A-3"))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]
    assert t.discard_pile() == ["rewind", "telescope", "doubleback_1"]


def test_a_doubleback_from_a_quick_trip_has_both_its_parts() -> None:
    """§QUICK_TRIP §DOUBLEBACK.SECOND"""
    t = table(["quick_trip"], [], tables=[["emergency_cash"]], pile=["doubleback_1", "vest"], discard=[])

    t.takes_effect(0, Play("quick_trip"))
    t.takes_effect(0, Play("doubleback_1", side="original"))
    t.takes_effect(0, FlipAnother("C-6", cash=True))

    assert t.altered() == ["A-1", "C-6"]
    assert t.discard_pile() == ["quick_trip", "emergency_cash", "doubleback_1"]
    assert t.view(0).draw_pile == 1


def test_a_rewound_v4_under_engine_trouble_comes_to_the_hand_with_its_discard() -> None:
    """§ENGINE_TROUBLE §J15"""
    t = table(["rewind", "vest"], ["engine_trouble"], discard=["time_car_v4"])

    t.takes_effect(0, Play("rewind", fetch="time_car_v4"))
    t.does(0, Play("time_car_v4", linchpin="A-2", spend="vest"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_car_v4", "vest"]
    assert t.discard_pile() == ["rewind", "engine_trouble"]


def test_a_rewound_train_can_be_lost_to_a_science_experiment() -> None:
    """§SCIENCE.TRAIN §J17"""
    t = table(["rewind"], ["science_experiment"], discard=["time_train"])

    t.takes_effect(0, Play("rewind", fetch="time_train"))
    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("science_experiment"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(1) == ["time_train"]
    assert t.discard_pile() == ["rewind", "science_experiment"]
    assert t.view(0).turn == 1


def test_a_cancelled_science_experiment_leaves_the_train_and_its_extra_play() -> None:
    """§SCIENCE.TRAIN §J6"""
    t = table(["time_train", "memo"], ["science_experiment"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.does(1, React("science_experiment"))
    events = t.takes_effect(0, React("memo"))

    assert CardCancelled(1, "science_experiment") in events
    assert t.discard_pile() == ["science_experiment", "memo", "time_train"]
    assert (t.view(0).turn, t.view(0).plays) == (0, 1)


def test_a_rewound_v1_that_runs_on_the_case_comes_to_the_hand() -> None:
    """§TIME_CAR_V1 §REWIND"""
    t = table(["rewind"], [], tables=[["case"]], discard=["time_car_v1"])

    t.takes_effect(0, Play("rewind", fetch="time_car_v1"))
    t.takes_effect(0, Play("time_car_v1", linchpin="A-2", spend="case"))

    assert t.hand(0) == ["time_car_v1"]
    assert t.discard_pile() == ["rewind"]


# Machines


def test_v1_under_engine_trouble_keeps_the_case_and_the_turn_is_over() -> None:
    """§ENGINE_TROUBLE §TIME_CAR_V1"""
    t = table(["time_car_v1"], ["engine_trouble"], tables=[["case"]], plays=2)

    t.does(0, Play("time_car_v1", linchpin="A-2", spend="case"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.altered() == []
    assert (t.hand(0), t.on_table(0)) == (["time_car_v1"], ["case"])
    assert t.view(0).turn == 1


def test_engine_trouble_also_stops_a_machine_without_fuel() -> None:
    """§ENGINE_TROUBLE §J21"""
    t = table(["time_car_v2"], ["engine_trouble"])

    t.does(0, Play("time_car_v2"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_car_v2"]


@pytest.mark.parametrize(("fuel", "hand", "discarded"), [("case", ["time_car_v1"], []), ("pellet", [], ["pellet"])])
def test_a_failed_attempt_at_b1_uses_v1_up_as_any_flip_does(fuel: str, hand: list[str], discarded: list[str]) -> None:
    """§TIME_CAR_V1 §WIN.NOBODY"""
    t = table(["time_car_v1"], [], tables=[[fuel]], b1=1)

    events = t.takes_effect(0, Play("time_car_v1", linchpin="B-1", spend=fuel))

    assert UninventionFailed(0, 1) in events
    assert t.hand(0) == hand
    assert t.discard_pile()[1:] == discarded


def test_a_failed_attempt_at_b1_gives_v3_no_card() -> None:
    """§TIME_CAR_V3 §WIN.NOBODY"""
    t = table(["time_car_v3"], [], b1=1)

    t.takes_effect(0, Play("time_car_v3", linchpin="B-1"))

    assert t.hand(0) == []
    assert t.discard_pile() == ["time_car_v3"]


def test_a_science_experiment_gets_the_train_though_its_attempt_at_b1_fails() -> None:
    """§SCIENCE.TRAIN §WIN.NOBODY"""
    t = table(["time_train"], ["science_experiment"], b1=1)

    t.does(0, Play("time_train", linchpin="B-1"))
    events = t.takes_effect(1, React("science_experiment"))

    assert UninventionFailed(0, 1) in events
    assert t.hand(1) == ["time_train"]
    assert t.view(0).turn == 1


# Hands and identities


def test_a_vortex_of_empty_hands_shuffles_nothing() -> None:
    """§VORTEX §J48"""
    t = table(["time_vortex"], [], [])

    events = t.takes_effect(0, Play("time_vortex"))

    assert events[1] == HandsShuffled(0)
    assert [t.hand(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize("drawn", range(4))
def test_after_the_id_stack_was_shuffled_nobody_gets_the_same_identity_back(drawn: int) -> None:
    """§NOT_YOURSELF §J50"""
    shown = ["galileo_brown", "marsha_mcfly", "kiff_tannen"]
    t = table(["not_yourself", "not_yourself"], [], [], [], [], [], shown=shown, plays=2, rng=[0, drawn])
    first = t.identity(1)

    t.takes_effect(0, Play("not_yourself", seat=1))
    t.takes_effect(0, Play("not_yourself", seat=1))

    assert t.identity(1) in [*shown, first]
    assert t.view(0).identities_shown == ("lorna_tannen",)


# Items


def test_the_lightning_prediction_waits_while_nobody_else_has_a_card() -> None:
    """§LIGHTNING"""
    empty = table([], [], tables=[["lightning_prediction"]])
    full = table([], ["vest"], tables=[["lightning_prediction"]])

    assert empty.options(0) == [Draw()]
    assert full.options(0) == [Draw(), Use("lightning_prediction")]


def test_the_lock_of_the_almanac_ends_though_its_feeding_to_mr_fusion_is_cancelled() -> None:
    """§ALMANAC §J12 §J28"""
    t = table([], ["memo", "time_car_v3"], tables=[["mr_fusion", "almanac"]])

    t.does(0, Use("mr_fusion", feed="almanac"))
    t.takes_effect(1, React("memo"))
    t.plays(0, Draw())

    assert t.on_table(0) == ["mr_fusion"]
    assert Play("time_car_v3", linchpin="B-2") in t.options(1)


def test_mr_fusion_may_draw_what_it_was_fed_when_the_pile_is_shuffled() -> None:
    """§FUSION §RESHUFFLE"""
    t = table([], [], tables=[["mr_fusion", "pie_pan"]], pile=["vest"], discard=[])

    t.takes_effect(0, Use("mr_fusion", feed="pie_pan"))

    assert t.hand(0) == ["pie_pan", "vest"]


def test_the_b2_doubleback_of_a_player_without_the_almanac_leaves_b2_as_it_is() -> None:
    """§ALMANAC §J27"""
    t = table(["doubleback_3"], [], tables=[[], ["almanac"]])

    events = t.takes_effect(0, Play("doubleback_3", side="original"))

    assert HistoryLeft(0, "B-2") in events
    assert t.discard_pile() == ["doubleback_3"]


def test_whoever_steals_the_almanac_holds_its_lock() -> None:
    """§ALMANAC §GULLIBLE"""
    t = table(["so_gullible", "time_car_v3"], ["hitch_a_ride"], tables=[[], ["almanac"]], plays=2)

    t.takes_effect(0, Play("so_gullible", item="almanac", owner=1))
    t.plays(0, Play("time_car_v3", linchpin="B-2"))

    offered = [answer.linchpin for answer in t.options(1) if isinstance(answer, Play)]
    assert "B-2" in t.altered()
    assert "B-3" in offered
    assert "B-2" not in offered


@pytest.mark.parametrize("items", [[], ["vest"], ["book", "vest"]])
def test_a_spree_with_fewer_than_three_items_plays_them_all(items: list[str]) -> None:
    """§SPREE"""
    t = table(["shopping_spree", "memo", *items], [])

    t.takes_effect(0, Play("shopping_spree"))
    for item in items:
        t.takes_effect(0, Play(item))
    offered = t.options(0)
    t.does(0, Pass())

    assert offered == [Pass()]
    assert t.on_table(0) == items
    assert t.view(0).turn == 1


def test_a_spree_plays_three_items_and_no_more() -> None:
    """§SPREE"""
    t = table(["shopping_spree", "vest", "book", "guitar", "pie_pan"], [], plays=2)

    t.takes_effect(0, Play("shopping_spree"))
    for item in ("vest", "book", "guitar"):
        t.takes_effect(0, Play(item))

    assert t.prompt(0) == "play_one"
    assert t.hand(0) == ["pie_pan"]


def test_a_spree_from_an_otherwise_empty_hand_asks_nothing() -> None:
    """§SPREE"""
    t = table(["shopping_spree"], [])

    t.takes_effect(0, Play("shopping_spree"))

    assert t.view(0).turn == 1


# The promo card


def test_the_hydrator_is_used_instead_of_a_play_and_draws_five_cards() -> None:
    """§HYDRATOR"""
    t = table(["vest"], [], tables=[["pizza_hydrator"]], promo=True, hydrator_ready=[0])

    events = t.takes_effect(0, Use("pizza_hydrator"))

    assert sum(isinstance(event, CardDrawn) for event in events) == 5
    assert t.on_table(0) == []
    assert len(t.hand(0)) == 6
    assert t.view(0).turn == 1


def test_the_hydrator_is_ready_one_turn_after_it_was_played() -> None:
    """§HYDRATOR"""
    t = table(["pizza_hydrator"], [], promo=True, plays=2)

    t.takes_effect(0, Play("pizza_hydrator"))
    in_the_same_turn = t.options(0)
    t.plays(0, Draw())
    t.plays(1, Draw())

    assert Use("pizza_hydrator") not in in_the_same_turn
    assert t.view(1).seats[0].hydrator_ready
    assert Use("pizza_hydrator") in t.options(0)


def test_a_stolen_hydrator_is_not_ready_for_the_thief() -> None:
    """§HYDRATOR §GULLIBLE"""
    t = table(["so_gullible"], [], tables=[[], ["pizza_hydrator"]], promo=True, hydrator_ready=[1], plays=2)

    t.takes_effect(0, Play("so_gullible", item="pizza_hydrator", owner=1))

    assert Use("pizza_hydrator") not in t.options(0)


def test_a_cancelled_hydrator_is_lost_and_so_is_the_play() -> None:
    """§HYDRATOR §J12"""
    t = table(["vest"], ["memo"], tables=[["pizza_hydrator"]], promo=True, hydrator_ready=[0])

    t.does(0, Use("pizza_hydrator"))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == []
    assert t.hand(0) == ["vest"]
    assert t.view(0).turn == 1


def test_a_hydrator_may_be_fed_to_mr_fusion() -> None:
    """§HYDRATOR §FUSION"""
    t = table([], [], tables=[["mr_fusion", "pizza_hydrator"]], promo=True)

    events = t.takes_effect(0, Use("mr_fusion", feed="pizza_hydrator"))

    assert CardAnnounced(0, "mr_fusion", spend="pizza_hydrator") in events
    assert len(t.hand(0)) == 2
