"""Rulings on cancelling: other response cards, and cards without effect."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Discard, Draw, LoseItem, Pass, Play, React, Use
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    CardAnswered,
    CardReturned,
    GameWon,
    ItemKept,
    TurnBegan,
    TurnCutShort,
    TurnSkipped,
)

TRAIN_TO_A2 = Play("time_train", linchpin="A-2")
THEFT_OF_THE_FAX = Play("so_gullible", item="fax", owner=1)


# A Memo item under attack


def test_the_fax_cannot_stop_its_own_theft() -> None:
    """§J14"""
    t = table(["so_gullible"], [], tables=[[], ["fax"]])

    t.does(0, THEFT_OF_THE_FAX)

    assert t.options(1) == [Pass()]


def test_another_memo_of_the_same_owner_may_stop_the_theft_of_the_fax() -> None:
    """§J14"""
    t = table(["so_gullible"], ["memo"], tables=[[], ["fax", "telegram"]])

    t.does(0, THEFT_OF_THE_FAX)
    offered = t.options(1)
    t.takes_effect(1, React("telegram"))

    assert offered == [Pass(), React("memo"), React("telegram")]
    assert t.on_table(1) == ["fax"]


def test_the_fax_may_stop_the_theft_of_another_item() -> None:
    """§J14"""
    t = table(["so_gullible"], [], tables=[[], ["fax", "telegram"]])

    t.does(0, Play("so_gullible", item="telegram", owner=1))

    assert t.options(1) == [Pass(), React("fax")]


def test_somebody_elses_memo_item_may_stop_the_theft_of_the_fax() -> None:
    """§J14"""
    t = table(["so_gullible"], [], [], tables=[[], ["fax"], ["newspaper"]])

    t.does(0, THEFT_OF_THE_FAX)
    t.takes_effect(2, React("newspaper"))

    assert t.on_table(1) == ["fax"]


def test_the_fax_cannot_react_deeper_in_the_chain_about_its_own_theft() -> None:
    """§J14"""
    t = table(["so_gullible", "memo"], ["memo"], tables=[[], ["fax", "telegram"]])

    t.does(0, THEFT_OF_THE_FAX)
    t.does(1, React("memo"))
    t.does(0, React("memo"))

    assert t.options(1) == [Pass(), React("telegram")]


def test_the_fax_cannot_save_a_memo_that_somebody_else_used_against_its_theft() -> None:
    """§J14"""
    t = table(["so_gullible", "memo"], [], ["memo"], tables=[[], ["fax"]])

    t.does(0, THEFT_OF_THE_FAX)
    t.does(2, React("memo"))
    t.does(0, React("memo"))

    assert t.options(1) == [Pass()]


def test_the_fax_may_be_used_against_the_card_that_erases_it_and_both_are_gone() -> None:
    """§J14"""
    t = table(["erased"], [], tables=[[], ["fax"]])

    t.does(0, Play("erased", item="fax", owner=1))
    t.takes_effect(1, React("fax"))

    assert t.on_table(1) == []
    assert t.discard_pile() == ["fax", "erased"]


def test_the_fax_may_be_used_against_fading_away() -> None:
    """§J14"""
    t = table(["fading_away"], ["vest"], tables=[[], ["fax", "pie_pan"]])

    t.does(0, Play("fading_away", seat=1))
    t.takes_effect(1, React("fax"))

    assert t.on_table(1) == ["pie_pan"]
    assert t.hand(1) == ["vest"]


def test_fading_away_still_takes_the_rest_when_the_fax_was_used_in_vain() -> None:
    """§J14"""
    t = table(["fading_away", "memo"], ["vest"], tables=[[], ["fax", "pie_pan"]])

    t.does(0, Play("fading_away", seat=1))
    t.does(1, React("fax"))
    t.takes_effect(0, React("memo"))
    t.does(1, LoseItem("pie_pan"))

    assert t.on_table(1) == []
    assert t.hand(1) == []


# Engine Trouble


def test_engine_trouble_undoes_the_play_and_ends_the_turn_at_once() -> None:
    """§J15"""
    t = table(["time_train", "vest"], ["engine_trouble"], altered=["D-1"], plays=2)

    t.does(0, TRAIN_TO_A2)
    events = t.takes_effect(1, React("engine_trouble"))

    assert events[1:] == [CardReturned(0, "time_train"), TurnCutShort(0), TurnBegan(1)]
    assert t.altered() == ["D-1", "D-2", "D-5", "D-6"]
    assert t.hand(0) == ["time_train", "vest"]
    assert t.discard_pile() == ["engine_trouble"]


def test_after_engine_trouble_not_even_a_free_power_is_left() -> None:
    """§J15"""
    t = table(["time_train"], ["engine_trouble"], tables=[["mr_fusion", "vest"]])

    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("engine_trouble"))

    assert t.view(0).turn == 1


def test_changes_made_earlier_in_the_turn_outlast_engine_trouble() -> None:
    """§J15"""
    t = table(["time_train", "time_car_v3"], ["engine_trouble"])

    t.takes_effect(0, TRAIN_TO_A2)
    t.does(0, Play("time_car_v3", linchpin="A-3"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(0) == ["time_car_v3"]
    assert t.view(1).previous_changed


@pytest.mark.parametrize(
    ("car", "fuel", "spend"),
    [
        ("time_car_v1", "pellet", "pellet"),
        ("time_car_v2", "lightning_prediction", None),
        ("time_car_v5", "locomotive", None),
    ],
)
def test_engine_trouble_spends_no_fuel(car: str, fuel: str, spend: str | None) -> None:
    """§J15"""
    t = table([car], ["engine_trouble"], tables=[[fuel]])

    t.does(0, Play(car, linchpin="A-2", spend=spend))
    t.takes_effect(1, React("engine_trouble"))

    assert t.on_table(0) == [fuel]
    assert t.hand(0) == [car]


def test_engine_trouble_gives_back_what_v4_was_to_discard() -> None:
    """§J15"""
    t = table(["time_car_v4", "vest"], ["engine_trouble"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="vest"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_car_v4", "vest"]
    assert t.discard_pile() == ["engine_trouble"]


def test_a_machine_fetched_by_rewind_goes_to_the_hand_under_engine_trouble() -> None:
    """§J15"""
    t = table(["rewind"], ["engine_trouble"], discard=["time_train"])

    t.takes_effect(0, Play("rewind", fetch="time_train"))
    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_train"]
    assert t.discard_pile() == ["rewind", "engine_trouble"]


def test_a_machine_fetched_by_quick_trip_goes_to_the_hand_under_engine_trouble() -> None:
    """§J15"""
    t = table(["quick_trip"], ["engine_trouble"], pile=["time_train", "vest"], discard=[])

    t.takes_effect(0, Play("quick_trip"))
    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_train"]
    assert t.view(0).draw_pile == 1


def test_engine_trouble_can_itself_be_cancelled() -> None:
    """§J15"""
    t = table(["time_train", "memo"], ["engine_trouble"])

    t.does(0, TRAIN_TO_A2)
    t.does(1, React("engine_trouble"))
    t.takes_effect(0, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.view(0).turn == 0


def test_engine_trouble_answers_time_machines_only() -> None:
    """§J15"""
    t = table(["hitch_a_ride"], ["engine_trouble"], previous_changed=True)

    t.does(0, Play("hitch_a_ride", linchpin="A-2"))

    assert t.options(1) == [Pass()]


def test_engine_trouble_stops_a_machine_at_b1_before_the_card_is_turned() -> None:
    """§J16"""
    t = table(
        ["time_train"],
        ["engine_trouble"],
        identities=["clay_strickland"],
        altered=["A-2", "B-2"],
        b1=1,
    )

    t.does(0, Play("time_train", linchpin="B-1"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.state.outcome() is None
    assert (t.view(0).b1_left, t.view(0).b1_aside) == (1, 0)
    assert t.hand(0) == ["time_train"]


# The other responses


def test_a_science_experiment_takes_the_train_and_its_extra_play_but_not_its_flip() -> None:
    """§J17"""
    t = table(["time_train"], ["science_experiment"])

    t.does(0, TRAIN_TO_A2)
    t.takes_effect(1, React("science_experiment"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.hand(1) == ["time_train"]
    assert t.discard_pile() == ["science_experiment"]
    assert t.view(0).turn == 1


def test_a_science_experiment_is_moot_when_the_trains_flip_ends_the_game() -> None:
    """§J17"""
    t = table(["time_train"], ["science_experiment"], identities=["clay_strickland"], altered=["A-2", "B-2"], b1=1)

    t.does(0, Play("time_train", linchpin="B-1"))
    events = t.takes_effect(1, React("science_experiment"))

    assert events[-1] == GameWon(0, "clay_strickland", "won_on_turn")
    assert t.asked() == ()


def test_a_science_experiment_takes_a_locomotive_and_gives_another_play() -> None:
    """§J17"""
    t = table(["science_experiment"], [], tables=[[], ["locomotive"]])

    t.takes_effect(0, Play("science_experiment", item="locomotive", owner=1))

    assert t.on_table(0) == ["locomotive"]
    assert t.on_table(1) == []
    assert (t.view(0).turn, t.view(0).plays) == (0, 1)


def test_without_a_locomotive_on_another_table_a_science_experiment_gives_nothing() -> None:
    """§J17"""
    t = table(["science_experiment"], [], tables=[["locomotive"]])

    offered = t.options(0)
    events = t.takes_effect(0, Play("science_experiment"))

    assert offered == [Draw(), Play("science_experiment")]
    assert events[0] == CardAnnounced(0, "science_experiment", idle=True)
    assert t.view(0).turn == 1


def test_the_victim_of_a_theft_keeps_the_item_and_the_thief_discards_two_cards_of_choice() -> None:
    """§J18"""
    t = table(["so_gullible", "vest", "book", "guitar"], ["steal_my_stuff"], tables=[[], ["pie_pan"]])

    t.does(0, Play("so_gullible", item="pie_pan", owner=1))
    events = t.takes_effect(1, React("steal_my_stuff"))
    t.does(0, Discard("vest"))
    t.does(0, Discard("guitar"))

    assert ItemKept(1, 0, "pie_pan") in events
    assert t.on_table(1) == ["pie_pan"]
    assert t.hand(0) == ["book"]
    assert t.discard_pile() == ["steal_my_stuff", "so_gullible", "vest", "guitar"]


def test_only_the_victim_can_say_you_steal_my_stuff() -> None:
    """§J18"""
    t = table(["so_gullible"], [], ["steal_my_stuff"], tables=[[], ["pie_pan"]])

    t.does(0, Play("so_gullible", item="pie_pan", owner=1))

    assert t.options(2) == [Pass()]


def test_you_steal_my_stuff_does_not_answer_a_dust_jacket() -> None:
    """§J18"""
    t = table([], ["steal_my_stuff"], tables=[["dust_jacket"], ["almanac"]])

    t.does(0, Use("dust_jacket", owner=1))

    assert t.options(1) == [Pass()]


def test_you_steal_my_stuff_does_not_answer_a_science_experiment() -> None:
    """§J18"""
    t = table(["science_experiment"], ["steal_my_stuff"], tables=[[], ["locomotive"]])

    t.does(0, Play("science_experiment", item="locomotive", owner=1))

    assert t.options(1) == [Pass()]


@pytest.mark.parametrize("held", [[], ["vest"]])
def test_a_thief_with_fewer_than_two_cards_discards_all(held: list[str]) -> None:
    """§J18"""
    t = table(["so_gullible", *held], ["steal_my_stuff"], tables=[[], ["pie_pan"]])

    t.does(0, Play("so_gullible", item="pie_pan", owner=1))
    t.takes_effect(1, React("steal_my_stuff"))
    for card in held:
        t.does(0, Discard(card))

    assert t.hand(0) == []
    assert t.view(0).turn == 1


def test_the_truck_skips_a_turn_before_its_draw() -> None:
    """§J19"""
    t = table(["truck"], ["vest"], [], turn=1, from_the_start=True)

    events = t.takes_effect(0, React("truck"))

    assert events == [CardAnswered(0, "truck"), TurnSkipped(1), TurnBegan(2)]
    assert t.hand(1) == ["vest"]


def test_the_victim_may_cancel_the_truck() -> None:
    """§J19"""
    t = table(["truck"], ["memo"], [], turn=1, from_the_start=True)

    t.does(0, React("truck"))
    t.takes_effect(1, React("memo"))

    assert (t.view(1).turn, t.prompt(1)) == (1, "play_one")


def test_anybody_else_may_cancel_the_truck() -> None:
    """§J19"""
    t = table(["truck"], [], [], tables=[[], [], ["fax"]], turn=1, from_the_start=True)

    t.does(0, React("truck"))
    t.takes_effect(2, React("fax"))

    assert (t.view(1).turn, t.prompt(1)) == (1, "play_one")


def test_a_skipped_turn_is_a_previous_turn_without_change() -> None:
    """§J19"""
    t = table(["truck"], [], ["hitch_a_ride"], turn=1, previous_changed=True, from_the_start=True)

    t.takes_effect(0, React("truck"))
    t.let_stand()

    assert t.view(2).turn == 2
    assert Play("hitch_a_ride") in t.options(2)
    assert Play("hitch_a_ride", linchpin="A-2") not in t.options(2)


# Cards without effect


def test_response_cards_cannot_be_played_to_get_rid_of_them() -> None:
    """§J20"""
    t = table(["memo", "engine_trouble", "truck", "steal_my_stuff"], ["time_train"])

    assert t.options(0) == [Draw()]


@pytest.mark.parametrize("card", ["hitch_a_ride", "so_gullible", "erased", "time_car_v2", "time_car_v4", "rewind"])
def test_a_card_that_can_have_no_effect_may_be_played_and_is_discarded(card: str) -> None:
    """§J21"""
    t = table([card], [], discard=[])

    events = t.takes_effect(0, Play(card))

    assert events[0] == CardAnnounced(0, card, idle=True)
    assert t.altered() == []
    assert t.discard_pile() == [card]
