"""Tables that nobody joins or visits are closed after a set time; a host can close their own table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import Refused, TimeboothError
from timebooth.kernel.match import verify
from timebooth.kernel.record import read_record
from timebooth.store.store import Listing
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.retention import DAY, HOUR, Retention
from timebooth.tables.sweeper import MAX_SWEPT
from timebooth.tables.table import Table
from timebooth.tables.wire import Close, Days, Fill, Leave, Live, Place, Say, Settings, Sit

KEPT = Retention()
MINUTE = 60.0


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def table_of(harness: Harness, table: str) -> Table:
    return (await harness.tables.live_tables.get(table)).table


async def running(harness: Harness, **more: Any) -> str:
    table = await harness.open(ADA, fixtures.settings("objection", **more))
    for person in (BEN, CLEO):
        await harness.act(table, person, Sit())
    return table


async def updated(harness: Harness, table: str) -> float:
    listing = await harness.store.listing(table)
    assert listing is not None
    return listing.updated


async def sweep(harness: Harness, seconds: float = 0.0) -> None:
    """Advance the clock, with a sweep before and after."""
    if seconds:
        await harness.tables.sweeper.sweep()
    harness.now += seconds
    await harness.tables.sweeper.sweep()


@pytest.mark.parametrize(("pace", "kept"), [(Live(), KEPT.open_live), (Days(), KEPT.open_days)])
def test_an_open_table_that_nobody_joins_is_closed_and_everybody_there_gets_a_message(
    pace: Live | Days, kept: float, store_address: str
) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection", pace=pace))
        heard = await harness.subscribe(table, ADA, 0)
        await sweep(harness, kept - 1)
        assert (await table_of(harness, table)).status == "open"
        await harness.act(table, BEN, Sit())
        await sweep(harness, 2)
        assert (await table_of(harness, table)).status == "open", "somebody came, so the time starts again"
        await sweep(harness, kept)
        assert (await table_of(harness, table)).status == "closed"
        assert heard[-1].summary is not None
        assert (heard[-1].summary.status, heard[-1].summary.closed) == ("closed", "nobody_came")
        listing = await harness.store.listing(table)
        assert listing is not None
        assert listing.status == "closed"
        assert await harness.tables.lobby() == []
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await harness.act(table, CLEO, Sit())

    run_test(store_address, test)


@pytest.mark.parametrize(("pace", "kept"), [(Live(), KEPT.running_live), (Days(), KEPT.running_days)])
def test_a_running_table_that_nobody_visits_is_closed(pace: Live | Days, kept: float, store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await running(harness, pace=pace)
        await sweep(harness, kept - 1)
        assert (await table_of(harness, table)).status == "running"
        await sweep(harness, 2)
        seen = await table_of(harness, table)
        assert (seen.status, seen.closed) == ("closed", "nobody_visited")

    run_test(store_address, test)


def test_a_visit_starts_the_time_again_and_costs_one_write_in_ten_minutes(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await running(harness)
        first = await updated(harness, table)
        stop = await harness.tables.subscribe(table, EVE, None, lambda _: None)
        stop()
        await sweep(harness, 9 * MINUTE)
        assert await updated(harness, table) == first
        await sweep(harness, 2 * MINUTE)
        await harness.act(table, ADA, Say("still here", 0))
        await sweep(harness)
        assert await updated(harness, table) == harness.now
        await harness.tables.subscribe(table, ADA, 0, lambda _: None)
        for _ in range(3):
            await sweep(harness, KEPT.running_live - 1)
            assert await updated(harness, table) == harness.now, "somebody looks at it all the time"
        assert (await table_of(harness, table)).status == "running"

    run_test(file(tmp_path), test)


def test_looking_at_an_open_table_does_not_keep_it(tmp_path: Path) -> None:
    """Otherwise a page that is left open would keep a table in the lobby for ever."""

    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection"))
        await harness.subscribe(table, EVE, None)
        await sweep(harness, KEPT.open_live / 2)
        await sweep(harness, KEPT.open_live / 2 + 1)
        assert (await table_of(harness, table)).status == "closed"

    run_test(file(tmp_path), test)


def test_players_are_warned_before_a_table_is_closed(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        opened = harness.now
        table = await harness.open(ADA, fixtures.settings("objection", pace=Days()))
        harness.now += DAY
        assert await harness.tables.closes_at(table) == opened + KEPT.open_days
        await harness.act(table, ADA, Close())
        assert await harness.tables.closes_at(table) is None
        begun = harness.now
        table = await running(harness)
        await sweep(harness, KEPT.running_live * 0.7)
        assert await harness.tables.closes_at(table) is None, "it would tell when somebody last looked at it"
        await sweep(harness, KEPT.running_live * 0.1)
        assert await harness.tables.closes_at(table) == begun + KEPT.running_live

    run_test(file(tmp_path), test)


def test_a_server_may_keep_all_tables_for_ever(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        harness.tables.sweeper.retention = Retention.forever()
        tables = [await running(harness), await harness.open(ADA, fixtures.settings("objection"))]
        await sweep(harness, 10_000 * DAY)
        for table, status in zip(tables, ("running", "open"), strict=True):
            assert (await table_of(harness, table)).status == status
            assert await harness.tables.closes_at(table) is None

    run_test(file(tmp_path), test)


def test_tables_that_are_kept_longer_do_not_hide_those_that_are_due(tmp_path: Path) -> None:
    """Each sweep looks at so many tables, and the next one continues from there."""

    async def test(harness: Harness) -> None:
        for number in range(MAX_SWEPT):
            summary = (await table_summary(harness, Days())).replace(b'"t"', b'"s%d"' % number)
            await harness.store.write_listing(Listing(f"s{number}", "running", False, 0.0, summary))
        table = await running(harness)
        await sweep(harness, KEPT.running_live + 1)
        await sweep(harness)
        assert (await table_of(harness, table)).status == "closed"

    async def table_summary(harness: Harness, pace: Days) -> bytes:
        table = await harness.open(ADA, fixtures.settings("objection", pace=pace))
        listing = await harness.store.listing(table)
        assert listing is not None
        await harness.act(table, ADA, Close())
        return listing.summary

    evening_at = 20 * DAY
    assert evening_at < KEPT.running_days

    async def early(harness: Harness) -> None:
        harness.now = evening_at
        await test(harness)

    run_test(file(tmp_path), early)


def test_a_table_that_cannot_be_read_does_not_stop_the_others_from_being_closed(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        await harness.store.write_listing(Listing("no log", "open", True, 1.0, b"{}"))
        await harness.store.append("bad", 1, "c", b"{}", Listing("bad", "open", True, 2.0, b"not a summary"))
        table = await harness.open(ADA, fixtures.settings("objection"))
        await sweep(harness, KEPT.open_live + 1)
        assert (await table_of(harness, table)).status == "closed"

    run_test(file(tmp_path), test)


def test_time_in_which_the_server_was_down_does_not_count(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await running(harness)
        await sweep(harness, 3 * DAY)
        other = await harness.open(ADA, fixtures.settings("objection"))
        await harness.act(other, ADA, Close())
        harness.now += 40 * DAY
        await harness.tables.sweeper.add_downtime()
        await harness.tables.sweeper.add_downtime()
        await sweep(harness)
        assert (await table_of(harness, table)).status == "running"
        assert await updated(harness, table) == harness.now - 3 * DAY
        harness.now += 23 * HOUR
        await harness.open(ADA, fixtures.settings("objection"))
        harness.now += 23 * HOUR
        before = await updated(harness, table)
        await harness.tables.sweeper.add_downtime()
        assert await updated(harness, table) == before, "less than a day is no downtime to speak of"

    run_test(store_address, test)


# Closed tables.


def test_a_closed_game_is_open_to_look_at_to_export_and_to_go_on_from(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await running(harness)
        await harness.answer(table, ADA, 0, 2)
        heard = await harness.subscribe(table, BEN, 1)
        harness.tables.unsubscribe(await harness.tables.live_tables.get(table), 1, heard.append)
        (await harness.tables.live_tables.get(table)).subscribers.clear()
        with pytest.raises(NotAllowed, match="not_over"):
            await harness.tables.export(table, ADA)
        await sweep(harness, KEPT.running_live + 1)
        del harness.tables.live_tables.by_id[table]
        seen = await table_of(harness, table)
        assert seen.status == "closed"
        assert seen.owes() == ()
        now = (await harness.subscribe(table, BEN, 1))[0]
        assert now.scene is not None
        assert now.scene.ask is None
        assert now.ended is not None
        record = read_record(await harness.tables.export(table, EVE))
        verify(find_game("objection"), record)
        assert record.end is None
        assert (await harness.tables.moment(table, EVE, 2, 1)).moment == 1
        assert (await harness.tables.story(table, EVE, 2)).moments
        alone = Settings(
            "objection", (Place("host"), Place("bot", "random"), Place("bot", "random")), visibility="invitation"
        )
        there = (await harness.tables.fork(table, EVE, "f", alone, 1)).table
        await harness.play(there, {0: EVE})
        again = await harness.tables.rematch(table, ADA, "again")
        assert (await table_of(harness, again.table)).known_deal is None

    run_test(store_address, test)


def test_nothing_is_played_at_a_closed_table(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await running(harness)
        await sweep(harness, KEPT.running_live + 1)
        seen = await table_of(harness, table)
        version = seen.version
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await harness.answer(table, ADA, 0, 2)
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await harness.act(table, ADA, Leave(0))
        for seat in range(3):
            for doing in (harness.tables.lost, harness.tables.found):
                with pytest.raises(TimeboothError):
                    await doing(table, seat)
        await harness.advance(3600.0)
        await sweep(harness, KEPT.running_days)
        assert seen.version == version
        await harness.act(table, ADA, Say("what a pity", 0))

    run_test(file(tmp_path), test)


def test_a_table_that_never_began_has_no_past(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection"))
        await harness.act(table, ADA, Close())
        for asking in (
            harness.tables.export(table, ADA),
            harness.tables.rematch(table, ADA, "again"),
            harness.tables.fork(table, ADA, "f", fixtures.settings("objection", visibility="invitation"), 0),
        ):
            with pytest.raises(NotAllowed, match="not_begun"):
                await asking

    run_test(file(tmp_path), test)


# Closed by the host.


def test_a_host_closes_a_table_that_is_still_open(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection"))
        await harness.act(table, BEN, Sit())
        for person in (BEN, EVE):
            with pytest.raises(NotAllowed, match="host_only"):
                await harness.act(table, person, Close())
        await harness.act(table, ADA, Close())
        assert (await table_of(harness, table)).closed == "by_host"
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await harness.act(table, ADA, Close())

    run_test(file(tmp_path), test)


def test_a_host_closes_a_running_game_only_where_nobody_else_plays(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        together = await running(harness)
        await harness.act(together, BEN, Leave(1))
        await harness.act(together, CLEO, Leave(2))
        await harness.advance(61.0)
        assert (await table_of(harness, together)).played_by_bot(1)
        with pytest.raises(NotAllowed, match=r"table\.others_play"):
            await harness.act(together, ADA, Close())
        alone = await harness.open(ADA, fixtures.settings("objection"))
        await harness.act(alone, ADA, Fill("random"))
        await harness.act(alone, ADA, Close())
        assert (await table_of(harness, alone)).status == "closed"
        over = await harness.open(ADA, fixtures.settings("fingers"))
        await harness.act(over, ADA, Fill("random"))
        await harness.play(over, {0: ADA})
        with pytest.raises(Refused, match="game_is_over"):
            await harness.act(over, ADA, Close())

    run_test(file(tmp_path), test)


def test_whoever_sits_down_at_the_last_moment_keeps_the_table(tmp_path: Path) -> None:
    """The sweeper decided by an old listing; somebody else wrote first."""

    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, fixtures.settings("objection"))
        before = await harness.store.listing(table)
        assert before is not None
        harness.now += KEPT.open_live + 1
        other = Harness(harness.store)
        other.now = harness.now
        await other.act(table, BEN, Sit())
        await harness.store.write_listing(before)
        await sweep(harness)
        assert (await table_of(harness, table)).status == "open"

    run_test(file(tmp_path), test)
