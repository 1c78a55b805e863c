"""Nothing leaks: what an audience gets stays the same when everything hidden from it is redrawn."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import TableWithoutStore
from tests.tables.games import find_game
from tests.tables.undo_worlds import Comparer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.state import State
from timebooth.registry import game_types
from timebooth.tables import undo
from timebooth.tables.bot_jobs import bot_job
from timebooth.tables.deadlines import deadlines_of
from timebooth.tables.facts import Answered
from timebooth.tables.messages import message, snapshot
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.wire import Clock, Days, Settings, Waiting

BTTF = fixtures.settings("back-to-the-future")
TABLES = [
    pytest.param(fixtures.settings("fingers"), 3, id="fingers"),
    pytest.param(fixtures.settings("objection"), 3, id="objection"),
    pytest.param(fixtures.settings("objection", pace=Days(), clock=Clock(3600.0, 60.0)), 3, id="objection-in-days"),
    pytest.param(BTTF, 1, id="back-to-the-future"),
    pytest.param(msgspec.structs.replace(BTTF, places=BTTF.places[:2]), 1, id="back-to-the-future-of-two"),
]

TAKE_BACKS = [
    pytest.param("objection", 2, 0, {"worlds": 1}, id="objection"),
    pytest.param("back-to-the-future", 2, 0, {"every": 60, "worlds": 1}, id="back-to-the-future-of-two"),
    pytest.param("back-to-the-future", 3, 1, {"every": 12, "worlds": 1}, id="back-to-the-future"),
    pytest.param(
        "back-to-the-future", 3, 2, {"every": 6, "worlds": 1, "bot": "regular"}, id="back-to-the-future-by-regular-bots"
    ),
    pytest.param("excellent-boardgame", 2, 2, {}, id="excellent-boardgame"),
    pytest.param("riff-in-time", 3, 0, {"every": 6, "worlds": 1, "options": {"open_peek": False}}, id="riff-in-time"),
]


def reaching(table: Table, audience: Audience) -> bytes:
    """Return everything that reaches an audience at this decision, also as others answer, and the deadlines."""
    assert table.match is not None
    told: list[object] = [snapshot(table, audience, 0.0), deadlines_of(table), table.window_closes(), table.window]
    kept = dict(table.pending), dict(table.answered_at), dict(table.message_numbers), table.version
    others = [seat for seat in table.owes() if seat != audience]
    for other in others[: len(table.owes()) - 1]:
        for code in table.match.state.options(other)[:2]:
            answer = table.game.answers.names(code)
            change = Change()
            table._play_on(Answered(other, answer), table.asked_at + 1, change)
            if change.reaches(audience):
                told.append(message(table, audience, change, table.asked_at + 1))
    table.pending, table.answered_at, table.message_numbers, table.version = kept
    return msgspec.json.encode(told)


def in_world(table: Table, world: State, audience: Audience) -> bytes:
    assert table.match is not None
    true = table.match.state
    table.match.state = world
    try:
        return reaching(table, audience)
    finally:
        table.match.state = true


@pytest.mark.parametrize(("wanted", "games"), TABLES)
def test_whole_games_reveal_nothing_that_is_hidden(wanted: Settings, games: int) -> None:
    looked = 0
    for number in range(games):
        dice = FastRng(number)
        table = TableWithoutStore(wanted, number)
        while table.table.asked():
            if table.table.owes() == table.table.asked() and (table.moment < 10 or dice.below(4) == 0):
                looked += 1
                for seat in range(len(table.table.seats)):
                    true = {audience: reaching(table.table, audience) for audience in (seat, None)}
                    for world in range(2):
                        imagined = table.state.sample_world(seat, FastRng(world))
                        for audience, told in true.items():
                            assert in_world(table.table, imagined, audience) == told
            seat = table.table.owes()[0]
            options = table.state.options(seat)
            table.now += 1.0
            table.answer_code(seat, options[dice.below(len(options))])
    assert looked >= 4 * games


def test_a_window_that_named_who_can_react_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would notice a leak."""

    def telltale(table: Table) -> Waiting:
        assert table.match is not None
        state = table.match.state
        return Waiting(window=True, seats=tuple(seat for seat in table.owes() if len(state.options(seat)) > 1))

    monkeypatch.setattr("timebooth.tables.messages.waiting", telltale)
    with pytest.raises(AssertionError):
        test_whole_games_reveal_nothing_that_is_hidden(fixtures.settings("objection"), 3)


