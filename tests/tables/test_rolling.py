"""Two versions on one database: the newer nodes take over all tables once the older ones have kept everything."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from tests import postgres
from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN
from tests.tables.games import find_game
from tests.tables.harness import until
from tests.tables.upgrade_logs import find_older
from timebooth.store.postgres import PostgresStore
from timebooth.store.store import Store
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.kept import KeptGame
from timebooth.tables.nodes import Nodes, rank, version_here
from timebooth.tables.set_aside import SetAside
from timebooth.tables.table import FindGame
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Answer, Sit

BOUND = 120.0  # seconds after which a test gives up
LONG = 3600.0
GAME = "excellent-boardgame"

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")


def test_versions_are_compared_by_release_and_then_by_rules() -> None:
    ordered = ["unknown", "0.9.0", "0.10.0 a=1 b=9", "0.10.0 a=2 b=9", "0.10.1 a=1 b=1", "1.0.0.dev3+abc a=1"]
    assert all(rank(older) < rank(newer) for older, newer in pairwise(ordered))
    assert rank(version_here(find_older("number"))) < rank(version_here(find_game))


@needs_postgres
def test_newer_nodes_own_all_tables_some_seconds_after_their_start(postgres_folder: str) -> None:
    async def run() -> None:
        store = await PostgresStore.open(postgres.new_database(postgres_folder))
        old, young = (
            Nodes(store, version=v, dead_after=LONG, hand_over=LONG, take_over=LONG) for v in ("1.0.0", "1.0.1")
        )
        for nodes in (old, young, old):
            await nodes.beat()
        assert (old.owns("t"), young.owns("t")) == (True, False)
        assert (old.has_successor, old.outdated, young.taking_over) == (True, False, True)
        for nodes in (old, young):
            nodes._hand_over = nodes._take_over = 0.0
            await nodes.beat()
        assert (old.owns("t"), young.owns("t")) == (False, True)
        assert (old.outdated, young.taking_over, young.has_successor) == (True, False, False)
        await young.leave()
        await old.beat()
        assert old.owns("t")
        assert not old.outdated
        await store.close()

    asyncio.run(run())


class Node:
    """The tables of one node, with its rules."""

    def __init__(self, store: PostgresStore, rules: FindGame) -> None:
        self.store = store
        self.tables = Tables(store, bot_runner=InlineBots(rules), find_game=rules, beat_every=0.1)
        self.tables.nodes._hand_over, self.tables.nodes._take_over = 1.0, 1.5
        self.running = asyncio.create_task(self.tables.run())

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.tables.close()
        await self.store.close()


async def answer_all(tables: Tables, table: str, rounds: int) -> int:
    """Give the first answer to every question for some rounds; return the moment that is reached."""
    people = {0: ADA, 1: BEN}
    live = await tables.live_tables.get(table)
    for number in range(rounds):
        match = live.table.match
        assert match is not None
        for seat in live.table.owes():
            names = match.game.answers.names(match.state.options(seat)[0])
            await tables.act(table, people[seat], f"{match.moment}:{seat}:{number}", Answer(seat, match.moment, names))
    assert live.table.match is not None
    return live.table.match.moment


@needs_postgres
def test_a_running_game_changes_to_the_newer_node_without_losing_a_moment(postgres_folder: str) -> None:
    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        old = Node(await PostgresStore.open(address), find_older("number"))
        settings = fixtures.settings(GAME, 2)
        table = (await old.tables.create(ADA, "open", settings)).table
        await old.tables.act(table, BEN, "sit", Sit())
        moment = await answer_all(old.tables, table, 5)

        young = Node(await PostgresStore.open(address), find_game)
        try:
            async with asyncio.timeout(BOUND):
                live = await young.tables.live_tables.get(table)
                assert live.table.plan.last is not None
                assert (live.table.plan.last.moment, live.table.plan.last.how) == (moment, "continued")
                assert KeptGame(await young.store.kept(table)).last == moment
                assert await answer_all(young.tables, table, 1) > moment
                await until(lambda: table in old.tables.live_tables.set_aside)
                await until(lambda: old.tables.nodes.outdated)
                with pytest.raises(SetAside):
                    await old.tables.live_tables.get(table)
        finally:
            await young.stop()
            await old.stop()

    asyncio.run(run())


def test_a_single_node_waits_for_nobody(tmp_path: Path) -> None:
    async def run() -> None:
        from timebooth.store.open_store import open_store

        store: Store = await open_store(str(tmp_path / "tables.db"))
        nodes = Nodes(store, take_over=LONG)
        async with asyncio.timeout(BOUND):
            await nodes.until_in_charge()
        assert nodes.owns("t")
        assert not nodes.outdated
        await store.close()

    asyncio.run(run())
