"""Bots at tables: they run in their own processes, know only what their seat may know, and block nothing."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, TableWithoutStore
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test, until
from timebooth.kernel.chance import FastRng
from timebooth.kernel.position import pack, unpack
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import BotJob, InlineBots, bot_job
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.bot_processes import BotFailed, BotProcesses
from timebooth.tables.wire import ComeBack, HandOver, Place, Settings, Sit
from timebooth.testing.play import random_answers

BOTS_ONLY = Settings("objection", (Place("bot", "random"), Place("bot", "greedy"), Place("bot", "random")))


@pytest.mark.parametrize("key", ["fingers", "objection", "back-to-the-future"])
def test_a_packed_state_is_unpacked_unchanged(key: str) -> None:
    game = find_game(key)
    dice = FastRng(3)
    state = game.start(3, None, dice)
    while state.asked():
        unpacked = unpack(game, 3, game.options(), pack(state))
        assert unpacked.numbers() == state.numbers()
        assert unpacked.asked() == state.asked()
        for seat in state.asked():
            assert unpacked.options(seat) == state.options(seat)
            assert unpacked.question(seat) == state.question(seat)
        state.play(random_answers(state, dice), dice)


def test_a_bot_in_another_process_answers_as_it_would_here() -> None:
    async def run() -> None:
        here, there = InlineBots(find_game), BotProcesses(find_game, processes=2)
        jobs = [
            bot_job(table.table, seat, bot)
            for key in ("fingers", "objection", "back-to-the-future")
            for bot in ("random", "greedy")
            for table in [TableWithoutStore(fixtures.settings(key))]
            for seat in table.table.asked()[:2]
        ]
        try:
            answers = await asyncio.gather(*(there.think(job) for job in jobs))
            assert answers == [await here.think(job) for job in jobs]
            with pytest.raises(BotFailed, match=r"setup\.bot"):
                await there.think(jobs[0]._replace(bot="clairvoyant"))
        finally:
            there.close()

    asyncio.run(run())


def test_a_sealed_answer_that_is_given_again_changes_no_bots_mind() -> None:
    """The guided first game must be the same for everybody, however often somebody presses a button."""
    once, often = (TableWithoutStore(fixtures.settings("back-to-the-future")) for _ in range(2))
    for table, times in ((once, 1), (often, 3)):
        for seat in (0,) * times + (1, 2):
            table.answer_code(seat, table.state.options(seat)[0])
        assert table.moment > 0

    assert often.table.version > once.table.version
    for seat in once.table.asked():
        assert bot_job(often.table, seat, "novice") == bot_job(once.table, seat, "novice")


def sleepy(key: str, edition: str) -> object:
    """Take an hour for the game `slow`, as a bot would that thinks for so long."""
    import time

    time.sleep(3600 if key == "slow" else 0)
    return find_game(key, edition)


def test_a_cancelled_bot_is_stopped_and_the_next_one_thinks() -> None:
    async def run() -> None:
        bot_runner = BotProcesses(sleepy, limits=BotLimits(grace_seconds=0.01))  # type: ignore[arg-type]
        job = bot_job(TableWithoutStore(fixtures.settings("fingers")).table, 0, "random")
        try:
            thinking = asyncio.create_task(bot_runner.think(job._replace(game="slow")))
            await until(lambda: bot_runner._all)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            assert await bot_runner.think(job) in job.offered
        finally:
            bot_runner.close()

    asyncio.run(run())


def test_a_process_that_dies_is_replaced() -> None:
    async def run() -> None:
        bot_runner = BotProcesses(find_game)
        job = bot_job(TableWithoutStore(fixtures.settings("fingers")).table, 0, "random")
        try:
            first = await bot_runner.think(job)
            (process,) = bot_runner._all
            process._process.kill()
            process._process.join()
            assert await bot_runner.think(job) == first
        finally:
            bot_runner.close()

    asyncio.run(run())


def test_bots_play_a_whole_game_by_themselves(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, BOTS_ONLY)
        await harness.play(table, {})
        record = await harness.tables.export(table, ADA)
        assert '"bots":["random","greedy","random"]' in record

    run_test(store_address, test)


class Stuck:
    """Runs bots that think until they are stopped."""

    def __init__(self) -> None:
        self.begun = 0
        self.stopped = 0

    async def think(self, job: BotJob) -> int:
        self.begun += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped += 1
        return 0

    def close(self) -> None:
        """Do nothing."""


class Failing:
    """Runs bots that all fail."""

    async def think(self, job: BotJob) -> int:
        raise BotFailed("crashed")

    def close(self) -> None:
        """Do nothing."""


def test_a_thinking_bot_blocks_nothing_and_stops_when_its_person_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        stuck = Stuck()
        harness = Harness(store, stuck)
        table = await harness.open(ADA, fixtures.settings("fingers", 2))
        await harness.act(table, BEN, Sit())
        await harness.act(table, BEN, HandOver(1))
        harness.now += 5
        harness.tables.scheduler.start_due(harness.tables.live_tables)
        await harness.answer(table, ADA, 0, 1)
        assert stuck.begun == 1
        await harness.act(table, BEN, ComeBack(1))
        await harness.answer(table, BEN, 1, 0)
        await harness.tables.scheduler.settle()
        assert stuck.stopped == 1
        seen = (await harness.tables.live_tables.get(table)).table
        assert seen.match is not None
        assert seen.match.moment == 1
        await harness.tables.close()
        await store.close()

    asyncio.run(run())


def test_a_bot_that_fails_gives_its_first_option(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store, Failing())
        table = await harness.open(ADA, BOTS_ONLY)
        await harness.play(table, {})
        await harness.tables.close()
        await store.close()

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        asyncio.run(run())


def test_run_meets_deadlines_by_itself(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store)
        table = await harness.open(ADA, fixtures.settings("fingers", 2))
        await harness.act(table, BEN, Sit())
        seen = (await harness.tables.live_tables.get(table)).table
        running = asyncio.create_task(harness.tables.run())
        await harness.act(table, BEN, HandOver(1))
        await harness.answer(table, ADA, 0, 1)
        harness.now += 3
        await until(lambda: seen.match is not None and seen.match.moment == 1)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await harness.tables.close()
        await store.close()

    asyncio.run(run())
