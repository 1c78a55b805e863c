"""Answers at a table: sealed, changeable, and secret until all are in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, EVE, PEOPLE, TableWithoutStore, as_bytes
from timebooth.kernel.errors import Refused
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.wire import Answer, GiveOrders, Live, NewPassUnless, PassUnless, PassUntilMyTurn

FINGERS = fixtures.settings("fingers")
OBJECTION = fixtures.settings("objection")


def claim(number: int = 1) -> TableWithoutStore:
    """Return a table at which Ada has claimed a point, so that Ben and Cleo are asked."""
    table = TableWithoutStore(OBJECTION, number)
    table.answer(0, type="claim")
    return table


def test_answers_are_sealed_until_all_are_in() -> None:
    table = TableWithoutStore(FINGERS)
    table.answer(0, type="show", fingers=1)

    assert table.state.rounds == 0
    for other in (1, 2, None):
        told = table.last(other)
        assert told.waiting is not None
        assert told.waiting.seats == (1, 2)
        assert told.own is None
        assert told.events == ()
    sealed = table.last(0).own
    assert sealed is not None
    assert sealed.sealed == {"type": "show", "fingers": 1}


def test_a_sealed_answer_can_be_changed_until_all_are_in() -> None:
    table = TableWithoutStore(FINGERS)
    table.answer(0, type="show", fingers=1)
    table.answer(0, type="show", fingers=3)
    table.answer(1, type="show", fingers=2)
    table.answer(2, type="show", fingers=2)

    assert [event.args["fingers"] for event in table.last(None).events] == [3, 2, 2]
    assert table.state.scores[0] > 0
    with pytest.raises(NotAllowed, match=r"table\.too_late"):
        table.act(ADA, Answer(0, 0, {"type": "show", "fingers": 2}))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3)), max_size=30), number=st.integers(0, 1000))
def test_the_last_answer_of_each_seat_counts_and_only_that(data: list[tuple[int, int]], number: int) -> None:
    """Compare with a table that gets only the last answers, in any order."""
    table = TableWithoutStore(FINGERS, number)
    plain = TableWithoutStore(FINGERS, number)
    last: dict[int, int] = {}
    for seat, fingers in data:
        table.answer(seat, type="show", fingers=fingers)
        last[seat] = fingers
        if len(last) == 3:
            for each in range(3):
                plain.answer(each, type="show", fingers=last[each])
            last = {}
        assert table.moment == plain.moment
        if table.state.outcome() is not None:
            break
    assert table.state.numbers() == plain.state.numbers()
    assert set(table.table.owes()) == set(table.table.asked()) - set(last)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(first=st.lists(st.sampled_from(["pass", "object"]), max_size=6), number=st.integers(0, 50))
def test_in_a_window_nobody_learns_how_often_somebody_changes_an_answer(first: list[str], number: int) -> None:
    table, quiet = claim(number), claim(number)
    for answer in first:
        if table.state.held[1] > 0 or answer == "pass":
            table.answer(1, type=answer)

    for other in (0, 2, None):
        assert as_bytes(table.heard[other]) == as_bytes(quiet.heard[other])


def test_a_window_names_nobody() -> None:
    table = claim()

    for audience in (0, 1, 2, None):
        told = table.last(audience).waiting
        assert told is not None
        assert told.window
        assert told.seats == ()
        assert told.closes == table.now + Live().window


def test_an_answer_that_the_rules_do_not_allow_is_refused_and_nothing_is_published() -> None:
    table = claim()
    table.state.held[1] = 0
    told = table.counts()
    for seat, answer, why in (
        (1, {"type": "object"}, r"refused\.not_an_option"),
        (1, {"type": "dance"}, r"refused\.malformed_answer"),
        (0, {"type": "pass"}, r"refused\.not_asked"),
    ):
        with pytest.raises(Refused, match=why):
            table.answer(seat, **answer)
    assert table.counts() == told


def test_nobody_answers_for_somebody_else() -> None:
    table = claim()
    for person, seat in ((ADA, 1), (EVE, 1), (BEN, 2), (BEN, 9)):
        with pytest.raises(NotAllowed, match=r"table\.not_your_seat"):
            table.act(person, Answer(seat, table.moment, {"type": "pass"}))


def test_orders_pass_until_ones_own_turn_and_nobody_else_learns_of_them() -> None:
    table = TableWithoutStore(OBJECTION)
    before = table.counts()
    for seat in (1, 2):
        table.act(PEOPLE[seat], GiveOrders(seat, (PassUntilMyTurn(),)))
    assert table.counts() == {**before, 1: before[1] + 1, 2: before[2] + 1}

    table.answer(0, type="claim")

    assert table.state.scores == [1, 0, 0]
    assert table.table.asked() == (1,)
    assert table.table.seats[1].orders == ()
    assert table.table.seats[2].orders == (PassUntilMyTurn(),)


def test_orders_given_in_an_open_window_answer_it() -> None:
    table = claim()
    table.answer(2, type="pass")

    table.act(BEN, GiveOrders(1, (PassUntilMyTurn(),)))

    assert table.state.scores == [1, 0, 0]


def test_orders_that_make_exceptions_ask_about_these() -> None:
    table = TableWithoutStore(OBJECTION)
    table.act(BEN, GiveOrders(1, (NewPassUnless(({"card": "b1"},)),)))
    table.act(PEOPLE[2], GiveOrders(2, (NewPassUnless(({},)),)))

    table.answer(0, type="claim")

    assert table.table.owes() == (2,)
    assert table.table.seats[2].orders == (PassUnless(({},)),)
