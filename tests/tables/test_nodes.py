"""Several nodes on one database: each table has one owner, and a node that dies is replaced."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import msgspec
import pytest

from tests import postgres
from tests.tables import fixtures
from tests.tables.faulty_store import FaultyStore
from tests.tables.fixtures import ADA, BEN, CLEO
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test, until
from timebooth.store.connections import Timeouts
from timebooth.store.open_store import open_store
from timebooth.store.postgres import PostgresStore
from timebooth.store.postgres_bus import PostgresBus
from timebooth.store.store import Store, StoreError
from timebooth.tables.bot_jobs import BotJob, InlineBots
from timebooth.tables.nodes import Nodes, owner
from timebooth.tables.quotas import Quotas
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Answer, Clock, Days, Place, Settings, Sit

BOTS_ONLY = Settings("objection", (Place("bot", "random"), Place("bot", "greedy"), Place("bot", "random")))
BOUND = 120.0  # seconds after which a test gives up
TRIES = 100  # tables that are opened until one belongs to a given node

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")


def test_every_node_owns_a_share_and_only_the_tables_of_a_node_that_left_change_hands() -> None:
    nodes = ["a", "b", "c", "d"]
    tables = [f"table{i}" for i in range(1000)]
    before = {table: owner(table, nodes) for table in tables}
    shares = Counter(before.values())
    assert min(shares[node] for node in nodes) > 150
    for table in tables:
        assert owner(table, reversed(nodes)) == before[table]
        after = owner(table, ["a", "b", "d"])
        assert after == before[table] or before[table] == "c"


def test_one_node_owns_all(store_address: str) -> None:
    async def run() -> None:
        store = await open_store(store_address)
        nodes = Nodes(store)
        assert nodes.owns("t")
        assert await nodes.beat() == frozenset()
        assert nodes.alive == {nodes.here}
        assert nodes.owns("t")
        await nodes.leave()
        await store.close()

    asyncio.run(run())


@needs_postgres
def test_a_node_that_leaves_is_gone_at_once_and_a_silent_one_after_a_while(postgres_folder: str) -> None:
    async def run() -> None:
        store = await open_store(postgres.new_database(postgres_folder))
        one, two, three = (Nodes(store, dead_after=3600.0) for _ in range(3))
        for nodes in (one, two, three, one, two):
            assert await nodes.beat() == frozenset()
        assert one.alive == two.alive == {one.here, two.here, three.here}
        assert [nodes.owns("t") for nodes in (one, two, three)].count(True) == 1
        await three.leave()
        assert await one.beat() == {three.here}
        two._dead_after = 0.0
        assert await two.beat() == {one.here, three.here}
        assert two.alive == {two.here}
        await store.close()

    asyncio.run(run())


@needs_postgres
def test_after_an_outage_of_the_store_other_nodes_do_not_count_as_dead(postgres_folder: str) -> None:
    async def run() -> None:
        store = await open_store(postgres.new_database(postgres_folder))
        faulty = FaultyStore(store)
        one, two = Nodes(cast(Store, faulty), dead_after=3600.0), Nodes(store, dead_after=3600.0)
        await two.beat()
        await one.beat()
        faulty.fails["beat"] = StoreError("store.read_only", reason="failover")
        assert await one.beat() == frozenset()
        del faulty.fails["beat"]
        one._dead_after = 0.0
        assert await one.beat() == frozenset()
        assert await one.beat() == {two.here}
        await store.close()

    asyncio.run(run())


class Node:
    """One server node, which can die."""

    def __init__(self, store: PostgresStore) -> None:
        self.thought: Counter[str] = Counter()
        self.store = store
        self.tables = Tables(
            store,
            bot_runner=Counting(self.thought),
            find_game=find_game,
            beat_every=0.1,
            dead_after=1.0,
            pause_unwatched=False,
            quotas=Quotas(open_tables=TRIES, public_tables=TRIES, live_tables=TRIES),
        )
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.tables.resume()
        self._running = asyncio.create_task(self.tables.run())

    async def die(self) -> None:
        """Stop without telling the others."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
            self._running = None
            for live in self.tables.live_tables.by_id.values():
                live.cancel_bot_tasks(set())
            self.tables.live_tables.by_id.clear()

    async def stop(self) -> None:
        await self.die()
        await self.tables.close()
        await self.store.close()

    async def version(self, table: str) -> int:
        return len(await self.store.read(table))


class Counting(InlineBots):
    """Counts the jobs of bots by game."""

    def __init__(self, thought: Counter[str]) -> None:
        super().__init__(find_game)
        self._thought = thought

    async def think(self, job: BotJob) -> int:
        self._thought[job.game] += 1
        return await super().think(job)


@asynccontextmanager
async def two_nodes(folder: str) -> AsyncIterator[tuple[Node, Node]]:
    address = postgres.new_database(folder)
    nodes = [Node(await PostgresStore.open(address, timeouts=Timeouts(heartbeat=0.3))) for _ in range(2)]
    try:
        async with asyncio.timeout(BOUND):
            for node in nodes:
                await node.start()
            await until(lambda: all(len(node.tables.nodes.alive) == 2 for node in nodes))
            yield nodes[0], nodes[1]
    finally:
        for node in nodes:
            await node.stop()


async def until_longer(node: Node, table: str, version: int) -> None:
    while await node.version(table) <= version:
        await asyncio.sleep(0.02)


