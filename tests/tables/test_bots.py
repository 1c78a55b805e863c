"""Bots at tables: in processes of their own, told what their seat may know, never in the way."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tests.contract import random_answers
from tests.tables import setting
from tests.tables.evening import Evening, spend
from tests.tables.library import find_game
from tests.tables.setting import ADA, BEN, Sitting
from timebooth.kernel.chance import FastRng
from timebooth.kernel.position import pack, unpack
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import BotJob, InlineBots, bot_job
from timebooth.tables.bot_processes import BotFailed, BotProcesses
from timebooth.tables.wire import ComeBack, HandOver, Place, Settings, Sit

BOTS_ONLY = Settings("objection", (Place("bot", "random"), Place("bot", "greedy"), Place("bot", "random")))


@pytest.mark.parametrize("key", ["fingers", "objection", "back-to-the-future"])
def test_a_state_is_carried_whole(key: str) -> None:
    game = find_game(key)
    dice = FastRng(3)
    state = game.start(3, None, dice)
    while state.asked():
        carried = unpack(game, 3, game.options(), pack(state))
        assert carried.numbers() == state.numbers()
        assert carried.asked() == state.asked()
        for seat in state.asked():
            assert carried.options(seat) == state.options(seat)
            assert carried.question(seat) == state.question(seat)
        state.play(random_answers(state, dice), dice)


def test_a_bot_in_another_process_answers_as_it_would_here() -> None:
    async def run() -> None:
        here, there = InlineBots(find_game), BotProcesses(find_game, processes=2)
        jobs = [
            bot_job(table.table, seat, bot)
            for key in ("fingers", "objection", "back-to-the-future")
            for bot in ("random", "greedy")
            for table in [Sitting(setting.settings(key))]
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


def sleepy(key: str, edition: str) -> object:
    """Stands in for a bot that thinks for an hour."""
    import time

    time.sleep(3600 if key == "slow" else 0)
    return find_game(key, edition)


def test_a_bot_that_is_not_wanted_any_more_is_stopped_and_the_next_one_thinks() -> None:
    async def run() -> None:
        bot_runner = BotProcesses(sleepy)  # type: ignore[arg-type]
        job = bot_job(Sitting(setting.settings("fingers")).table, 0, "random")
        try:
            thinking = asyncio.create_task(bot_runner.think(job._replace(game="slow")))
            await asyncio.sleep(0.2)
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
        job = bot_job(Sitting(setting.settings("fingers")).table, 0, "random")
        try:
            first = await bot_runner.think(job)
            (worker,) = bot_runner._all
            worker._process.kill()
            worker._process.join()
            assert await bot_runner.think(job) == first
        finally:
            bot_runner.close()

    asyncio.run(run())


def test_a_game_of_bots_plays_itself_without_anybody_there(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, BOTS_ONLY)
        await evening.play_to_the_end(table, {})
        record = await evening.tables.export(table, ADA)
        assert '"bots":["random","greedy","random"]' in record

    spend(store_address, test)


class Stuck:
    """Never comes to an end, or to grief."""

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
        """Nothing to close."""


class Clumsy:
    async def think(self, job: BotJob) -> int:
        raise BotFailed("fell over")

    def close(self) -> None:
        """Nothing to close."""


def test_a_thinking_bot_blocks_nothing_and_stops_when_its_person_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        stuck = Stuck()
        evening = Evening(store, stuck)
        table = await evening.open(ADA, setting.settings("fingers", 2))
        await evening.act(table, BEN, Sit())
        await evening.act(table, BEN, HandOver(1))
        evening.now += 5
        evening.tables.scheduler.start_due(evening.tables.live_tables)
        await evening.answer(table, ADA, 0, 1)
        assert stuck.begun == 1
        await evening.act(table, BEN, ComeBack(1))
        await evening.answer(table, BEN, 1, 0)
        await evening.tables.scheduler.settle()
        assert stuck.stopped == 1
        seen = (await evening.tables.live_tables.get(table)).table
        assert seen.match is not None
        assert seen.match.moment == 1
        await evening.tables.close()
        await store.close()

    asyncio.run(run())


def test_a_bot_that_fails_gives_its_first_option(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        evening = Evening(store, Clumsy())
        table = await evening.open(ADA, BOTS_ONLY)
        await evening.play_to_the_end(table, {})
        await evening.tables.close()
        await store.close()

    with caplog.at_level(logging.CRITICAL, "timebooth"):
        asyncio.run(run())


def test_run_does_all_that_is_due_by_itself(tmp_path: Path) -> None:
    """The one test that lets real time pass: bots only pause for a second or so."""

    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        evening = Evening(store)
        table = await evening.open(ADA, setting.settings("fingers", 2))
        await evening.act(table, BEN, Sit())
        seen = (await evening.tables.live_tables.get(table)).table
        running = asyncio.create_task(evening.tables.run())
        await evening.act(table, BEN, HandOver(1))
        await evening.answer(table, ADA, 0, 1)
        evening.now += 3
        for _ in range(300):
            await asyncio.sleep(0.01)
            if seen.match is not None and seen.match.moment == 1:
                break
        assert seen.match is not None
        assert seen.match.moment == 1
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await evening.tables.close()
        await store.close()

    asyncio.run(run())
