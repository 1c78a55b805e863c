"""Regarding Memos."""

from __future__ import annotations

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Play, React
from timebooth.games.back_to_the_future.events import CardAnswered, CardCancelled


def test_a_memo_cancels_and_discards_the_card_being_played() -> None:
    """§MEMO §J3"""
    t = table(["time_train"], ["memo"])

    t.does(0, Play("time_train", linchpin="A-2"))
    events = t.plays(1, React("memo"))

    assert events[:2] == [CardAnswered(1, "memo", "time_train"), CardCancelled(0, "time_train")]
    assert t.altered() == []
    assert t.discard_pile() == ["memo", "time_train"]


def test_a_memo_on_a_memo_lets_the_card_beneath_take_effect() -> None:
    """§MEMO.MEMO §J6"""
    t = table(["time_train"], ["memo"], ["memo"])

    t.does(0, Play("time_train", linchpin="A-2"))
    t.does(1, React("memo"))
    t.plays(2, React("memo"))

    assert t.altered() == ["A-2", "A-6"]
