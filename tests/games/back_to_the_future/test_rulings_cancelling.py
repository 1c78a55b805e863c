"""Rulings on cancelling: Memos, windows, and what a cancelled card costs."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Draw, FlipAnother, Pass, Play, React, Use
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    CardAnswered,
    CardCancelled,
    CardReturned,
    CardStands,
    HistoryChanged,
)

TRAIN_TO_A2 = Play("time_train", linchpin="A-2")


# Memos


@pytest.mark.parametrize("memo", ["memo", "newspaper", "telegram", "fax"])
def test_the_memo_card_and_three_items_all_cancel(memo: str) -> None:
    """§J1"""
    t = table(["time_train"], ["memo"], tables=[[], ["newspaper", "telegram", "fax"]])

    t.does(0, TRAIN_TO_A2)
    events = t.takes_effect(1, React(memo))

    assert events[:2] == [CardAnswered(1, memo, "time_train"), CardCancelled(0, "time_train")]
    assert t.altered() == []
    assert memo not in t.hand(1) + t.on_table(1)


def test_a_memo_item_in_the_hand_cancels_nothing() -> None:
    """§J1"""
    t = table(["time_train"], ["fax", "telegram", "newspaper"])

    t.does(0, TRAIN_TO_A2)

    assert t.options(1) == [Pass()]


def test_any_other_player_may_use_a_memo_but_nobody_against_their_own_card() -> None:
    """§J2"""
    t = table(["time_train", "memo"], ["memo"], ["memo"], tables=[["fax"]])

    t.does(0, TRAIN_TO_A2)

    assert t.asked() == (1, 2)
    assert React("memo") in t.options(1)
    assert React("memo") in t.options(2)


def test_the_player_on_turn_may_use_a_memo_against_a_response() -> None:
    """§J2"""
    t = table(["time_train", "memo"], ["memo"])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("memo"))
    asked = t.asked()
    t.takes_effect(0, React("memo"))

    assert asked == (0,)
    assert t.altered() == ["A-2", "A-6"]


def test_a_cancelled_card_spends_the_play_and_the_turn_stays_where_it_is() -> None:
    """§J3"""
    t = table(["time_train", "rewind"], ["memo"], plays=2)

    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("memo"))

    assert t.discard_pile() == ["memo", "time_train"]
    assert (t.view(0).turn, t.view(0).plays) == (0, 1)
    assert t.asked() == (0,)


def test_the_car_that_runs_on_the_case_comes_back_even_when_it_is_cancelled() -> None:
    """§J3"""
    t = table(["time_car_v1"], ["memo"], tables=[["case"]])

    t.does(0, Play("time_car_v1", linchpin="A-2", spend="case"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.hand(0) == ["time_car_v1"]
    assert t.on_table(0) == ["case"]
    assert t.discard_pile() == ["memo"]


def test_every_game_action_opens_a_window_for_everybody_else() -> None:
    """§J4"""
    t = table([], ["time_train"], [], [], turn=1)

    t.does(1, TRAIN_TO_A2)

    assert t.asked() == (0, 2, 3)
    assert t.altered() == []


def test_a_window_closes_for_good_when_all_have_passed() -> None:
    """§J4"""
    t = table(["time_train"], ["memo"], ["memo"], plays=2)

    t.does(0, TRAIN_TO_A2)
    t.do({})

    assert t.altered() == ["A-2", "A-6"]
    assert t.asked() == (0,)


@pytest.mark.parametrize("spend", ["pie_pan", "memo"])
def test_a_time_machine_has_one_window_after_its_full_announcement(spend: str) -> None:
    """§J5"""
    t = table(["time_car_v4", spend], ["memo"], plays=2)

    announced = t.does(0, Play("time_car_v4", linchpin="A-2", spend=spend))
    t.do({})

    assert announced == [CardAnnounced(0, "time_car_v4", linchpin="A-2", spend=spend)]
    assert t.asked() == (0,)
    assert t.altered() == ["A-2", "A-6"]


def test_a_cancelled_rewind_leaves_the_wanted_card_where_it_was() -> None:
    """§J5"""
    t = table(["rewind"], ["memo"], discard=["time_train", "pie_pan"])

    t.does(0, Play("rewind", fetch="time_train"))
    t.takes_effect(1, React("memo"))

    assert t.discard_pile() == ["time_train", "pie_pan", "memo", "rewind"]


def test_a_cancelled_quick_trip_leaves_the_draw_pile_unseen_and_whole() -> None:
    """§J5"""
    t = table(["quick_trip"], ["memo"], pile=["time_train", "pie_pan"], discard=[])

    t.does(0, Play("quick_trip"))
    t.takes_effect(1, React("memo"))

    assert t.view(0).draw_pile == 2
    assert t.view(0).searched is None
    assert t.discard_pile() == ["memo", "quick_trip"]


def test_a_rewound_card_has_a_window_of_its_own() -> None:
    """§J5"""
    t = table(["rewind"], ["memo"], discard=["time_train"])

    t.takes_effect(0, Play("rewind", fetch="time_train"))
    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.discard_pile() == ["rewind", "memo", "time_train"]


def test_a_card_from_a_quick_trip_has_a_window_of_its_own() -> None:
    """§J5"""
    t = table(["quick_trip"], ["memo"], pile=["time_train", "pie_pan"], discard=[])

    t.takes_effect(0, Play("quick_trip"))
    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.discard_pile() == ["quick_trip", "memo", "time_train"]


def test_a_third_memo_in_the_chain_cancels_the_card_after_all() -> None:
    """§J6"""
    t = table(["time_train", "memo"], ["memo"], ["memo"])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("memo"))
    t.does(0, React("memo"))
    events = t.takes_effect(2, React("memo"))

    assert events[:3] == [
        CardAnswered(2, "memo", "memo"),
        CardCancelled(0, "memo"),
        CardCancelled(0, "time_train"),
    ]
    assert t.altered() == []


def test_a_response_opens_a_window_for_everybody_but_its_player() -> None:
    """§J6"""
    t = table(["time_train"], ["memo"], [])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("memo"))

    assert t.asked() == (0, 2)


def test_only_memos_answer_a_response() -> None:
    """§J6"""
    t = table(["time_train"], ["engine_trouble"], ["engine_trouble", "science_experiment", "truck", "memo"])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("engine_trouble"))

    assert t.options(2) == [Pass(), React("memo")]


def test_a_used_telegram_is_lost_even_if_it_is_cancelled_in_turn() -> None:
    """§J7"""
    t = table(["time_train", "memo"], [], tables=[[], ["telegram"]])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("telegram"))
    t.takes_effect(0, React("memo"))

    assert t.on_table(1) == []
    assert t.discard_pile() == ["telegram", "memo", "time_train"]


def test_of_several_who_respond_the_first_clockwise_from_the_actor_does() -> None:
    """§J8"""
    t = table(["memo"], ["memo"], ["time_train"], ["memo"], turn=2)

    t.does(2, TRAIN_TO_A2)
    events = t.do({0: React("memo"), 1: React("memo"), 3: React("memo")})

    assert events[0] == CardAnswered(3, "memo", "time_train")
    assert (t.hand(0), t.hand(1), t.hand(3)) == (["memo"], ["memo"], [])


def test_a_later_player_responds_if_the_earlier_ones_pass() -> None:
    """§J8"""
    t = table(["memo"], ["memo"], ["time_train"], ["memo"], turn=2)

    t.does(2, TRAIN_TO_A2)
    events = t.do({0: Pass(), 1: React("memo"), 3: Pass()})

    assert events[0] == CardAnswered(1, "memo", "time_train")


# What a cancelled card costs


def test_a_memo_in_the_first_window_stops_the_whole_doubleback() -> None:
    """§J9"""
    t = table(["doubleback_1"], ["memo"], tables=[["telescope"]], plays=2)

    t.does(0, Play("doubleback_1", side="altered"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.on_table(0) == ["telescope"]
    assert t.discard_pile() == ["memo", "doubleback_1"]
    assert t.prompt(0) == "play_one"


def test_a_memo_in_the_second_window_stops_the_second_flip_and_the_item_is_lost() -> None:
    """§J9"""
    t = table(["doubleback_1"], ["memo"], tables=[["telescope"]])

    t.takes_effect(0, Play("doubleback_1", side="altered"))
    t.does(0, FlipAnother("A-3"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.on_table(0) == []
    assert t.discard_pile() == ["telescope", "memo", "doubleback_1"]


@pytest.mark.parametrize(
    ("car", "fuel", "spend"),
    [
        ("time_car_v1", "pellet", "pellet"),
        ("time_car_v2", "lightning_prediction", None),
        ("time_car_v5", "locomotive", None),
    ],
)
def test_the_fuel_of_a_cancelled_time_car_stays_on_the_table(car: str, fuel: str, spend: str | None) -> None:
    """§J10"""
    t = table([car], ["memo"], tables=[[fuel]])

    t.does(0, Play(car, linchpin="A-2", spend=spend))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert t.on_table(0) == [fuel]
    assert t.discard_pile() == ["memo", car]


def test_what_a_cancelled_v4_was_to_discard_goes_back_to_the_hand() -> None:
    """§J10"""
    t = table(["time_car_v4", "pie_pan", "vest"], ["memo"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="pie_pan"))
    events = t.takes_effect(1, React("memo"))

    assert CardReturned(0, "pie_pan") in events
    assert t.hand(0) == ["pie_pan", "vest"]
    assert t.discard_pile() == ["memo", "time_car_v4"]


def test_an_item_cancelled_as_it_is_played_goes_to_the_discard_pile() -> None:
    """§J11"""
    t = table(["pie_pan"], ["memo"])

    t.does(0, Play("pie_pan"))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == []
    assert t.discard_pile() == ["memo", "pie_pan"]


def test_an_item_on_the_table_can_no_longer_be_cancelled() -> None:
    """§J12"""
    t = table(["pie_pan"], ["memo"], plays=2)

    t.takes_effect(0, Play("pie_pan"))

    assert t.on_table(0) == ["pie_pan"]
    assert t.asked() == (0,)


def test_the_almanac_locks_without_a_window() -> None:
    """§J12"""
    t = table(["time_train"], ["memo"], tables=[[], ["almanac"]])

    offered = t.options(0)

    assert t.asked() == (0,)
    assert Play("time_train", linchpin="B-2") not in offered
    assert Play("time_train", linchpin="B-3") in offered


def test_a_cancelled_lightning_prediction_is_lost_without_benefit() -> None:
    """§J12"""
    t = table([], ["memo", "vest"], ["book"], tables=[["lightning_prediction"]])

    t.does(0, Use("lightning_prediction"))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == []
    assert (t.hand(0), t.hand(1), t.hand(2)) == ([], ["vest"], ["book"])
    assert t.discard_pile() == ["lightning_prediction", "memo"]


def test_a_cancelled_dust_jacket_is_lost_and_the_almanac_stays() -> None:
    """§J12"""
    t = table([], ["memo"], tables=[["dust_jacket"], ["almanac"]])

    t.does(0, Use("dust_jacket", owner=1))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == []
    assert t.on_table(1) == ["almanac"]


def test_a_cancelled_use_of_mr_fusion_costs_the_item_it_was_fed_and_nothing_else() -> None:
    """§J12"""
    t = table([], ["memo"], tables=[["mr_fusion", "pie_pan"]])

    t.does(0, Use("mr_fusion", feed="pie_pan"))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == ["mr_fusion"]
    assert t.hand(0) == []
    assert t.discard_pile() == ["pie_pan", "memo"]


def test_a_cancelled_use_of_mr_fusion_is_this_turns_use() -> None:
    """§J13"""
    t = table([], ["memo"], tables=[["mr_fusion", "pie_pan", "vest"]])

    t.does(0, Use("mr_fusion", feed="pie_pan"))
    t.takes_effect(1, React("memo"))

    assert t.options(0) == [Draw()]


def test_mr_fusion_is_not_refreshed_by_leaving_the_table_and_coming_back() -> None:
    """§J13"""
    t = table(["erased", "rewind"], [], tables=[["mr_fusion", "pie_pan", "vest"]], plays=3)

    t.takes_effect(0, Use("mr_fusion", feed="pie_pan"))
    t.takes_effect(0, Play("erased", item="mr_fusion", owner=0))
    t.takes_effect(0, Play("rewind", fetch="mr_fusion"))
    t.takes_effect(0, Play("mr_fusion"))

    assert t.on_table(0) == ["mr_fusion", "vest"]
    assert Use("mr_fusion", feed="vest") not in t.options(0)


def test_mr_fusion_is_ready_again_in_the_next_turn_of_its_owner() -> None:
    """§J13"""
    t = table([], [], tables=[["mr_fusion", "pie_pan", "vest"]])

    t.takes_effect(0, Use("mr_fusion", feed="pie_pan"))
    t.plays(0, Draw())
    t.plays(1, Draw())

    assert Use("mr_fusion", feed="vest") in t.options(0)


def test_a_reaction_that_came_second_is_not_asked_for_again_when_the_first_is_cancelled() -> None:
    """§J8 §MEMO.PUNCTUAL"""
    t = table(["time_train", "memo"], ["memo"], ["memo"])

    t.does(0, TRAIN_TO_A2)
    t.do({1: React("memo"), 2: React("memo")})
    t.does(0, React("memo"))
    offered = t.options(2)
    events = t.do({})

    assert offered == [Pass(), React("memo")]  # against the latest card: the Memo on the Memo
    assert events[:2] == [CardCancelled(1, "memo"), CardStands(0, "time_train")]
    assert isinstance(events[2], HistoryChanged)
    assert t.hand(2) == ["memo"]


def test_no_card_stands_if_the_memo_on_the_memo_was_cancelled() -> None:
    """§J8 §J6"""
    t = table(["time_train", "memo"], ["memo"], ["memo"])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("memo"))
    t.does(0, React("memo"))
    events = t.takes_effect(2, React("memo"))

    assert not [event for event in events if isinstance(event, CardStands)]