async def open_owned(opener: Node, by: Node, settings: Settings) -> str:
    """Open tables until one belongs to `by`; return it."""
    for i in range(TRIES):
        table = (await opener.tables.create(ADA, f"{settings.game}{i}", settings)).table
        if owner(table, by.tables.nodes.alive) == by.tables.nodes.here:
            return table
    raise AssertionError("no table belongs to this node")


@needs_postgres
def test_a_table_of_bots_goes_on_when_its_node_dies(postgres_folder: str) -> None:
    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            table = await open_owned(one, one, BOTS_ONLY)
            await until_longer(two, table, 2)
            assert table not in two.tables.live_tables.by_id
            held: list[set[str]] = []
            two.tables.on_node_died = lambda: held.append(set(two.tables.live_tables.by_id))
            await one.die()
            await until_longer(two, table, await two.version(table))
            await until(lambda: bool(held))
            assert table in held[0]
            assert table in two.tables.live_tables.by_id
            assert two.tables.nodes.alive == {two.tables.nodes.here}

    asyncio.run(run())


@needs_postgres
def test_a_clock_that_ran_on_a_node_that_died_runs_out_on_another(postgres_folder: str) -> None:
    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            settings = fixtures.settings("fingers", 2, clock=Clock(2.0))
            table = await open_owned(one, one, settings)
            await one.tables.act(table, BEN, "sit", Sit())
            await one.die()
            await until_longer(two, table, await two.version(table))

    asyncio.run(run())


@needs_postgres
def test_a_table_is_loaded_by_its_owner_whichever_node_opened_it(postgres_folder: str) -> None:
    """Also if its game begins when somebody sits down: the listing follows a little later than the log."""

    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            with_a_bot = Settings("fingers", (Place("host"), Place("open"), Place("bot", "random")))
            for settings in (BOTS_ONLY, with_a_bot):
                table = await open_owned(one, two, settings)
                if settings is with_a_bot:
                    await one.tables.act(table, BEN, "sit", Sit())
                await until_longer(one, table, await one.version(table))
                assert table in two.tables.live_tables.by_id

    asyncio.run(run())


class Silent(PostgresBus):
    """Loses every message that it should send."""

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        pass


@needs_postgres
def test_if_messages_are_lost_other_nodes_find_out_by_themselves(
    postgres_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("timebooth.store.postgres.PostgresBus", Silent)

    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            new = await open_owned(one, two, BOTS_ONLY)
            await until_longer(one, new, await one.version(new))
            table = await open_owned(one, two, fixtures.settings("fingers", 2))
            live = await two.tables.live_tables.get(table)
            await one.tables.act(table, BEN, "sit", Sit())
            await until(lambda: live.table.status == "running")

    asyncio.run(run())


@needs_postgres
def test_only_the_owner_runs_bots_and_others_follow(postgres_folder: str) -> None:
    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            mixed = Settings("fingers", (Place("host"), Place("bot", "random")))
            table = await open_owned(one, two, mixed)
            heard: list[object] = []
            await one.tables.subscribe(table, ADA, 0, heard.append)
            game = one.tables.live_tables.by_id[table].table
            assert game.match is not None
            await one.tables.act(table, ADA, "a", Answer(0, 0, game.match.game.answers.names(0)))
            await until(lambda: game.match is not None and game.match.moment == 1)
            assert two.thought["fingers"] >= 1
            assert one.tables.scheduler.earliest_deadline(one.tables.live_tables.by_id[table]) is None

    asyncio.run(run())


@needs_postgres
def test_a_node_that_joins_takes_its_share_and_a_clean_stop_hands_it_back(postgres_folder: str) -> None:
    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            table = await open_owned(one, two, BOTS_ONLY)
            await until(lambda: table in two.tables.live_tables.by_id)
            await two.die()
            await two.tables.nodes.leave()
            two.tables.nodes.here = "gone"
            await until_longer(one, table, await one.version(table))

    asyncio.run(run())


@needs_postgres
def test_a_node_with_spectators_at_a_table_of_bots_acts_for_it_too(postgres_folder: str) -> None:
    """Its owner may have no spectators."""

    async def run() -> None:
        async with two_nodes(postgres_folder) as (one, two):
            table = await open_owned(one, two, BOTS_ONLY)
            live = await one.tables.live_tables.get(table)
            assert not one.tables.scheduler.acts_for(live)
            stop = await one.tables.subscribe(table, ADA, None, lambda _: None)
            assert one.tables.scheduler.acts_for(live)
            stop()
            assert not one.tables.scheduler.acts_for(live)

    asyncio.run(run())


@pytest.mark.parametrize("repeated", [True, False])
def test_a_node_that_is_behind_reads_the_log_before_it_refuses_or_acknowledges(tmp_path: Path, repeated: bool) -> None:
    """Somebody who changes nodes knows more than the new node, which no notification has reached yet."""

    async def test(ahead: Harness) -> None:
        table = await ahead.open_full(fixtures.settings("objection", pace=Days()))
        behind = Harness(ahead.store)
        heard = await behind.subscribe(table, BEN, 1)
        before = len(heard)
        await ahead.answer(table, ADA, 0, 2)
        command, last = "last", Answer(1, 1, {"type": "pass"})
        for seat, person in ((2, CLEO), (1, BEN)) if repeated else ((2, CLEO),):
            await ahead.tables.act(table, person, command, msgspec.structs.replace(last, seat=seat))
        await behind.tables.act(table, BEN, command, last)
        assert len(heard) > before
        played = (await behind.tables.live_tables.get(table)).table.match
        assert played is not None
        assert played.moment == 2

    run_test(str(tmp_path / "tables.db"), test)
