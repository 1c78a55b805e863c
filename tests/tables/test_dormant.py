"""Tables where nothing is due soon are not held in memory, are not opened by a start, and wake in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables.fixtures import ADA, BEN, CLEO, settings
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import TimeboothError
from timebooth.server.tables.hub import UNLOAD_AFTER
from timebooth.tables.live_tables import SOON
from timebooth.tables.wire import Clock, Days, Settings

A_DAY = 24 * 3600.0
PEOPLE = {0: ADA, 1: BEN, 2: CLEO}


def correspondence() -> Settings:
    return settings("back-to-the-future", pace=Days(), clock=Clock(A_DAY))


async def dormant_table(harness: Harness) -> str:
    """Return a table that waits a day for somebody and that nobody looks at."""
    table = await harness.open_full(correspondence())
    await harness.play(table, PEOPLE, moment=6)
    harness.now += UNLOAD_AFTER + 1
    harness.tables.unload_idle(UNLOAD_AFTER)
    assert table not in harness.tables.live_tables.by_id
    await harness.tables.dormant.write()
    return table


def next_start(harness: Harness) -> Harness:
    again = Harness(harness.store)
    again.now = harness.now
    return again


def test_a_start_does_not_open_dormant_tables(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await dormant_table(harness)
        lobby = await harness.open(ADA, settings("back-to-the-future"))
        started = next_start(harness)
        opened: list[str] = []
        started.tables.live_tables.on_resumed = lambda live: opened.append(live.table.id)
        await started.tables.resume()
        assert opened == [lobby]
        assert table not in started.tables.live_tables.by_id

    run_test(store_address, test)


def test_a_dormant_table_wakes_before_its_deadline_and_meets_it(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await dormant_table(harness)
        harness.now += A_DAY / 2
        await harness.tables.dormant.wake()
        assert table not in harness.tables.live_tables.by_id
        version = len(await harness.store.read(table))
        harness.now += A_DAY / 2 - SOON / 2
        await harness.tables.dormant.wake()
        assert table in harness.tables.live_tables.by_id
        await harness.advance(SOON)
        assert len(await harness.store.read(table)) > version

    run_test(store_address, test)


def test_a_table_that_another_node_wrote_to_is_not_dormant_any_more(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await dormant_table(harness)
        other = next_start(harness)
        live = await other.tables.live_tables.get(table)
        seat = live.table.owes()[0]
        assert live.table.match is not None
        await other.answer(table, PEOPLE[seat], seat, live.table.match.state.options(seat)[0])
        assert [each.table for each in await harness.store.awake(harness.now + SOON)] == [table]

    run_test(store_address, test)


def test_a_live_game_stays_awake_while_its_players_may_be_connected(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("back-to-the-future", keep_seat_for=2 * SOON))
        await harness.tables.dormant.close()
        assert [each.table for each in await harness.store.awake(harness.now)] == [table]
        for seat in PEOPLE:
            await harness.tables.lost(table, seat)
        await harness.tables.dormant.close()
        assert [each.table for each in await harness.store.awake(harness.now)] == []

    run_test(store_address, test)


def test_tables_are_dormant_after_the_store_recovers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(correspondence())
        await harness.play(table, PEOPLE, moment=6)
        harness.now += UNLOAD_AFTER + 1
        harness.tables.unload_idle(UNLOAD_AFTER)

        async def fail(*_: object) -> None:
            raise TimeboothError("store.unreachable", reason="test")

        with monkeypatch.context() as broken:
            broken.setattr(harness.store, "set_dormant", fail)
            with pytest.raises(TimeboothError):
                await harness.tables.dormant.write()
        await harness.tables.dormant.write()
        assert await harness.store.awake(harness.now + SOON) == []

    run_test(str(tmp_path / "t.db"), test)
