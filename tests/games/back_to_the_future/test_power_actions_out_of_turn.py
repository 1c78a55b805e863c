"""Power Actions in response to another player's card or turn."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Discard, Draw, Pass, Play, React
from timebooth.games.back_to_the_future.events import CardReturned, ItemKept, TurnBegan, TurnCutShort, TurnSkipped

REACTIONS = ["memo", "engine_trouble", "truck", "steal_my_stuff"]


@pytest.mark.parametrize("card", REACTIONS)
def test_a_response_card_is_not_played_as_the_turns_play(card: str) -> None:
    """§POWER §MEMO_CARD §ENGINE_TROUBLE §TRUCK §STEAL §J20"""
    assert table([card], []).options(0) == [Draw()]


def test_a_memo_from_the_hand_answers_on_anybodys_turn() -> None:
    """§MEMO_CARD §TURN.OWN"""
    t = table(["book"], ["memo"], ["memo"])

    t.does(0, Play("book"))

    assert t.options(1) == t.options(2) == [Pass(), React("memo")]


def test_a_memo_is_discarded_as_it_is_used() -> None:
    """§MEMO_CARD"""
    t = table(["book"], ["memo", "memo"])

    t.does(0, Play("book"))
    t.takes_effect(1, React("memo"))

    assert (t.hand(1), t.discard_pile()) == (["memo"], ["memo", "book"])


def test_engine_trouble_undoes_the_play_and_ends_the_turn() -> None:
    """§ENGINE_TROUBLE"""
    t = table(["time_car_v2"], ["engine_trouble"], tables=[["lightning_prediction"]])

    t.does(0, Play("time_car_v2", linchpin="A-2"))
    events = t.takes_effect(1, React("engine_trouble"))

    assert events[-3:] == [CardReturned(0, "time_car_v2"), TurnCutShort(0), TurnBegan(1)]
    assert (t.hand(0), t.on_table(0), t.altered()) == (["time_car_v2"], ["lightning_prediction"], [])
    assert t.discard_pile() == ["engine_trouble"]


def test_engine_trouble_gives_v4s_card_back() -> None:
    """§ENGINE_TROUBLE §TIME_CAR_V4"""
    t = table(["time_car_v4", "book"], ["engine_trouble"])

    t.does(0, Play("time_car_v4", linchpin="A-2", spend="book"))
    t.takes_effect(1, React("engine_trouble"))

    assert t.hand(0) == ["time_car_v4", "book"]


@pytest.mark.parametrize("card", [Play("book"), Play("hitch_a_ride", linchpin="A-2")], ids=lambda card: card.card)
def test_engine_trouble_answers_time_machines_only(card: Play) -> None:
    """§ENGINE_TROUBLE"""
    t = table([card.card], ["engine_trouble"], previous_changed=True)

    t.does(0, card)

    assert t.options(1) == [Pass()]


def test_cancelled_engine_trouble_lets_the_machine_run() -> None:
    """§ENGINE_TROUBLE §J15"""
    t = table(["time_train", "memo"], ["engine_trouble"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.does(1, React("engine_trouble"))
    t.takes_effect(0, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert (t.asked(), t.prompt(0)) == ((0,), "play_one")


def test_the_truck_skips_the_whole_turn() -> None:
    """§TRUCK"""
    t = table(["book"], ["truck"], [], pile=["guitar"], from_the_start=True)

    events = t.takes_effect(1, React("truck"))

    assert events[-2:] == [TurnSkipped(0), TurnBegan(1)]
    assert (t.hand(0), t.view(None).draw_pile) == (["book"], 1)


def test_the_truck_comes_before_the_draw_or_not_at_all() -> None:
    """§TRUCK"""
    t = table(["book"], ["truck"], from_the_start=True)
    t.let_stand()

    t.does(0, Play("book"))

    assert t.options(1) == [Pass()]


def test_a_cancelled_truck_lets_the_turn_begin() -> None:
    """§TRUCK §J19"""
    t = table(["memo"], ["truck"], pile=["guitar"], from_the_start=True)

    t.does(1, React("truck"))
    t.takes_effect(0, React("memo"))

    assert (t.hand(0), t.asked(), t.prompt(0)) == (["guitar"], (0,), "play_one")


def test_a_science_experiment_takes_the_train_after_its_flip() -> None:
    """§SCIENCE.TRAIN"""
    t = table(["time_train", "book"], ["science_experiment"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React("science_experiment"))

    assert t.altered() == ["A-2", "A-6"]
    assert (t.hand(0), t.hand(1)) == (["book"], ["time_train"])
    assert (t.discard_pile(), t.state.turn) == (["science_experiment"], 1)


def test_a_science_experiment_answers_no_other_machine() -> None:
    """§SCIENCE.TRAIN"""
    t = table(["time_car_v3"], ["science_experiment"])

    t.does(0, Play("time_car_v3", linchpin="A-2"))

    assert t.options(1) == [Pass()]


def test_a_science_experiment_cancelled_against_the_train_changes_nothing() -> None:
    """§SCIENCE.TRAIN"""
    t = table(["time_train", "memo"], ["science_experiment"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.does(1, React("science_experiment"))
    t.takes_effect(0, React("memo"))

    assert (t.altered(), t.hand(1)) == (["A-2", "A-6"], [])
    assert t.prompt(0) == "play_one"


def test_a_caught_thief_loses_two_cards_and_the_item() -> None:
    """§STEAL"""
    t = table(["so_gullible", "pie_pan", "guitar", "vest"], ["steal_my_stuff"], tables=[[], ["book"]])
    t.does(0, Play("so_gullible", item="book", owner=1))
    events = t.takes_effect(1, React("steal_my_stuff"))

    t.does(0, Discard("vest"))
    t.does(0, Discard("pie_pan"))

    assert ItemKept(1, 0, "book") in events
    assert (t.on_table(0), t.on_table(1), t.hand(0)) == ([], ["book"], ["guitar"])
    assert t.discard_pile() == ["steal_my_stuff", "so_gullible", "vest", "pie_pan"]


def test_only_the_victim_may_play_you_steal_my_stuff() -> None:
    """§STEAL §J18"""
    t = table(["so_gullible"], [], ["steal_my_stuff"], tables=[[], ["book"]])

    t.does(0, Play("so_gullible", item="book", owner=1))

    assert t.options(2) == [Pass()]


def test_a_cancelled_you_steal_my_stuff_lets_the_thief_have_the_item() -> None:
    """§STEAL"""
    t = table(["so_gullible", "memo", "guitar"], ["steal_my_stuff"], tables=[[], ["book"]])

    t.does(0, Play("so_gullible", item="book", owner=1))
    t.does(1, React("steal_my_stuff"))
    t.takes_effect(0, React("memo"))

    assert (t.on_table(0), t.on_table(1), t.hand(0)) == (["book"], [], ["guitar"])
