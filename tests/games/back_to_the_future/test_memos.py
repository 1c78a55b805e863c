"""Regarding Memos."""

from __future__ import annotations

import pytest

from tests.games.back_to_the_future.builders import table
from timebooth.games.back_to_the_future.answers import Draw, Pass, Play, React
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


def test_a_memo_does_not_change_whose_turn_it_is() -> None:
    """§MEMO.TURN"""
    t = table(["book", "guitar"], ["memo"], [], plays=2)

    t.does(0, Play("book"))
    t.takes_effect(1, React("memo"))

    assert (t.state.turn, t.asked(), t.state.plays) == (0, (0,), 1)


def test_after_a_cancelled_play_the_next_player_is_on_turn_as_usual() -> None:
    """§MEMO.TURN"""
    t = table(["book"], [], ["memo"])

    t.does(0, Play("book"))
    t.takes_effect(2, React("memo"))

    assert t.state.turn == 1


def test_nobody_cancels_their_own_card() -> None:
    """§MEMO §J2"""
    t = table(["book", "memo"], [], [])

    t.does(0, Play("book"))

    assert t.asked() == (1, 2)


def test_a_memo_that_comes_when_the_card_has_taken_effect_is_too_late() -> None:
    """§MEMO.PUNCTUAL"""
    t = table(["time_train", "book"], ["memo"])

    t.takes_effect(0, Play("time_train", linchpin="A-2"))

    assert t.options(1) == []
    with pytest.raises(AssertionError, match="asked are"):
        t.does(1, React("memo"))


def test_a_memo_on_the_second_card_leaves_the_first_as_it_was() -> None:
    """§MEMO.LAST"""
    t = table(["time_train", "book"], ["memo"])
    t.takes_effect(0, Play("time_train", linchpin="A-2"))

    t.does(0, Play("book"))
    t.takes_effect(1, React("memo"))

    assert (t.altered(), t.on_table(0)) == (["A-2", "A-6"], [])


def test_a_drawn_card_cannot_be_cancelled() -> None:
    """§MEMO"""
    t = table([], ["memo"], pile=["book"])

    t.does(0, Draw())

    assert (t.hand(0), t.state.turn) == (["book"], 1)


@pytest.mark.parametrize("item", ["newspaper", "telegram", "fax"])
def test_a_memo_item_cannot_stop_its_own_theft(item: str) -> None:
    """§MEMO.THEFT §NEWSPAPER §TELEGRAM §FAX §J14"""
    t = table(["so_gullible"], [], tables=[[], [item]])

    t.does(0, Play("so_gullible", item=item, owner=1))

    assert t.options(1) == [Pass()]


def test_another_memo_item_of_the_victim_may_stop_the_theft() -> None:
    """§MEMO.THEFT"""
    t = table(["so_gullible"], [], tables=[[], ["fax", "telegram"]])

    t.does(0, Play("so_gullible", item="fax", owner=1))
    t.takes_effect(1, React("telegram"))

    assert (t.on_table(0), t.on_table(1)) == ([], ["fax"])


@pytest.mark.parametrize(
    ("play", "linchpin"),
    [
        (Play("time_train", linchpin="A-2"), "A-2"),
        (Play("doubleback_1", side="altered"), "A-2"),
        (Play("doubleback_1", side="original"), "A-2"),
        (Play("trade_hands", seat=1), None),
    ],
)
def test_the_question_names_the_linchpin_for_standing_orders(play: Play, linchpin: str | None) -> None:
    """§MEMO"""
    t = table([play.card], ["memo"])

    t.does(0, play)

    assert t.state.question(1).args.get("linchpin") == linchpin
