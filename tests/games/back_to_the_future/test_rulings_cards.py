"""Rulings on cards, draws and limits."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import Table, table
from timebooth.games.back_to_the_future.answers import Discard, Draw, EndTurn, FlipAnother, Give, Pass, Play, React, Use
from timebooth.games.back_to_the_future.events import (
    CardAnnounced,
    CardDrawn,
    CardGiven,
    CardReturned,
    ExtraPlayGained,
    HandsShuffled,
    HandsTraded,
    HistoryChanged,
    NothingToDraw,
    PileReshuffled,
)
from timebooth.kernel.answer import Answer

EIGHT_ITEMS = ["pellet", "case", "locomotive", "emergency_cash", "pie_pan", "hoverboard", "book", "guitar"]


def plays_offered(t: Table, seat: int, card: str) -> list[Answer]:
    """Return the ways in which a seat may play this card now."""
    return [answer for answer in t.options(seat) if isinstance(answer, Play) and answer.card == card]


# Drawing and playing


def test_there_is_no_limit_to_a_hand_or_a_table() -> None:
    """§J36"""
    hand = ["vest", "telescope", "erased", "erased", "rewind", "rewind", "memo", "memo", "truck", "time_train"]
    t = table(hand, [], tables=[EIGHT_ITEMS])

    t.takes_effect(0, Play("vest"))
    t.let_stand()

    assert len(t.hand(0)) == 9
    assert len(t.on_table(0)) == 9
    assert t.asked() == (1,)


def test_a_player_with_an_empty_hand_draws_instead_of_playing() -> None:
    """§J37"""
    t = table([], [], pile=["vest"], discard=[])

    offered = t.options(0)
    t.takes_effect(0, Draw())

    assert offered == [Draw()]
    assert t.hand(0) == ["vest"]
    assert t.view(0).turn == 1


def test_an_extra_play_may_be_a_draw() -> None:
    """§J37"""
    t = table(["time_train"], [], pile=["vest", "book"], discard=[])

    t.takes_effect(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(0, Draw())

    assert t.hand(0) == ["book"]
    assert t.view(0).turn == 1


def test_the_items_of_a_shopping_spree_cannot_be_replaced_by_a_draw() -> None:
    """§J37"""
    t = table(["shopping_spree", "vest", "book"], [])

    t.takes_effect(0, Play("shopping_spree"))

    assert t.options(0) == [Play("book"), Play("vest")]


def test_a_fetched_card_cannot_be_replaced_by_a_draw() -> None:
    """§J37"""
    rewound = table(["rewind"], [], discard=["vest"])
    tripped = table(["quick_trip"], [], pile=["vest"], discard=[])

    rewound.takes_effect(0, Play("rewind", fetch="vest"))
    tripped.takes_effect(0, Play("quick_trip"))

    assert rewound.options(0) == [Play("vest")]
    assert tripped.options(0) == [Play("vest")]


def test_the_card_drawn_by_v3_gives_no_play() -> None:
    """§J38"""
    t = table(["time_car_v3"], [], pile=["vest"], discard=[])

    events = t.takes_effect(0, Play("time_car_v3", linchpin="A-2"))

    assert CardDrawn(0, "vest") in events
    assert t.hand(0) == ["vest"]
    assert t.view(0).turn == 1


# Rewind and Quick Trip


def test_rewind_names_its_card_before_it_is_committed() -> None:
    """§J39"""
    t = table(["rewind"], [], discard=["time_train", "vest", "memo"])

    assert plays_offered(t, 0, "rewind") == [Play("rewind", fetch="time_train"), Play("rewind", fetch="vest")]


def test_a_committed_rewind_plays_the_named_card_and_no_other() -> None:
    """§J39"""
    t = table(["rewind"], [], discard=["vest", "book"])

    t.takes_effect(0, Play("rewind", fetch="book"))

    assert t.options(0) == [Play("book")]


def test_quick_trip_must_take_a_card_if_there_is_one_even_a_useless_one() -> None:
    """§J39"""
    t = table(["quick_trip"], [], pile=["hitch_a_ride", "memo"], discard=[])

    t.takes_effect(0, Play("quick_trip"))

    assert t.options(0) == [Play("hitch_a_ride")]


def test_neither_rewind_nor_quick_trip_fetches_a_power_action() -> None:
    """§J40"""
    powers = ["memo", "lucky_day", "engine_trouble", "truck", "science_experiment", "steal_my_stuff"]
    rewound = table(["rewind"], [], discard=powers)
    tripped = table(["quick_trip"], [], pile=powers, discard=[])

    tripped.takes_effect(0, Play("quick_trip"))

    assert plays_offered(rewound, 0, "rewind") == [Play("rewind")]
    assert tripped.options(0) == [Pass()]


@pytest.mark.parametrize("card", ["time_car_v2", "time_car_v4", "hitch_a_ride", "so_gullible"])
def test_a_fetched_card_obeys_its_own_conditions(card: str) -> None:
    """§J40"""
    t = table(["rewind"], [], discard=[card])

    t.takes_effect(0, Play("rewind", fetch=card))

    assert t.options(0) == [Play(card)]


def test_the_time_train_may_be_rewound_as_its_own_extra_play() -> None:
    """§J40"""
    t = table(["time_train", "rewind"], [])

    t.takes_effect(0, Play("time_train", linchpin="A-2"))
    t.takes_effect(0, Play("rewind", fetch="time_train"))
    t.takes_effect(0, Play("time_train", linchpin="A-3"))

    assert t.altered() == ["A-2", "A-3", "A-4", "A-5", "A-6"]
    assert t.discard_pile() == ["rewind", "time_train"]
    assert (t.view(0).turn, t.view(0).plays) == (0, 1)


def test_quick_trip_on_an_empty_draw_pile_has_no_effect_and_shuffles_nothing() -> None:
    """§J41"""
    t = table(["quick_trip"], [], pile=[], discard=["vest"])

    events = t.takes_effect(0, Play("quick_trip"))

    assert events[0] == CardAnnounced(0, "quick_trip", idle=True)
    assert t.discard_pile() == ["vest", "quick_trip"]
    assert t.view(0).turn == 1


# The piles


def test_the_discard_pile_is_shuffled_only_when_a_card_is_needed() -> None:
    """§J42"""
    t = table(["vest"], [], pile=["book"], discard=["pie_pan"], plays=2)

    drawn = t.takes_effect(0, Draw())
    before = t.discard_pile()
    needed = t.takes_effect(0, Draw())

    assert drawn == [CardDrawn(0, "book")]
    assert before == ["pie_pan"]
    assert needed[:2] == [PileReshuffled(1), CardDrawn(0, "pie_pan")]


def test_with_both_piles_empty_the_draw_is_skipped() -> None:
    """§J42"""
    t = table(["vest"], [], pile=[], discard=[], from_the_start=True)

    events = t.let_stand()

    assert events == [NothingToDraw(0)]
    assert t.hand(0) == ["vest"]
    assert t.view(0).turn == 0


def test_a_draw_of_several_cards_goes_on_after_the_shuffle() -> None:
    """§J43"""
    t = table(["lucky_day"], [], pile=["book"], discard=["pie_pan", "vest"])

    events = t.takes_effect(0, Play("lucky_day"))

    assert events[1:] == [
        CardDrawn(0, "book"),
        PileReshuffled(2),
        CardDrawn(0, "pie_pan"),
        CardDrawn(0, "vest"),
        ExtraPlayGained(0),
    ]


def test_a_lucky_day_in_mid_play_is_not_shuffled_in() -> None:
    """§J44"""
    t = table(["lucky_day"], [], pile=[], discard=["pie_pan"])

    events = t.takes_effect(0, Play("lucky_day"))

    assert events[1:5] == [PileReshuffled(1), CardDrawn(0, "pie_pan"), NothingToDraw(0), NothingToDraw(0)]
    assert t.discard_pile() == ["lucky_day"]


def test_a_v3_in_mid_play_is_not_shuffled_in() -> None:
    """§J44"""
    t = table(["time_car_v3"], [], pile=[], discard=["pie_pan"])

    t.takes_effect(0, Play("time_car_v3", linchpin="A-2"))

    assert t.hand(0) == ["pie_pan"]
    assert t.discard_pile() == ["time_car_v3"]


# Taking from others


def test_only_items_on_other_tables_can_be_stolen() -> None:
    """§J45"""
    t = table(["so_gullible"], ["vest"], ["time_train"], tables=[["pie_pan"], ["book"], ["guitar"]])

    assert plays_offered(t, 0, "so_gullible") == [
        Play("so_gullible", item="book", owner=1),
        Play("so_gullible", item="guitar", owner=2),
    ]


@pytest.mark.parametrize("call", [Play("clock_tower"), Use("lightning_prediction")])
def test_players_without_cards_give_none(call: Answer) -> None:
    """§J46"""
    t = table(["clock_tower"], [], ["vest", "book"], tables=[["lightning_prediction"]])

    t.takes_effect(0, call)
    asked = t.asked()
    events = t.takes_effect(2, Give("book"))

    assert asked == (2,)
    assert events[0] == CardGiven(2, 0, "book")
    assert t.hand(2) == ["vest"]


def test_players_with_three_cards_or_fewer_sleep_through_the_alpha_rhythm() -> None:
    """§J46"""
    t = table(["alpha_rhythm", "memo", "memo", "memo", "rewind"], [], ["vest", "book", "guitar"], EIGHT_ITEMS[:5])

    t.takes_effect(0, Play("alpha_rhythm"))
    asked = t.asked()
    t.does(3, Discard("case"))
    t.does(3, Discard("pie_pan"))

    assert asked == (3,)
    assert [len(t.hand(seat)) for seat in range(4)] == [4, 0, 3, 3]
    assert t.discard_pile() == ["alpha_rhythm", "case", "pie_pan"]


def test_a_player_without_an_item_fades_by_a_card_only() -> None:
    """§J46"""
    t = table(["fading_away"], ["vest"])

    t.takes_effect(0, Play("fading_away", seat=1))

    assert t.hand(1) == []
    assert t.discard_pile() == ["fading_away", "vest"]


def test_a_player_with_neither_item_nor_card_does_not_fade() -> None:
    """§J46"""
    t = table(["fading_away"], [])

    t.takes_effect(0, Play("fading_away", seat=1))

    assert t.discard_pile() == ["fading_away"]
    assert t.view(0).turn == 1


@pytest.mark.parametrize(("mine", "theirs"), [([], ["vest"]), (["vest"], []), ([], [])])
def test_hands_may_be_traded_though_one_is_empty(mine: list[str], theirs: list[str]) -> None:
    """§J47"""
    t = table(["trade_hands", *mine], theirs)

    events = t.takes_effect(0, Play("trade_hands", seat=1))

    assert events[1] == HandsTraded(0, 1)
    assert (t.hand(0), t.hand(1)) == (theirs, mine)


def test_the_vortex_deals_from_its_player_to_the_left_until_all_cards_are_gone() -> None:
    """§J48"""
    t = table(["vest", "book"], ["time_vortex", "guitar"], ["pie_pan", "hoverboard"], turn=1)

    events = t.takes_effect(1, Play("time_vortex"))

    assert events[1] == HandsShuffled(5)
    assert [len(t.hand(seat)) for seat in range(3)] == [1, 2, 2]
    assert sorted(t.hand(0) + t.hand(1) + t.hand(2)) == ["book", "guitar", "hoverboard", "pie_pan", "vest"]


@pytest.mark.parametrize("direction", ["left", "right"])
def test_between_two_players_the_discontinuity_is_a_swap(direction: str) -> None:
    """§J49"""
    t = table(["discontinuity", "vest"], ["book", "guitar"])

    t.takes_effect(0, Play("discontinuity", direction="left" if direction == "left" else "right"))

    assert (t.hand(0), t.hand(1)) == (["book", "guitar"], ["vest"])


# Identities


def test_an_identity_given_up_does_not_come_back_before_the_stack_has_cycled() -> None:
    """§J50"""
    t = table(["not_yourself", "not_yourself"], [], [], [], [], [], plays=2)
    first = t.identity(3)

    t.takes_effect(0, Play("not_yourself", seat=3))
    second = t.identity(3)
    t.takes_effect(0, Play("not_yourself", seat=3))

    assert t.identity(3) not in (first, second)
    assert set(t.view(0).identities_shown) == {first, second}


def test_the_id_stack_is_shuffled_when_an_identity_face_up_reaches_its_top() -> None:
    """§J50"""
    shown = ["galileo_brown", "marsha_mcfly", "kiff_tannen"]
    t = table(["not_yourself"], [], [], [], [], [], shown=shown)

    t.takes_effect(0, Play("not_yourself", seat=1))

    assert t.identity(1) == "lorna_tannen"
    assert t.view(0).identities_shown == ()
    assert t.view(0).identity_stack == 4


# Powers of items


def test_free_powers_are_for_ones_own_turn_only() -> None:
    """§J51"""
    t = table(["time_train"], [], tables=[[], ["mr_fusion", "pie_pan", "lightning_prediction"]])

    t.does(0, Play("time_train", linchpin="A-2"))

    assert t.options(1) == [Pass()]


def test_free_powers_may_be_used_before_the_draw_before_the_play_and_after_it() -> None:
    """§J51"""
    t = table(["vest"], [], tables=[["mr_fusion", "pie_pan"]], from_the_start=True)
    feed = Use("mr_fusion", feed="pie_pan")

    t.let_stand()
    before_the_draw = t.options(0)
    t.does(0, Draw())
    before_the_play = t.options(0)
    t.takes_effect(0, Draw())
    after_the_play = t.options(0)

    assert before_the_draw == [Draw(), feed]
    assert feed in before_the_play
    assert after_the_play == [EndTurn(), feed]


def test_free_powers_wait_while_another_card_takes_effect() -> None:
    """§J51"""
    t = table(["doubleback_2"], ["vest"], tables=[["mr_fusion", "pie_pan", "lightning_prediction"]])

    t.takes_effect(0, Play("doubleback_2", side="altered"))

    assert t.prompt(0) == "second_flip"
    assert [answer for answer in t.options(0) if not isinstance(answer, FlipAnother)] == [Pass()]


def test_a_turn_may_end_with_the_powers_of_items_unused() -> None:
    """§J51"""
    t = table(["vest"], [], tables=[["mr_fusion", "pie_pan"]])

    t.takes_effect(0, Play("vest"))
    t.does(0, EndTurn())

    assert t.on_table(0) == ["mr_fusion", "pie_pan", "vest"]
    assert t.view(0).turn == 1


def test_with_pellet_and_case_the_player_of_v1_chooses() -> None:
    """§J52"""
    t = table(["time_car_v1"], [], tables=[["pellet", "case"]])

    ways = plays_offered(t, 0, "time_car_v1")
    t.takes_effect(0, Play("time_car_v1", linchpin="A-2", spend="pellet"))

    assert Play("time_car_v1", linchpin="A-2", spend="case") in ways
    assert t.on_table(0) == ["case"]
    assert t.discard_pile() == ["time_car_v1", "pellet"]


def test_a_v1_that_the_case_brought_back_may_be_played_again_in_the_same_turn() -> None:
    """§J53"""
    t = table(["time_car_v1"], [], tables=[["case"]], plays=2)
    to_a2 = Play("time_car_v1", linchpin="A-2", spend="case")

    once = t.takes_effect(0, to_a2)
    t.takes_effect(0, to_a2)

    assert once[1:] == [CardReturned(0, "time_car_v1"), HistoryChanged(0, "A-2", "A-2.altered", ("A-6.altered",))]
    assert t.altered() == []
    assert t.hand(0) == ["time_car_v1"]
    assert t.view(0).turn == 1


def test_every_item_of_a_spree_has_its_own_window() -> None:
    """§J54"""
    t = table(["shopping_spree", "vest", "book", "guitar"], ["memo"])

    t.takes_effect(0, Play("shopping_spree"))
    t.takes_effect(0, Play("vest"))
    t.does(0, Play("book"))
    t.takes_effect(1, React("memo"))
    t.takes_effect(0, Play("guitar"))

    assert t.on_table(0) == ["guitar", "vest"]
    assert t.discard_pile() == ["shopping_spree", "memo", "book"]


def test_cancelling_the_spree_itself_stops_all_of_it() -> None:
    """§J54"""
    t = table(["shopping_spree", "vest", "book"], ["memo"])

    t.does(0, Play("shopping_spree"))
    t.takes_effect(1, React("memo"))

    assert t.on_table(0) == []
    assert t.hand(0) == ["book", "vest"]
    assert t.view(0).turn == 1


def test_the_lightning_prediction_cannot_be_used_up_to_dodge_its_theft() -> None:
    """§J55"""
    t = table(["so_gullible", "vest"], [], tables=[[], ["lightning_prediction"]])

    t.does(0, Play("so_gullible", item="lightning_prediction", owner=1))

    assert t.options(1) == [Pass()]
