"""Whatever fails, tables go on: bots, clocks and windows are armed again, and what was written is known."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tests import postgres
from tests.tables import setting
from tests.tables.evening import Evening
from tests.tables.faulty import Faulty
from tests.tables.library import find_game
from tests.tables.setting import ADA, BEN, CLEO
from timebooth.store.connections import Timeouts
from timebooth.store.open_store import open_store
from timebooth.store.postgres import PostgresStore
from timebooth.store.store import Store, StoreError
from timebooth.tables import retrying
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.retrying import MAX_DELAY, keep_running, retry_delay
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Answer, Clock, Days, Live, Place, Settings, Sit

BOTS_ONLY = Settings("objection", (Place("bot", "random"), Place("bot", "greedy"), Place("bot", "random")))
DOWN = StoreError("store.read_only", reason="failover")


def spend(tmp_path: Path, test: Callable[[Evening, Faulty], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        faulty = Faulty(store)
        evening = Evening(cast(Store, faulty))
        try:
            await test(evening, faulty)
        finally:
            faulty.fails.clear()
            await evening.tables.close()
            await store.close()

    asyncio.run(run())


def moment_of(evening: Evening, table: str) -> int:
    playing = evening.tables.live_tables.by_id[table].table.match
    assert playing is not None
    return playing.moment


@pytest.mark.parametrize("problem", [DOWN, RuntimeError("a fault of our own"), OSError("no such device")])
def test_bots_go_on_after_whatever_was_raised(
    tmp_path: Path, problem: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        table = await evening.open(ADA, BOTS_ONLY)
        faulty.fails["append"] = problem
        for _ in range(5):
            await evening.turn(2.0)
        assert moment_of(evening, table) == 0
        assert evening.tables.scheduler.failures > 0
        del faulty.fails["append"]
        await evening.play_to_the_end(table, {})

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        spend(tmp_path, test)


def test_while_the_store_fails_a_table_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    """Two bots that owe an answer, and their retries, do not multiply."""

    async def test(evening: Evening, faulty: Faulty) -> None:
        table = await evening.open(ADA, Settings("fingers", (Place("bot", "random"), Place("bot", "random"))))
        faulty.fails["append"] = DOWN
        before = len(faulty.calls)
        for _ in range(600):
            await evening.turn(0.1)
        appends = faulty.calls[before:].count("append")
        assert 2 * 60 / MAX_DELAY <= appends <= 2 * (60 / (MAX_DELAY / 2) + 10)
        del faulty.fails["append"]
        await evening.play_to_the_end(table, {})

    spend(tmp_path, test)


@pytest.mark.parametrize("what", ["window", "clock"])
def test_windows_and_clocks_are_armed_again(tmp_path: Path, what: str) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        pace: dict[str, Any] = {"pace": Live()} if what == "window" else {"pace": Days(), "clock": Clock(3600.0)}
        table = await evening.open(ADA, setting.settings("objection", **pace))
        for person in (BEN, CLEO):
            await evening.act(table, person, Sit())
        game = evening.tables.live_tables.by_id[table].table
        if what == "window":
            await evening.answer(table, ADA, 0, game.match.state.options(0)[0])  # type: ignore[union-attr]
            assert game.window
        before = game.version
        faulty.fails["append"] = DOWN
        for _ in range(3):
            await evening.turn(3600.0)
        assert game.version == before
        del faulty.fails["append"]
        await evening.turn(MAX_DELAY)
        assert game.version > before

    spend(tmp_path, test)


@pytest.mark.parametrize("retried", [True, False])
def test_an_answer_that_was_written_and_not_acknowledged_counts_once_and_is_told(tmp_path: Path, retried: bool) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        table = await evening.open(ADA, setting.settings("fingers", 2))
        await evening.act(table, BEN, Sit())
        heard = await evening.listen(table, ADA, None)
        game = evening.tables.live_tables.by_id[table].table
        assert game.match is not None
        faulty.forgets.add("append")
        action = game.match.game.answers.names(0)
        command = evening.command()

        async def answer() -> None:
            await evening.tables.act(table, ADA, command, Answer(0, 0, action))

        with pytest.raises(StoreError):
            await answer()
        faulty.forgets.clear()
        before = len(heard)
        if retried:
            await answer()
        else:
            await evening.turn(1.0)
        assert game.owes() == (1,)
        assert len(heard) > before
        await evening.answer(table, BEN, 1, 0)
        assert moment_of(evening, table) == 1

    spend(tmp_path, test)


def test_a_bots_answer_that_was_written_and_not_acknowledged_lets_the_table_go_on(tmp_path: Path) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        table = await evening.open(ADA, BOTS_ONLY)
        faulty.forgets.add("append")
        for _ in range(20):
            await evening.turn(3.0)
        faulty.forgets.clear()
        await evening.play_to_the_end(table, {})

    spend(tmp_path, test)


def test_a_listing_that_fails_fails_nobody_and_is_written_later(tmp_path: Path) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        table = await evening.open(ADA, setting.settings("fingers", 2))
        faulty.fails["write_listing"] = DOWN
        await evening.act(table, BEN, Sit())
        listing = await evening.store.listing(table)
        assert listing is not None
        assert listing.status == "open"
        del faulty.fails["write_listing"]
        await evening.tables.live_tables.sync.refresh_all()
        listing = await evening.store.listing(table)
        assert listing is not None
        assert (listing.status, listing.people) == ("running", ("ada", "ben"))

    spend(tmp_path, test)


def test_a_table_that_was_opened_and_not_acknowledged_goes_on(tmp_path: Path) -> None:
    async def test(evening: Evening, faulty: Faulty) -> None:
        faulty.forgets.add("append")
        with pytest.raises(StoreError):
            await evening.open(ADA, BOTS_ONLY)
        faulty.forgets.clear()
        await evening.turn(1.0)
        (table,) = evening.tables.live_tables.by_id
        for _ in range(5):
            await evening.turn(2.0)
        assert moment_of(evening, table) > 0

    spend(tmp_path, test)


def test_a_listener_that_fails_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(evening: Evening, _: Faulty) -> None:
        table = await evening.open(ADA, BOTS_ONLY)

        def fall_over(_: object) -> None:
            raise RuntimeError("a screen that cannot be drawn")

        live = evening.tables.live_tables.by_id[table]
        live.subscribe(None, fall_over)
        live.on_change = lambda _live, _change: fall_over(None)
        heard = await evening.listen(table, ADA, None)
        await evening.play_to_the_end(table, {})
        assert len(heard) > 1

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        spend(tmp_path, test)


def test_what_must_not_stop_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    begun = 0

    async def fragile() -> None:
        nonlocal begun
        begun += 1
        if begun < 3:
            raise RuntimeError
        await asyncio.Event().wait()

    async def run() -> None:
        task = asyncio.create_task(keep_running(fragile, restart_delay=0))
        while begun < 3:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        asyncio.run(run())


def test_delays_grow_to_a_bound() -> None:
    assert 0 < retry_delay(0) <= retrying.FIRST_DELAY
    assert MAX_DELAY / 2 <= retry_delay(1000) <= MAX_DELAY


@pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")
def test_after_a_failover_running_tables_go_on_by_themselves_and_nothing_is_lost(postgres_folder: str) -> None:
    """Read-only for a while, every line cut, then read-write again; a bot, a window and a person's clock are due."""

    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        store = await PostgresStore.open(address, timeouts=Timeouts(heartbeat=0.2, reconnect=0.5))
        tables = Tables(store, bot_runner=InlineBots(find_game), find_game=find_game, pause_unwatched=False)
        acknowledged: list[tuple[str, str]] = []
        running = asyncio.create_task(tables.run())
        try:
            async with asyncio.timeout(120):
                bots = (await tables.create(ADA, "bots", BOTS_ONLY)).table
                window = (await tables.create(ADA, "window", setting.settings("objection", pace=Live(1.0, 0.0)))).table
                people = (await tables.create(ADA, "people", setting.settings("fingers", 2))).table
                for table, persons in ((window, (BEN, CLEO)), (people, (BEN,))):
                    for person in persons:
                        await tables.act(table, person, "sit", Sit())
                postgres.fail_over(address, read_only=True)
                await answer(tables, window, 0, acknowledged)
                for seat in (0, 1):
                    await answer(tables, people, seat, acknowledged)
                await until(lambda: tables.scheduler.failures > 0)
                assert not acknowledged
                postgres.take_changes_again(address)
                versions = {table: tables.live_tables.by_id[table].table.version for table in (bots, window, people)}
                for table, seat in ((window, 0), (people, 0), (people, 1)):
                    while not await answer(tables, table, seat, acknowledged):
                        await asyncio.sleep(0.05)
                await until(lambda: tables.live_tables.by_id[bots].table.version > versions[bots] + 2)
                await until(lambda: not tables.live_tables.by_id[window].table.window)
                postgres.fail_over(address, read_only=False)
                at = tables.live_tables.by_id[bots].table.version
                await until(
                    lambda: bots not in tables.live_tables.by_id or tables.live_tables.by_id[bots].table.version > at
                )
            assert len(acknowledged) == 3
            for table, command in acknowledged:
                assert [entry.command for entry in await store.read(table)].count(command) == 1
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            await tables.close()
            await store.close()

    asyncio.run(run())


async def answer(tables: Tables, table: str, seat: int, acknowledged: list[tuple[str, str]]) -> bool:
    """Answer for a seat, as a person who tries again under the same command."""
    game = tables.live_tables.by_id[table].table
    assert game.match is not None
    person, command = (ADA, BEN, CLEO)[seat], f"answer{seat}"
    names = game.match.game.answers.names(game.match.state.options(seat)[0])
    with suppress(StoreError):
        await tables.act(table, person, command, Answer(seat, 0, names))
        acknowledged.append((table, f"{person.id}:{command}"))
        return True
    return False


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.02)
