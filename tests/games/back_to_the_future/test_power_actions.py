"""Power Actions on one's own turn."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Draw, Pass, Play, React
from timebooth.games.back_to_the_future.events import CardAnnounced, CardDrawn, ExtraPlayGained, ItemTaken, PileSearched


def test_rewind_cannot_fetch_a_power_action() -> None:
    """§POWER §REWIND"""
    t = table(["rewind"], [], discard=["book", "lucky_day", "memo", "rewind", "time_train"])

    assert t.options(0) == [Draw(), Play("rewind", fetch="time_train"), Play("rewind", fetch="book")]


def test_quick_trip_cannot_fetch_a_power_action() -> None:
    """§POWER §QUICK_TRIP"""
    t = table(["quick_trip"], [], pile=["book", "lucky_day", "memo", "quick_trip"])

    t.takes_effect(0, Play("quick_trip"))

    assert t.options(0) == [Play("book")]


def test_rewind_plays_a_card_from_the_discard_pile() -> None:
    """§REWIND"""
    t = table(["rewind"], [], discard=["book", "guitar"])
    t.takes_effect(0, Play("rewind", fetch="book"))

    t.takes_effect(0, Play("book"))

    assert (t.on_table(0), t.discard_pile()) == (["book"], ["guitar", "rewind"])
    assert t.state.turn == 1


def test_a_card_fetched_by_rewind_is_aimed_as_if_from_the_hand() -> None:
    """§REWIND"""
    t = table(["rewind"], [], discard=["so_gullible"], tables=[[], ["book", "guitar"]])

    t.takes_effect(0, Play("rewind", fetch="so_gullible"))

    assert t.options(0) == [
        Play("so_gullible", item="book", owner=1),
        Play("so_gullible", item="guitar", owner=1),
    ]


@pytest.mark.parametrize("discard", [[], ["memo"]])
def test_rewind_without_a_card_to_fetch_has_no_effect(discard: list[str]) -> None:
    """§REWIND §J21"""
    t = table(["rewind"], [], discard=discard)

    events = t.takes_effect(0, Play("rewind"))

    assert events[0] == CardAnnounced(0, "rewind", idle=True)
    assert (t.discard_pile(), t.state.turn) == ([*discard, "rewind"], 1)


def test_a_cancelled_rewind_leaves_the_wanted_card_where_it_was() -> None:
    """§REWIND §J5"""
    t = table(["rewind"], ["memo"], discard=["book"])

    t.does(0, Play("rewind", fetch="book"))
    t.takes_effect(1, React("memo"))

    assert (t.on_table(0), t.discard_pile(), t.state.turn) == ([], ["book", "memo", "rewind"], 1)


def test_the_card_that_rewind_fetched_can_be_cancelled_on_its_own() -> None:
    """§REWIND §MEMO.LAST §J5"""
    t = table(["rewind"], ["memo"], discard=["book"])
    t.takes_effect(0, Play("rewind", fetch="book"))

    t.does(0, Play("book"))
    t.takes_effect(1, React("memo"))

    assert (t.on_table(0), t.discard_pile()) == ([], ["rewind", "memo", "book"])


def test_quick_trip_plays_a_card_from_the_draw_pile() -> None:
    """§QUICK_TRIP"""
    t = table(["quick_trip"], [], pile=["book", "guitar", "memo"], discard=[])

    events = t.takes_effect(0, Play("quick_trip"))
    seen = t.view(0).searched
    t.takes_effect(0, Play("guitar"))

    assert PileSearched(0) in events
    assert seen == ("book", "guitar", "memo")
    assert (t.on_table(0), t.discard_pile(), t.view(None).draw_pile) == (["guitar"], ["quick_trip"], 2)


def test_only_the_player_of_quick_trip_sees_the_draw_pile() -> None:
    """§QUICK_TRIP §HIDDEN"""
    t = table(["quick_trip"], [], pile=["book"])

    t.takes_effect(0, Play("quick_trip"))

    assert (t.view(1).searched, t.view(None).searched) == (None, None)


def test_quick_trip_through_power_actions_alone_finds_nothing() -> None:
    """§QUICK_TRIP"""
    t = table(["quick_trip"], [], pile=["memo", "lucky_day"], discard=[])
    t.takes_effect(0, Play("quick_trip"))

    assert t.options(0) == [Pass()]
    t.does(0, Pass())

    assert (t.view(None).draw_pile, t.state.turn) == (2, 1)


def test_a_cancelled_quick_trip_shows_nothing() -> None:
    """§QUICK_TRIP §J5"""
    t = table(["quick_trip"], ["memo"], pile=["book"], discard=[])

    t.does(0, Play("quick_trip"))
    events = t.takes_effect(1, React("memo"))

    assert PileSearched(0) not in events
    assert (t.discard_pile(), t.view(None).draw_pile) == (["memo", "quick_trip"], 1)


def test_a_lucky_day_draws_three_and_plays_once_more() -> None:
    """§LUCKY_DAY"""
    t = table(["lucky_day"], [], pile=["pie_pan", "hoverboard", "book"])

    events = t.takes_effect(0, Play("lucky_day"))

    assert events[1:] == [
        CardDrawn(0, "pie_pan"),
        CardDrawn(0, "hoverboard"),
        CardDrawn(0, "book"),
        ExtraPlayGained(0),
    ]
    assert (t.asked(), t.prompt(0), t.state.plays) == ((0,), "play_one", 1)


def test_a_cancelled_lucky_day_draws_nothing_and_gives_no_play() -> None:
    """§LUCKY_DAY"""
    t = table(["lucky_day"], ["memo"])

    t.does(0, Play("lucky_day"))
    t.takes_effect(1, React("memo"))

    assert (t.hand(0), t.state.turn) == ([], 1)


def test_a_science_experiment_takes_the_locomotive_and_plays_once_more() -> None:
    """§SCIENCE §LOCOMOTIVE"""
    t = table(["science_experiment"], [], tables=[[], ["locomotive"]])

    events = t.takes_effect(0, Play("science_experiment", item="locomotive", owner=1))

    assert events[1:] == [ItemTaken(0, 1, "locomotive"), ExtraPlayGained(0)]
    assert (t.on_table(0), t.on_table(1)) == (["locomotive"], [])
    assert t.prompt(0) == "play_one"


@pytest.mark.parametrize("tables", [[], [["locomotive"]]])
def test_a_science_experiment_without_a_locomotive_to_take_has_no_effect(tables: list[list[str]]) -> None:
    """§SCIENCE §J17"""
    t = table(["science_experiment"], [], tables=tables)

    t.takes_effect(0, Play("science_experiment"))

    assert (t.discard_pile(), t.state.turn) == (["science_experiment"], 1)


def test_a_cancelled_science_experiment_takes_nothing() -> None:
    """§SCIENCE"""
    t = table(["science_experiment"], ["memo"], tables=[[], ["locomotive"]])

    t.does(0, Play("science_experiment", item="locomotive", owner=1))
    t.takes_effect(1, React("memo"))

    assert (t.on_table(0), t.on_table(1), t.state.turn) == ([], ["locomotive"], 1)
