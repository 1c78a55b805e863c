"""A table at which only bots play pauses while nobody watches, and resumes as soon as somebody does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN
from tests.tables.harness import Harness
from timebooth.store.open_store import open_store
from timebooth.store.store import Store
from timebooth.tables.bot_jobs import BotJob
from timebooth.tables.wire import ComeBack, HandOver, Leave, Message, Place, Settings, Sit

BOTS_ONLY = Settings("fingers", (Place("bot", "random"), Place("bot", "random")))


class Counting:
    """Answers at once, and counts the jobs."""

    def __init__(self) -> None:
        self.asked = 0

    async def think(self, job: BotJob) -> int:
        self.asked += 1
        return job.offered[0]

    def close(self) -> None:
        """Do nothing."""


class Thoughtful(Counting):
    """Thinks until it is stopped."""

    stopped = 0

    async def think(self, job: BotJob) -> int:
        self.asked += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped += 1
        return 0


def evenings(tmp_path: Path, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        await test(store)
        await store.close()

    asyncio.run(run())


async def moment(harness: Harness, table: str) -> int:
    playing = (await harness.tables.live_tables.get(table)).table.match
    assert playing is not None
    return playing.moment


async def watch(harness: Harness, table: str) -> Callable[[], None]:
    def hear(message: Message) -> None:
        """Ignore the message."""

    return await harness.tables.subscribe(table, ADA, None, hear)


def test_nothing_is_due_and_nobody_thinks_until_somebody_watches(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        bot_runner = Counting()
        harness = Harness(store, bot_runner, pause_unwatched=True)
        table = await harness.open(ADA, BOTS_ONLY)
        await harness.advance(60.0)
        assert (bot_runner.asked, await moment(harness, table)) == (0, 0)
        stop = await watch(harness, table)
        await harness.advance(2.0)
        assert await moment(harness, table) == 1
        stop()
        asked = bot_runner.asked
        await harness.advance(60.0)
        assert (bot_runner.asked, await moment(harness, table)) == (asked, 1)
        await watch(harness, table)
        for _ in range(4):
            await harness.advance(2.0)
        assert (await harness.tables.live_tables.get(table)).table.status == "over"
        await harness.tables.close()

    evenings(tmp_path, test)


def test_bots_that_think_are_stopped_when_the_last_watcher_leaves(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        bot_runner = Thoughtful()
        harness = Harness(store, bot_runner, pause_unwatched=True)
        table = await harness.open(ADA, BOTS_ONLY)
        first, second = await watch(harness, table), await watch(harness, table)
        await asyncio.sleep(0)
        first()
        assert (bot_runner.asked, bot_runner.stopped) == (2, 0)
        second()
        for _ in range(3):
            await asyncio.sleep(0)
        assert bot_runner.stopped == 2
        assert table not in harness.tables.live_tables.by_id
        await harness.tables.close()

    evenings(tmp_path, test)


def test_after_a_start_only_tables_with_people_or_watchers_go_on(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        before = Harness(store, Counting(), pause_unwatched=True)
        with_people = await before.open(ADA, Settings("fingers", (Place("host"), Place("bot", "random"))))
        for _ in range(20):
            await before.open(ADA, BOTS_ONLY)
        await before.tables.close()
        bot_runner = Counting()
        harness = Harness(store, bot_runner, pause_unwatched=True)
        await harness.tables.resume()
        await harness.advance(60.0)
        assert bot_runner.asked == 1
        assert (await harness.tables.live_tables.get(with_people)).table.owes() == (0,)
        await harness.tables.close()

    evenings(tmp_path, test)


def test_a_table_whose_people_all_left_waits_for_one_who_looks(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        harness = Harness(store, Counting(), pause_unwatched=True)
        table = await harness.open(ADA, fixtures.settings("fingers", 2))
        await harness.act(table, BEN, Sit())
        await harness.act(table, ADA, HandOver(0))
        await harness.advance(5.0)
        seen = (await harness.tables.live_tables.get(table)).table
        assert seen.owes() == (1,), "Ben is still there, so Ada's bot goes on"
        await harness.act(table, BEN, Leave(1))
        await harness.advance(seen.settings.keep_seat_for)
        assert seen.only_bots(), "the time for which a seat is kept runs on while nobody watches"
        await harness.advance(60.0)
        assert await moment(harness, table) == 0
        await harness.act(table, BEN, ComeBack(1))
        await harness.advance(5.0)
        assert seen.owes() == (1,)
        assert await moment(harness, table) == 0
        await harness.answer(table, BEN, 1, 0)
        assert await moment(harness, table) == 1
        await harness.tables.close()

    evenings(tmp_path, test)


def test_only_the_node_on_which_somebody_watches_thinks(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        here, there = Counting(), Counting()
        one, other = (Harness(store, bot_runner, pause_unwatched=True) for bot_runner in (here, there))
        table = await one.open(ADA, BOTS_ONLY)
        await other.tables.resume()
        await watch(other, table)
        for _ in range(6):
            for harness in (one, other):
                await harness.advance(2.0)
                await harness.tables.live_tables.read_new(await harness.tables.live_tables.get(table))
        assert here.asked == 0
        assert (await other.tables.live_tables.get(table)).table.status == "over"
        await one.tables.close()
        await other.tables.close()

    evenings(tmp_path, test)


def test_subscribing_again_to_the_only_stream_keeps_the_table_live(tmp_path: Path) -> None:
    """The first subscriber leaves before the second comes, on the same table object."""

    async def test(store: Store) -> None:
        harness = Harness(store, Counting(), pause_unwatched=True)
        table = await harness.open(ADA, BOTS_ONLY)
        stop = await watch(harness, table)
        live = await harness.tables.live_tables.get(table)
        stop()
        assert table not in harness.tables.live_tables.by_id
        heard: list[Message] = []
        harness.tables.add_subscriber(live, None, heard.append)
        assert harness.tables.live_tables.by_id[table] is live
        await harness.advance(2.0)
        assert heard
        await harness.tables.close()

    evenings(tmp_path, test)
