"""DoubleBacks."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import FlipAnother, Pass, Play, React
from timebooth.games.back_to_the_future.events import HistoryLeft

PAIRS = [
    ("doubleback_1", "A-2", "telescope"),
    ("doubleback_2", "A-3", "pie_pan"),
    ("doubleback_3", "B-2", "almanac"),
    ("doubleback_4", "B-3", "book"),
    ("doubleback_5", "B-4", "guitar"),
    ("doubleback_6", "C-6", "vest"),
    ("doubleback_7", "D-1", "fax"),
    ("doubleback_8", "D-3", "hoverboard"),
]
each = pytest.mark.parametrize(("card", "linchpin", "item"), PAIRS)
each_linchpin = pytest.mark.parametrize(("card", "linchpin"), [(card, linchpin) for card, linchpin, _ in PAIRS])
each_item = pytest.mark.parametrize(("card", "item"), [(card, item) for card, _, item in PAIRS])


@each_linchpin
def test_a_doubleback_alone_changes_its_own_linchpin_and_no_other(card: str, linchpin: str) -> None:
    """§DOUBLEBACK

    §DOUBLEBACK.A2 §DOUBLEBACK.A3 §DOUBLEBACK.B2 §DOUBLEBACK.B3
    §DOUBLEBACK.B4 §DOUBLEBACK.C6 §DOUBLEBACK.D1 §DOUBLEBACK.D3
    """
    t = table([card], [])
    expected = table([], [], altered=[linchpin]).altered()

    t.takes_effect(0, Play(card, side="altered"))

    assert t.altered() == expected
    assert t.discard_pile() == [card]
    assert t.state.turn == 1


@each
def test_its_item_can_be_discarded_to_flip_another_linchpin(card: str, linchpin: str, item: str) -> None:
    """§DOUBLEBACK.SECOND

    §DOUBLEBACK.A2 §DOUBLEBACK.A3 §DOUBLEBACK.B2 §DOUBLEBACK.B3
    §DOUBLEBACK.B4 §DOUBLEBACK.C6 §DOUBLEBACK.D1 §DOUBLEBACK.D3
    §TELESCOPE §PIE_PAN §ALMANAC §BOOK §GUITAR §VEST §FAX §HOVERBOARD
    """
    other = "A-3" if linchpin == "A-2" else "A-2"
    t = table([card], [], tables=[[item]])
    t.takes_effect(0, Play(card, side="altered"))

    t.takes_effect(0, FlipAnother(other))

    assert {linchpin, other} <= set(t.altered())
    assert (t.on_table(0), t.discard_pile()) == ([], [item, card])


@each_item
def test_its_item_on_another_table_gives_no_second_flip(card: str, item: str) -> None:
    """§DOUBLEBACK.SECOND"""
    t = table([card], [], tables=[[], [item]])

    t.takes_effect(0, Play(card, side="original"))

    assert t.discard_pile() == [card]
    assert t.state.turn == 1


def test_another_doublebacks_item_gives_no_second_flip() -> None:
    """§DOUBLEBACK.SECOND"""
    t = table(["doubleback_1"], [], tables=[["hoverboard"]])

    t.takes_effect(0, Play("doubleback_1", side="altered"))

    assert t.on_table(0) == ["hoverboard"]
    assert t.state.turn == 1


def test_the_second_flip_goes_to_any_other_linchpin() -> None:
    """§DOUBLEBACK.SECOND §LINCHPIN"""
    t = table(["doubleback_1"], [], tables=[["telescope"]])

    t.takes_effect(0, Play("doubleback_1", side="altered"))

    others = ["A-3", "B-1", "B-2", "B-3", "B-4", "C-6", "D-1", "D-3"]
    assert t.options(0) == [Pass(), *(FlipAnother(place) for place in others)]


def test_the_second_flip_may_be_declined_and_the_item_kept() -> None:
    """§DOUBLEBACK.SECOND"""
    t = table(["doubleback_1"], [], tables=[["telescope"]])
    t.takes_effect(0, Play("doubleback_1", side="altered"))

    t.does(0, Pass())

    assert t.altered() == ["A-2", "A-6"]
    assert (t.on_table(0), t.discard_pile()) == (["telescope"], ["doubleback_1"])


def test_a_doubleback_may_leave_its_linchpin_as_it_is() -> None:
    """§DOUBLEBACK §J25"""
    t = table(["doubleback_1"], [])

    events = t.takes_effect(0, Play("doubleback_1", side="original"))

    assert HistoryLeft(0, "A-2") in events
    assert t.altered() == []


def test_cancelled_at_once_nothing_is_flipped_and_the_item_kept() -> None:
    """§DOUBLEBACK §MEMO.LAST §J9"""
    t = table(["doubleback_1"], ["memo"], tables=[["telescope"]])

    t.does(0, Play("doubleback_1", side="altered"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == []
    assert (t.on_table(0), t.discard_pile()) == (["telescope"], ["memo", "doubleback_1"])
    assert t.state.turn == 1


def test_cancelled_at_the_second_flip_the_first_stands_and_the_item_is_lost() -> None:
    """§DOUBLEBACK.SECOND §MEMO.LAST §J9"""
    t = table(["doubleback_1"], ["memo"], tables=[["telescope"]])
    t.takes_effect(0, Play("doubleback_1", side="altered"))

    t.does(0, FlipAnother("A-3"))
    t.takes_effect(1, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
    assert (t.on_table(0), t.discard_pile()) == ([], ["telescope", "memo", "doubleback_1"])