@pytest.mark.parametrize(("wanted", "games"), TABLES)
def test_a_bots_job_does_not_depend_on_what_its_seat_cannot_know(wanted: Settings, games: int) -> None:
    for number in range(games):
        dice = FastRng(number)
        table = TableWithoutStore(wanted, number)
        assert table.table.match is not None
        while table.table.asked():
            if table.moment < 6 or dice.below(8) == 0:
                for seat in table.table.owes():
                    job = bot_job(table.table, seat, "random")
                    true = table.state
                    table.table.match.state = true.copy()
                    table.state.resample(seat, FastRng(5))
                    assert bot_job(table.table, seat, "random") == job
                    table.table.match.state = true
            seat = table.table.owes()[0]
            options = table.state.options(seat)
            table.answer_code(seat, options[dice.below(len(options))])


@pytest.mark.parametrize(("wanted", "games"), TABLES)
def test_no_stream_holds_a_seed_or_a_persons_id_before_the_end(wanted: Settings, games: int) -> None:
    dice = FastRng(games)
    table = TableWithoutStore(wanted, games)
    while table.table.asked():
        seat = table.table.owes()[0]
        options = table.state.options(seat)
        table.answer_code(seat, options[dice.below(len(options))])
    for heard in table.heard.values():
        told = msgspec.json.encode(heard[:-1])
        assert fixtures.seed(games).encode() not in told
        assert b"please" not in told
        assert b'"ada"' not in told
        assert heard[-1].ended is not None
        assert fixtures.seed(games) in heard[-1].ended.record


def test_the_order_of_answers_in_a_window_does_not_show() -> None:
    """Nobody can tell who answers first in a window, by hand or by standing orders."""
    tables = [TableWithoutStore(fixtures.settings("objection")) for _ in range(2)]
    for table, order in zip(tables, ((1, 2), (2, 1)), strict=True):
        table.answer(0, type="claim")
        for seat in order:
            table.answer(seat, type="pass")
    assert fixtures.as_bytes(tables[0].heard[None]) == fixtures.as_bytes(tables[1].heard[None])
    assert fixtures.as_bytes(tables[0].heard[0]) == fixtures.as_bytes(tables[1].heard[0])


@pytest.mark.parametrize(("key", "seats", "number", "how"), TAKE_BACKS)
def test_whether_an_answer_can_be_undone_reveals_nothing(
    key: str, seats: int, number: int, how: dict[str, Any]
) -> None:
    found = Comparer(find_game(key), seats, number, **how).run()

    assert found.differences == []
    assert found.missed <= found.granted // 20  # cases in which somebody saw what they were almost certain of
    assert found.pairs > 0
    if key != "excellent-boardgame":  # there, almost always all answer at once
        assert 0 < found.granted < found.answers


def test_undo_is_compared_in_every_registered_game() -> None:
    assert set(game_types()) <= {param.values[0] for param in TAKE_BACKS}


def test_a_verdict_that_depended_on_what_another_seat_knows_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison would notice verdicts that depend on a hidden card, and answers that show one."""

    def by_the_true_hands(before: State, *_: object) -> bool:
        return hash(tuple(before.numbers())) % 2 == 0

    monkeypatch.setattr(undo, "somebody_learnt", by_the_true_hands)
    found = Comparer(find_game("back-to-the-future"), 3, 1, every=40).run()
    assert any(each.observer == each.seat for each in found.differences)

    monkeypatch.setattr(undo, "somebody_learnt", lambda *_: False)
    found = Comparer(find_game("back-to-the-future"), 3, 1, every=40).run()
    assert found.differences
    assert {each.other_verdict for each in found.differences} == {None}
