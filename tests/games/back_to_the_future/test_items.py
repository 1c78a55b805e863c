"""Items."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Draw, EndTurn, FlipAnother, Give, Pass, Play, React, Use
from timebooth.games.back_to_the_future.deck.kinds import ITEM, ITEMS, KEYS
from timebooth.games.back_to_the_future.events import CardDrawn, CardGiven, ItemPlaced, ItemTaken

BOX_ITEMS = KEYS[ITEM : ITEM + ITEMS - 1]
MEMO_ITEMS = ["newspaper", "telegram", "fax"]
PLAIN = ["pellet", "case", "locomotive", "pie_pan", "hoverboard", "book", "guitar", "vest", "telescope"]


@pytest.mark.parametrize("item", BOX_ITEMS)
def test_an_item_is_placed_on_the_table_and_stays(item: str) -> None:
    """§ITEM"""
    t = table([item], [])

    events = t.takes_effect(0, Play(item))

    assert ItemPlaced(0, item) in events
    assert (t.hand(0), t.on_table(0), t.discard_pile()) == ([], [item], [])


def test_an_item_cancelled_as_it_is_played_is_discarded() -> None:
    """§ITEM §J11"""
    t = table(["mr_fusion"], ["memo"])

    t.does(0, Play("mr_fusion"))
    t.takes_effect(1, React("memo"))

    assert (t.on_table(0), t.discard_pile()) == ([], ["memo", "mr_fusion"])


@pytest.mark.parametrize("item", PLAIN)
def test_a_plain_item_has_no_power_of_its_own(item: str) -> None:
    """§PIE_PAN §HOVERBOARD §BOOK §GUITAR §VEST §TELESCOPE §PELLET §CASE §LOCOMOTIVE"""
    t = table([], ["trade_hands"], tables=[[item], ["almanac"]])

    assert t.options(0) == [Draw()]


def test_using_a_power_is_not_a_play() -> None:
    """§ITEM.POWER §FUSION"""
    t = table(["guitar"], [], tables=[["mr_fusion", "book"]], pile=["vest", "telescope"])

    t.takes_effect(0, Use("mr_fusion", feed="book"))

    assert (t.asked(), t.prompt(0), t.state.plays) == ((0,), "play_one", 1)


@pytest.mark.parametrize("prompt", ["draw_one", "end_of_turn"])
def test_a_power_may_be_used_before_the_draw_and_after_the_play(prompt: str) -> None:
    """§ITEM.POWER"""
    t = table([], [], tables=[["mr_fusion", "book"]], from_the_start=True)
    t.let_stand()
    if prompt == "end_of_turn":
        t.does(0, Draw())
        t.does(0, Draw())

    assert t.prompt(0) == prompt
    assert Use("mr_fusion", feed="book") in t.options(0)


def test_after_the_last_power_the_turn_is_ended_by_its_player() -> None:
    """§ITEM.POWER §TURN.LEFT"""
    t = table([], [], tables=[["mr_fusion", "book"]])
    t.does(0, Draw())

    t.does(0, EndTurn())

    assert t.state.turn == 1


def test_the_lightning_prediction_brings_a_card_from_everybody_else() -> None:
    """§LIGHTNING"""
    t = table([], ["book", "vest"], ["guitar"], tables=[["lightning_prediction"]])
    t.takes_effect(0, Use("lightning_prediction"))

    events = t.do({1: Give("vest"), 2: Give("guitar")})

    assert events == [CardGiven(1, 0, "vest"), CardGiven(2, 0, "guitar")]
    assert [t.hand(seat) for seat in range(3)] == [["guitar", "vest"], ["book"], []]
    assert (t.on_table(0), t.discard_pile()) == ([], ["lightning_prediction"])


def test_the_lightning_prediction_has_no_use_while_all_other_hands_are_empty() -> None:
    """§LIGHTNING"""
    t = table(["book"], [], tables=[["lightning_prediction"]])

    assert Use("lightning_prediction") not in t.options(0)


def test_a_cancelled_lightning_prediction_is_lost_and_brings_nothing() -> None:
    """§LIGHTNING §J12"""
    t = table([], ["memo", "book"], tables=[["lightning_prediction"]])

    t.does(0, Use("lightning_prediction"))
    t.takes_effect(1, React("memo"))

    assert (t.hand(0), t.hand(1)) == ([], ["book"])
    assert (t.on_table(0), t.discard_pile()) == ([], ["lightning_prediction", "memo"])


@pytest.mark.parametrize("item", MEMO_ITEMS)
def test_newspaper_telegram_and_fax_cancel_like_a_memo(item: str) -> None:
    """§NEWSPAPER §TELEGRAM §FAX §MEMO"""
    t = table(["time_train"], [], tables=[[], [item]])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(1, React(item))

    assert t.altered() == []
    assert (t.on_table(1), t.discard_pile()) == ([], [item, "time_train"])


@pytest.mark.parametrize("item", MEMO_ITEMS)
def test_a_memo_item_in_the_hand_cancels_nothing(item: str) -> None:
    """§NEWSPAPER §TELEGRAM §FAX"""
    t = table(["time_train"], [item])

    t.does(0, Play("time_train", linchpin="A-2"))

    assert t.options(1) == [Pass()]


@pytest.mark.parametrize("item", MEMO_ITEMS)
def test_a_memo_item_that_is_cancelled_is_lost(item: str) -> None:
    """§NEWSPAPER §TELEGRAM §FAX §J7"""
    t = table(["time_train", "memo"], [], tables=[[], [item]])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.does(1, React(item))
    t.takes_effect(0, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.discard_pile() == [item, "memo", "time_train"]


def test_the_almanac_keeps_b2_for_its_owner() -> None:
    """§ALMANAC"""
    b2 = Play("time_train", linchpin="B-2")

    assert b2 in table(["time_train"], [], tables=[["almanac"]]).options(0)
    assert b2 not in table(["time_train"], [], tables=[[], ["almanac"]]).options(0)
    assert b2 in table(["time_train"], ["almanac"]).options(0)


def test_an_almanac_cancelled_as_it_is_played_locks_nothing() -> None:
    """§ALMANAC §J27"""
    t = table(["almanac"], ["memo", "time_train"])

    t.does(0, Play("almanac"))
    t.plays(1, React("memo"))

    assert Play("time_train", linchpin="B-2") in t.options(1)


def test_the_dust_jacket_takes_the_almanac() -> None:
    """§DUST_JACKET"""
    t = table([], [], tables=[["dust_jacket"], ["almanac"]])

    events = t.takes_effect(0, Use("dust_jacket", owner=1))

    assert ItemTaken(0, 1, "almanac") in events
    assert (t.on_table(0), t.on_table(1), t.discard_pile()) == (["almanac"], [], ["dust_jacket"])


@pytest.mark.parametrize("tables", [[["dust_jacket"]], [["dust_jacket", "almanac"]]])
def test_without_an_almanac_on_another_table_the_dust_jacket_has_no_use(tables: list[list[str]]) -> None:
    """§DUST_JACKET"""
    assert table([], [], tables=tables).options(0) == [Draw()]


def test_a_cancelled_dust_jacket_is_lost_and_the_almanac_stays() -> None:
    """§DUST_JACKET §J12"""
    t = table([], ["memo"], tables=[["dust_jacket"], ["almanac"]])

    t.does(0, Use("dust_jacket", owner=1))
    t.takes_effect(1, React("memo"))

    assert (t.on_table(0), t.on_table(1)) == ([], ["almanac"])


def test_mr_fusion_turns_another_item_into_two_cards() -> None:
    """§FUSION"""
    t = table([], [], tables=[["mr_fusion", "book", "guitar"]], pile=["vest", "telescope"], discard=[])

    events = t.takes_effect(0, Use("mr_fusion", feed="guitar"))

    assert events[-2:] == [CardDrawn(0, "vest"), CardDrawn(0, "telescope")]
    assert (t.on_table(0), t.discard_pile()) == (["mr_fusion", "book"], ["guitar"])


def test_mr_fusion_works_once_a_turn() -> None:
    """§FUSION"""
    t = table([], [], tables=[["mr_fusion", "book", "guitar"]])

    t.takes_effect(0, Use("mr_fusion", feed="guitar"))

    assert t.options(0)[0] == Draw()
    assert Use("mr_fusion", feed="book") not in t.options(0)


def test_mr_fusion_alone_has_nothing_to_eat() -> None:
    """§FUSION"""
    assert table([], [], tables=[["mr_fusion"]]).options(0) == [Draw()]


def test_mr_fusion_cancelled_eats_the_item_and_draws_nothing() -> None:
    """§FUSION §J12"""
    t = table([], ["memo"], tables=[["mr_fusion", "book"]])

    t.does(0, Use("mr_fusion", feed="book"))
    t.takes_effect(1, React("memo"))

    assert (t.hand(0), t.on_table(0), t.discard_pile()) == ([], ["mr_fusion"], ["book", "memo"])


def test_emergency_cash_stands_in_for_a_doublebacks_item() -> None:
    """§CASH §DOUBLEBACK.SECOND"""
    t = table(["doubleback_1"], [], tables=[["emergency_cash"]])
    t.takes_effect(0, Play("doubleback_1", side="altered"))

    t.takes_effect(0, FlipAnother("A-3", cash=True))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]
    assert (t.on_table(0), t.discard_pile()) == ([], ["emergency_cash", "doubleback_1"])


def test_with_both_the_player_chooses_between_cash_and_the_item() -> None:
    """§CASH"""
    t = table(["doubleback_1"], [], tables=[["emergency_cash", "telescope"]])

    t.takes_effect(0, Play("doubleback_1", side="altered"))

    assert {FlipAnother("A-3"), FlipAnother("A-3", cash=True)} <= set(t.options(0))


def test_emergency_cash_is_no_fuel() -> None:
    """§CASH"""
    t = table(["time_car_v2"], [], tables=[["emergency_cash"]])

    assert t.options(0) == [Draw(), Play("time_car_v2")]


def test_cash_is_lost_when_the_second_flip_is_cancelled() -> None:
    """§CASH §J9"""
    t = table(["doubleback_1"], ["memo"], tables=[["emergency_cash"]])
    t.takes_effect(0, Play("doubleback_1", side="altered"))

    t.does(0, FlipAnother("A-3", cash=True))
    t.takes_effect(1, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert t.on_table(0) == []


def test_the_pizza_hydrator_draws_five_instead_of_a_play() -> None:
    """§HYDRATOR"""
    t = table([], [], tables=[["pizza_hydrator"]], promo=True, hydrator_ready=[0])

    t.takes_effect(0, Use("pizza_hydrator"))

    assert len(t.hand(0)) == 5
    assert (t.on_table(0), t.discard_pile(), t.state.turn) == ([], ["pizza_hydrator"], 1)


def test_the_pizza_hydrator_must_have_lain_there_in_your_previous_turn() -> None:
    """§HYDRATOR"""
    t = table(["pizza_hydrator"], [], promo=True)

    t.plays(0, Play("pizza_hydrator"))
    t.plays(1, Draw())

    assert t.state.turn == 0
    assert Use("pizza_hydrator") in t.options(0)


def test_a_pizza_hydrator_just_placed_has_no_use_yet() -> None:
    """§HYDRATOR"""
    t = table([], [], tables=[["pizza_hydrator"]], promo=True)

    assert t.options(0) == [Draw()]


def test_a_cancelled_pizza_hydrator_is_lost_with_the_play() -> None:
    """§HYDRATOR §J12"""
    t = table([], ["memo"], tables=[["pizza_hydrator"]], promo=True, hydrator_ready=[0])

    t.does(0, Use("pizza_hydrator"))
    t.takes_effect(1, React("memo"))

    assert (t.hand(0), t.on_table(0), t.state.turn) == ([], [], 1)
