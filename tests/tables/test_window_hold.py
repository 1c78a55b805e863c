"""The time at which a window closes does not reveal who had a choice, thought long, or had left orders."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count, product
from pathlib import Path

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, TableWithoutStore
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.bots.roster import BOTS
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import BotJob, BotRunner, InlineBots, bot_job, window_seconds
from timebooth.tables.clocks import BOT_PAUSE, WINDOW_HOLD, WINDOW_THINKING
from timebooth.tables.deadlines import deadlines_of
from timebooth.tables.table import Table
from timebooth.tables.wire import Days, GiveOrders, Live, PassUntilMyTurn, Place, Settings, Sit

CLAIM = 2
STEP = 0.05  # seconds
WITH_BOTS = Settings("objection", (Place("host"), Place("bot", "random"), Place("bot", "random")))


class SlowToChoose:
    """Answers at once if there is no choice, and never if there is one."""

    async def think(self, job: BotJob) -> int:
        if len(job.offered) > 1:
            await asyncio.Event().wait()
        return job.offered[0]

    def close(self) -> None:
        """Do nothing."""


class Passes(SlowToChoose):
    """Always answers at once."""

    async def think(self, job: BotJob) -> int:
        return job.offered[0]


async def seen_at(harness: Harness, table: str) -> Table:
    return (await harness.tables.live_tables.get(table)).table


async def hold(table: Table, held: list[int]) -> None:
    """Give objection cards to seats: a hidden change only."""
    assert table.match is not None
    table.match.state.held = list(held)  # type: ignore[attr-defined]


async def closing_time(harness: Harness, seen: Table) -> float:
    """Advance the clock until the window is played; return how long it was open."""
    assert seen.window
    asked, version = harness.now, seen.asked_version
    while seen.asked_version == version:
        await harness.advance(STEP)
    return round(harness.now - asked, 2)


async def closing_times(file: Path, bot_runner: Callable[[], BotRunner], held: list[int]) -> list[float]:
    """Let Ada claim a point at tables with two bots and different seeds; return how long each window was open."""
    store = await open_store(str(file))
    times = []
    for number in range(6):
        harness = Harness(store, bot_runner())
        harness.commands = count(100 * number)  # another table
        harness._numbers = count(100 * number)  # another seed
        table = await harness.open(ADA, WITH_BOTS)
        seen = await seen_at(harness, table)
        await hold(seen, held)
        await harness.answer(table, ADA, 0, CLAIM)
        times.append(await closing_time(harness, seen))
        await harness.tables.close()
    await store.close()
    return times


def test_a_window_of_bots_closes_at_the_same_time_whatever_they_hold_and_however_long_they_think(
    tmp_path: Path,
) -> None:
    kinds: tuple[Callable[[], BotRunner], ...] = (SlowToChoose, Passes, lambda: InlineBots(find_game))
    first, *others = [
        asyncio.run(closing_times(tmp_path / f"{number}.db", bot_runner, held))
        for number, (bot_runner, held) in enumerate(product(kinds, ([0, 0, 0], [0, 3, 0], [0, 3, 3])))
    ]
    assert all(times == first for times in others)
    assert len(set(first)) > 1
    assert all(WINDOW_HOLD <= time <= 2 * WINDOW_HOLD + STEP for time in first)


def test_bots_share_a_thinking_time_that_ends_before_the_window_can() -> None:
    table = TableWithoutStore(WITH_BOTS).table
    assert window_seconds(table) is None
    table.window = True
    for seats in ((0, 1), (1, 2)):
        table.asked = lambda seats=seats: seats  # type: ignore[method-assign,misc]
        bots = len(set(seats) & {1, 2})
        assert window_seconds(table) == WINDOW_THINKING / bots
        assert WINDOW_THINKING < WINDOW_HOLD


def test_the_time_a_bot_may_think_depends_on_nothing_hidden() -> None:
    table = TableWithoutStore(WITH_BOTS)
    table.answer(0, type="claim")
    found = set()
    for held in ([0, 0, 0], [0, 3, 3]):
        table.state.held = held
        job = bot_job(table.table, 1, "expert")
        found.add((job.owner, job.people, job.seconds))
    assert found == {("ada", True, WINDOW_THINKING / 2)}


def test_outside_windows_a_bot_that_searches_takes_its_whole_time_also_without_a_choice() -> None:
    """The thinking time is that of its level, which everybody can see."""
    for bot in BOTS:
        table = TableWithoutStore(Settings("objection", (Place("bot", bot), Place("bot", "random")))).table
        (found,) = deadlines_of(table)
        least = BOTS[bot].default_budget.seconds or BOT_PAUSE
        assert least <= found.at - table.asked_at <= max(2 * BOT_PAUSE, least + 0.2)


def test_standing_orders_and_quick_people_do_not_show_in_when_a_window_closes(tmp_path: Path) -> None:
    found: list[float] = []
    for orders in ((), (1,), (2,), (1, 2)):

        async def test(harness: Harness, orders: tuple[int, ...] = orders) -> None:
            table = await harness.open(ADA, fixtures.settings("objection"))
            for person in (BEN, CLEO):
                await harness.act(table, person, Sit())
            people = (ADA, BEN, CLEO)
            for seat in (1, 2):
                given = (PassUntilMyTurn(),) if seat in orders else ()
                await harness.act(table, people[seat], GiveOrders(seat, given))
            seen = await seen_at(harness, table)
            await harness.answer(table, ADA, 0, CLAIM)
            for seat in {1, 2} - set(orders):
                await harness.answer(table, people[seat], seat, 0)
            assert not seen.owes()
            found.append(await closing_time(harness, seen))

        run_test(str(tmp_path / f"{len(found)}.db"), test)
    assert len(found) == 4
    assert len(set(found)) == 1
    assert WINDOW_HOLD <= found[0] <= 2 * WINDOW_HOLD + STEP


def test_the_hold_is_a_function_of_seed_and_question() -> None:
    """The time is the same however anybody answered."""
    times = set()
    for held in ([0, 0, 0], [2, 2, 2]):
        table = TableWithoutStore(fixtures.settings("objection"))
        table.table.holds_windows = True
        table.state.held = held
        table.answer(0, type="claim")
        times.add(table.table.window_held_until())
    assert len(times) == 1


def test_an_answer_can_be_changed_while_a_window_is_held() -> None:
    table = TableWithoutStore(fixtures.settings("objection"))
    table.table.holds_windows = True
    table.state.held = [0, 2, 0]
    table.answer(0, type="claim")
    table.answer(2, type="pass")
    table.answer(1, type="pass")
    table.answer(1, type="object")
    assert table.table.pending[1] == 1
    table.now += 2 * WINDOW_HOLD
    table.answer(2, type="pass")
    assert any(told.key.endswith("objected") for told in table.last(None).events)


def test_a_log_from_before_windows_were_held_is_read_as_it_was_played() -> None:
    table = TableWithoutStore(fixtures.settings("objection"))
    assert not table.table.holds_windows
    table.answer(0, type="claim")
    table.answer(1, type="pass")
    table.answer(2, type="pass")
    assert not table.table.window


def test_at_a_pace_of_days_nothing_is_held(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection", 2, pace=Days()))
        await harness.act(table, BEN, Sit())
        await harness.answer(table, ADA, 0, CLAIM)
        await harness.answer(table, BEN, 1, 0)
        assert not (await seen_at(harness, table)).window

    run_test(str(tmp_path / "t.db"), test)


def test_after_a_start_bots_and_windows_have_their_whole_time_again(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store)
        table = await harness.open(ADA, fixtures.settings("objection", 2))
        await harness.act(table, BEN, Sit())
        await harness.answer(table, ADA, 0, CLAIM)
        await harness.tables.close()
        again = Harness(store)
        again.now = harness.now + 3600
        await again.tables.resume()
        seen = await seen_at(again, table)
        assert Live().window <= await closing_time(again, seen) <= Live().window + Live().jitter + STEP
        await again.tables.close()
        await store.close()

    asyncio.run(run())
