"""After any failure tables go on: bots, clocks and windows are scheduled again, and no write is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest

from tests import postgres
from tests.tables import fixtures
from tests.tables.faulty_store import FaultyStore
from tests.tables.fixtures import ADA, BEN, CLEO
from tests.tables.games import find_game
from tests.tables.harness import Harness, until
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


def run_test(tmp_path: Path, test: Callable[[Harness, FaultyStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        faulty = FaultyStore(store)
        harness = Harness(cast(Store, faulty))
        try:
            await test(harness, faulty)
        finally:
            faulty.fails.clear()
            await harness.tables.close()
            await store.close()

    asyncio.run(run())


def moment_of(harness: Harness, table: str) -> int:
    playing = harness.tables.live_tables.by_id[table].table.match
    assert playing is not None
    return playing.moment


@pytest.mark.parametrize("problem", [DOWN, RuntimeError("a bug"), OSError("no such device")])
def test_bots_go_on_after_any_exception(tmp_path: Path, problem: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        table = await harness.open(ADA, BOTS_ONLY)
        faulty.fails["append"] = problem
        for _ in range(5):
            await harness.advance(2.0)
        assert moment_of(harness, table) == 0
        assert harness.tables.scheduler.failures > 0
        del faulty.fails["append"]
        await harness.play(table, {})

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        run_test(tmp_path, test)


def test_while_the_store_fails_a_table_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    """The retries of two bots that owe an answer do not multiply."""

    async def test(harness: Harness, faulty: FaultyStore) -> None:
        table = await harness.open(ADA, Settings("fingers", (Place("bot", "random"), Place("bot", "random"))))
        faulty.fails["append"] = DOWN
        before = len(faulty.calls)
        for _ in range(600):
            await harness.advance(0.1)
        appends = faulty.calls[before:].count("append")
        assert 2 * 60 / MAX_DELAY <= appends <= 2 * (60 / (MAX_DELAY / 2) + 10)
        del faulty.fails["append"]
        await harness.play(table, {})

    run_test(tmp_path, test)


@pytest.mark.parametrize("what", ["window", "clock"])
def test_windows_and_clocks_are_scheduled_again(tmp_path: Path, what: str) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        pace: dict[str, Any] = {"pace": Live()} if what == "window" else {"pace": Days(), "clock": Clock(3600.0)}
        table = await harness.open(ADA, fixtures.settings("objection", **pace))
        for person in (BEN, CLEO):
            await harness.act(table, person, Sit())
        game = harness.tables.live_tables.by_id[table].table
        if what == "window":
            await harness.answer(table, ADA, 0, game.match.state.options(0)[0])  # type: ignore[union-attr]
            assert game.window
        before = game.version
        faulty.fails["append"] = DOWN
        for _ in range(3):
            await harness.advance(3600.0)
        assert game.version == before
        del faulty.fails["append"]
        await harness.advance(MAX_DELAY)
        assert game.version > before

    run_test(tmp_path, test)


@pytest.mark.parametrize("retried", [True, False])
def test_an_answer_that_was_written_and_not_acknowledged_counts_once_and_is_published(
    tmp_path: Path, retried: bool
) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        table = await harness.open(ADA, fixtures.settings("fingers", 2))
        await harness.act(table, BEN, Sit())
        heard = await harness.subscribe(table, ADA, None)
        game = harness.tables.live_tables.by_id[table].table
        assert game.match is not None
        faulty.forgets.add("append")
        action = game.match.game.answers.names(0)
        command = harness.command()

        async def answer() -> None:
            await harness.tables.act(table, ADA, command, Answer(0, 0, action))

        with pytest.raises(StoreError):
            await answer()
        faulty.forgets.clear()
        before = len(heard)
        if retried:
            await answer()
        else:
            await harness.advance(1.0)
        assert game.owes() == (1,)
        assert len(heard) > before
        await harness.answer(table, BEN, 1, 0)
        assert moment_of(harness, table) == 1

    run_test(tmp_path, test)


def test_a_bots_answer_that_was_written_and_not_acknowledged_lets_the_table_go_on(tmp_path: Path) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        table = await harness.open(ADA, BOTS_ONLY)
        faulty.forgets.add("append")
        for _ in range(20):
            await harness.advance(3.0)
        faulty.forgets.clear()
        await harness.play(table, {})

    run_test(tmp_path, test)


def test_a_listing_that_cannot_be_written_is_written_later(tmp_path: Path) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        table = await harness.open(ADA, fixtures.settings("fingers", 2))
        faulty.fails["write_listing"] = DOWN
        await harness.act(table, BEN, Sit())
        listing = await harness.store.listing(table)
        assert listing is not None
        assert listing.status == "open"
        del faulty.fails["write_listing"]
        await harness.tables.live_tables.sync.refresh_all()
        listing = await harness.store.listing(table)
        assert listing is not None
        assert (listing.status, listing.people) == ("running", ("ada", "ben"))

    run_test(tmp_path, test)


def test_a_table_that_was_opened_and_not_acknowledged_goes_on(tmp_path: Path) -> None:
    async def test(harness: Harness, faulty: FaultyStore) -> None:
        faulty.forgets.add("append")
        with pytest.raises(StoreError):
            await harness.open(ADA, BOTS_ONLY)
        faulty.forgets.clear()
        await harness.advance(1.0)
        (table,) = harness.tables.live_tables.by_id
        for _ in range(5):
            await harness.advance(2.0)
        assert moment_of(harness, table) > 0

    run_test(tmp_path, test)


def test_a_subscriber_that_fails_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(harness: Harness, _: FaultyStore) -> None:
        table = await harness.open(ADA, BOTS_ONLY)

        def fail(_: object) -> None:
            raise RuntimeError("a broken subscriber")

        live = harness.tables.live_tables.by_id[table]
        live.subscribe(None, fail)
        live.on_change = lambda _live, _change: fail(None)
        heard = await harness.subscribe(table, ADA, None)
        await harness.play(table, {})
        assert len(heard) > 1

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        run_test(tmp_path, test)


def test_work_that_must_not_stop_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
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
    """The database is read-only for a while and cuts all connections; a bot, a window and a clock are due."""

    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        store = await PostgresStore.open(address, timeouts=Timeouts(heartbeat=0.2, reconnect=0.5))
        tables = Tables(store, bot_runner=InlineBots(find_game), find_game=find_game, pause_unwatched=False)
        acknowledged: list[tuple[str, str]] = []
        running = asyncio.create_task(tables.run())
        try:
            async with asyncio.timeout(120):
                bots = (await tables.create(ADA, "bots", BOTS_ONLY)).table
                window = (await tables.create(ADA, "window", fixtures.settings("objection", pace=Live(1.0, 0.0)))).table
                people = (await tables.create(ADA, "people", fixtures.settings("fingers", 2))).table
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
