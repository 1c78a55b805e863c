"""Windows, clocks and sleeping hours: none of them depends on anybody's hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import BadSetup
from timebooth.tables import clocks
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.clocks import DAY, WINDOW_HOLD, awake_between, awake_until, reserve_after
from timebooth.tables.table import Table
from timebooth.tables.wire import Clock, Days, Live, SetSleep, Settings, Sleep

HOUR = 3600.0
NIGHT = Sleep(22 * 60, 6 * 60)
OBJECTION = fixtures.settings("objection")


async def seated(harness: Harness, **more: Any) -> tuple[str, Table]:
    table = await harness.open_full(fixtures.settings("objection", **more))
    return table, (await harness.tables.live_tables.get(table)).table


def is_open(table: Table) -> bool:
    return table.window


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def test_a_live_window_closes_after_its_time_and_a_jitter(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await seated(harness)
        lengths: set[float] = set()
        for _ in range(6):
            seat = seen.asked()[0]
            await harness.answer(table, (ADA, BEN, CLEO)[seat], seat, 2 if len(lengths) < 2 else 3)
            if not is_open(seen):
                continue
            asked = harness.now
            await harness.advance(Live().window - 0.01)
            assert is_open(seen)
            while is_open(seen):
                await harness.advance(0.05)
            lengths.add(round(harness.now - asked, 2))
        assert all(Live().window <= length <= Live().window + Live().jitter + 0.1 for length in lengths)
        assert len(lengths) == 2

    run_test(file(tmp_path), test)


def test_a_window_closes_early_only_when_everybody_has_answered(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await seated(harness)
        assert seen.match is not None
        seen.match.state.held = [0, 0, 0]  # type: ignore[attr-defined]
        await harness.answer(table, ADA, 0, 2)
        await harness.answer(table, BEN, 1, 0)
        await harness.advance(2 * WINDOW_HOLD)
        assert is_open(seen)
        await harness.answer(table, CLEO, 2, 0)
        assert not is_open(seen)

    run_test(file(tmp_path), test)


def test_at_a_pace_of_days_a_window_waits(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await seated(harness, pace=Days())
        await harness.answer(table, ADA, 0, 2)
        await harness.advance(30 * DAY)
        assert is_open(seen)
        assert harness.tables.scheduler.next_deadline() is None

    run_test(file(tmp_path), test)


def test_with_a_clock_a_window_of_days_closes_when_the_last_clock_ends(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await seated(harness, pace=Days(), clock=Clock(10 * HOUR))
        await harness.act(table, CLEO, SetSleep(2, Sleep(0, 16 * 60)))
        await harness.answer(table, ADA, 0, 2)
        await harness.answer(table, BEN, 1, 0)
        await harness.advance(11 * HOUR)
        assert is_open(seen)
        await harness.advance(11 * DAY)
        assert not is_open(seen)

    run_test(file(tmp_path), test)


def test_when_a_seats_time_is_up_a_bot_answers(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        _, seen = await seated(harness, clock=Clock(30.0, 10.0))
        heard = await harness.subscribe(seen.id, ADA, 0)
        waiting = heard[0].waiting
        assert waiting is not None
        assert waiting.until == {0: harness.now + 40.0}
        await harness.advance(39.0)
        assert seen.asked() == (0,)
        await harness.advance(1.0)
        assert seen.asked() != (0,)
        assert not seen.played_by_bot(0)
        assert seen.seats[0].reserve == 0.0

    run_test(file(tmp_path), test)


def test_a_slow_answer_eats_into_the_reserve_and_changing_it_costs_no_more() -> None:
    table = fixtures.TableWithoutStore(fixtures.settings("fingers", clock=Clock(30.0, 100.0)))
    table.now += 50
    for fingers in (1, 2, 3):
        table.answer(0, type="show", fingers=fingers)
    table.answer(1, type="show", fingers=1)
    table.now += 5
    table.answer(2, type="show", fingers=1)

    assert [seat_state.reserve for seat_state in table.table.seats] == [80.0, 80.0, 75.0]


def test_a_clock_stands_still_at_night() -> None:
    harness = 20 * HOUR
    assert awake_until(harness, HOUR, NIGHT) == 21 * HOUR
    assert awake_until(harness, 3 * HOUR, NIGHT) == DAY + 7 * HOUR
    assert awake_until(23 * HOUR, HOUR, NIGHT) == DAY + 7 * HOUR
    assert awake_between(21 * HOUR, DAY + 7 * HOUR, NIGHT) == 2 * HOUR
    assert awake_until(5.0, 10.0, None) == 15.0
    assert reserve_after(0.0, 100.0, Clock(30.0), 100.0, None) == 30.0
    assert reserve_after(0.0, 10.0, Clock(30.0), 100.0, None) == 100.0


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    start=st.integers(0, 10 * DAY),
    seconds=st.integers(1, 5 * DAY),
    sleep=st.builds(Sleep, st.integers(0, 1439), st.integers(0, 1439)),
)
def test_seconds_awake_are_counted_back_from_their_end(start: int, seconds: int, sleep: Sleep) -> None:
    assert awake_between(start, awake_until(start, seconds, sleep), sleep) == pytest.approx(seconds)


@given(
    start=st.integers(0, 3 * DAY),
    seconds=st.integers(0, 20 * DAY),
    sleep=st.builds(Sleep, st.integers(0, 1439), st.integers(0, 1439)),
)
@settings(max_examples=200, deadline=None)
def test_time_awake_and_its_inverse_agree(start: int, seconds: int, sleep: Sleep) -> None:
    """`awake_until` returns the earliest time at which somebody has been awake for so long."""
    end = awake_until(start, seconds, sleep)
    assert awake_between(start, end, sleep) == seconds
    if seconds and end > start:
        assert awake_between(start, end - 0.5, sleep) < seconds


def test_long_clocks_and_long_nights_take_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """One waking minute a day and a clock of sixty days: the numbers that a guest chooses must not cost time."""
    asked = 0

    class Span(tuple[int, int]):
        def __iter__(self) -> Iterator[int]:
            nonlocal asked
            asked += 1
            return super().__iter__()

    monkeypatch.setattr(clocks, "asleep", lambda _: [Span((0, 1439 * 60))])
    assert awake_until(0.0, 60.0 * DAY, Sleep(0, 1439)) == 86_400 * DAY
    assert asked < 20


def test_sleeping_hours_leave_some_of_the_day(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, _ = await seated(harness)
        await harness.act(table, ADA, SetSleep(0, Sleep(0, 16 * 60)))
        with pytest.raises(NotAllowed, match="sleep_too_long"):
            await harness.act(table, ADA, SetSleep(0, Sleep(1, 0)))

    run_test(file(tmp_path), test)


@pytest.mark.parametrize(
    "more",
    [{"clock": Clock(15.0 * DAY)}, {"clock": Clock(60.0, 31.0 * DAY)}, {"keep_seat_for": 8.0 * DAY}],
)
def test_clocks_are_as_long_as_a_person_would_set_them(tmp_path: Path, more: dict[str, Any]) -> None:
    async def test(harness: Harness) -> None:
        with pytest.raises(BadSetup):
            await harness.open(ADA, fixtures.settings("objection", **more))

    run_test(file(tmp_path), test)


def test_a_clock_set_back_while_the_process_runs_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, steady = 1_000_000.0, 50.0
    monkeypatch.setattr("timebooth.tables.clocks.time.time", lambda: wall)
    monkeypatch.setattr("timebooth.tables.clocks.time.monotonic", lambda: steady)
    clock = clocks.SteadyClock()
    wall, steady = wall - 3600, steady + 5
    assert clock() == 1_000_005.0
    wall, steady = wall + 7200, steady + 1  # the machine slept, or its clock was set forward: it is right
    assert clock() == wall


def test_a_clock_set_back_before_a_start_lets_bots_and_windows_go_on(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, _ = await seated(harness)
        await harness.answer(table, ADA, 0, 2)
        again = Harness(harness.store)
        again.now = harness.now - 3600
        live = await again.tables.live_tables.get(table)
        assert is_open(live.table)
        await again.advance(60.0)
        assert not is_open(live.table)

    run_test(file(tmp_path), test)


def test_a_delay_between_two_readings_does_not_put_the_clock_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000.0

    def read() -> float:
        nonlocal now
        now += 0.25  # a busy machine runs something else between any two readings
        return now

    monkeypatch.setattr("timebooth.tables.clocks.time.time", read)
    monkeypatch.setattr("timebooth.tables.clocks.time.monotonic", read)
    clock = clocks.SteadyClock()
    assert clock() <= now
    now += 5.0
    assert clock() <= now


@pytest.mark.parametrize("pace", [Days(), Live()])
def test_a_window_that_everybody_answered_after_the_clock_was_set_back_is_played(
    tmp_path: Path, pace: Days | Live
) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await seated(harness, pace=pace)
        await harness.answer(table, ADA, 0, 2)
        assert is_open(seen)
        again = Harness(harness.store)
        again.commands = harness.commands
        again.now = harness.now - HOUR
        live = await again.tables.live_tables.get(table)
        for seat in live.table.asked():
            await again.answer(table, (ADA, BEN, CLEO)[seat], seat, 0)
        if isinstance(pace, Live):
            assert is_open(live.table)
            await again.advance(2 * WINDOW_HOLD)
        assert not is_open(live.table)

    run_test(file(tmp_path), test)


def test_a_log_that_says_patience_keeps_the_seat_as_long() -> None:
    """The field had this name when the first logs were written, and it still has it there."""
    read = msgspec.json.decode(b'{"game":"objection","places":[{}],"patience":90.0}', type=Settings)

    assert read.keep_seat_for == 90.0
    assert b'"patience":90.0' in msgspec.json.encode(read)
