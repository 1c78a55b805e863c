"""Tables that nobody joins or visits are closed after a stated time; a host closes a table of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tables import setting
from tests.tables.evening import Evening, spend
from tests.tables.library import find_game
from tests.tables.setting import ADA, BEN, CLEO, EVE
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


async def table_of(evening: Evening, table: str) -> Table:
    return (await evening.tables.live_tables.get(table)).table


async def running(evening: Evening, **more: Any) -> str:
    table = await evening.open(ADA, setting.settings("objection", **more))
    for person in (BEN, CLEO):
        await evening.act(table, person, Sit())
    return table


async def updated(evening: Evening, table: str) -> float:
    listing = await evening.store.listing(table)
    assert listing is not None
    return listing.updated


async def sweep(evening: Evening, seconds: float = 0.0) -> None:
    """Let time pass; the sweeper comes round before and after."""
    if seconds:
        await evening.tables.sweeper.sweep()
    evening.now += seconds
    await evening.tables.sweeper.sweep()


@pytest.mark.parametrize(("pace", "kept"), [(Live(), KEPT.open_live), (Days(), KEPT.open_days)])
def test_an_open_table_that_nobody_joins_is_closed_and_everybody_there_is_told(
    pace: Live | Days, kept: float, store_address: str
) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, setting.settings("objection", pace=pace))
        heard = await evening.listen(table, ADA, 0)
        await sweep(evening, kept - 1)
        assert (await table_of(evening, table)).status == "open"
        await evening.act(table, BEN, Sit())
        await sweep(evening, 2)
        assert (await table_of(evening, table)).status == "open", "somebody came, so the time starts again"
        await sweep(evening, kept)
        assert (await table_of(evening, table)).status == "closed"
        assert heard[-1].summary is not None
        assert (heard[-1].summary.status, heard[-1].summary.closed) == ("closed", "nobody_came")
        listing = await evening.store.listing(table)
        assert listing is not None
        assert listing.status == "closed"
        assert await evening.tables.lobby() == []
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await evening.act(table, CLEO, Sit())

    spend(store_address, test)


@pytest.mark.parametrize(("pace", "kept"), [(Live(), KEPT.running_live), (Days(), KEPT.running_days)])
def test_a_running_table_that_nobody_visits_is_closed(pace: Live | Days, kept: float, store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening, pace=pace)
        await sweep(evening, kept - 1)
        assert (await table_of(evening, table)).status == "running"
        await sweep(evening, 2)
        seen = await table_of(evening, table)
        assert (seen.status, seen.closed) == ("closed", "nobody_visited")

    spend(store_address, test)


def test_a_visit_starts_the_time_again_and_costs_one_write_in_ten_minutes(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening)
        first = await updated(evening, table)
        stop = await evening.tables.subscribe(table, EVE, None, lambda _: None)
        stop()
        await sweep(evening, 9 * MINUTE)
        assert await updated(evening, table) == first
        await sweep(evening, 2 * MINUTE)
        await evening.act(table, ADA, Say("still here", 0))
        await sweep(evening)
        assert await updated(evening, table) == evening.now
        await evening.tables.subscribe(table, ADA, 0, lambda _: None)
        for _ in range(3):
            await sweep(evening, KEPT.running_live - 1)
            assert await updated(evening, table) == evening.now, "somebody looks at it all the time"
        assert (await table_of(evening, table)).status == "running"

    spend(file(tmp_path), test)


def test_looking_at_an_open_table_does_not_keep_it(tmp_path: Path) -> None:
    """Otherwise a page that is left open would keep a table in the lobby for ever."""

    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, setting.settings("objection"))
        await evening.listen(table, EVE, None)
        await sweep(evening, KEPT.open_live / 2)
        await sweep(evening, KEPT.open_live / 2 + 1)
        assert (await table_of(evening, table)).status == "closed"

    spend(file(tmp_path), test)


def test_it_is_told_beforehand_when_a_table_will_be_closed(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        opened = evening.now
        table = await evening.open(ADA, setting.settings("objection", pace=Days()))
        evening.now += DAY
        assert await evening.tables.closes_at(table) == opened + KEPT.open_days
        await evening.act(table, ADA, Close())
        assert await evening.tables.closes_at(table) is None
        begun = evening.now
        table = await running(evening)
        await sweep(evening, KEPT.running_live * 0.7)
        assert await evening.tables.closes_at(table) is None, "it would tell when somebody last looked at it"
        await sweep(evening, KEPT.running_live * 0.1)
        assert await evening.tables.closes_at(table) == begun + KEPT.running_live

    spend(file(tmp_path), test)


def test_a_server_may_keep_every_table(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        evening.tables.sweeper.retention = Retention.forever()
        tables = [await running(evening), await evening.open(ADA, setting.settings("objection"))]
        await sweep(evening, 10_000 * DAY)
        for table, status in zip(tables, ("running", "open"), strict=True):
            assert (await table_of(evening, table)).status == status
            assert await evening.tables.closes_at(table) is None

    spend(file(tmp_path), test)


def test_tables_that_are_kept_longer_do_not_hide_those_that_are_due(tmp_path: Path) -> None:
    """Each round looks at so many tables and the next round goes on from there."""

    async def test(evening: Evening) -> None:
        for number in range(MAX_SWEPT):
            summary = (await table_summary(evening, Days())).replace(b'"t"', b'"s%d"' % number)
            await evening.store.write_listing(Listing(f"s{number}", "running", False, 0.0, summary))
        table = await running(evening)
        await sweep(evening, KEPT.running_live + 1)
        await sweep(evening)
        assert (await table_of(evening, table)).status == "closed"

    async def table_summary(evening: Evening, pace: Days) -> bytes:
        table = await evening.open(ADA, setting.settings("objection", pace=pace))
        listing = await evening.store.listing(table)
        assert listing is not None
        await evening.act(table, ADA, Close())
        return listing.summary

    evening_at = 20 * DAY
    assert evening_at < KEPT.running_days

    async def early(evening: Evening) -> None:
        evening.now = evening_at
        await test(evening)

    spend(file(tmp_path), early)


def test_a_table_that_cannot_be_read_does_not_stop_the_others_from_being_closed(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        await evening.store.write_listing(Listing("no log", "open", True, 1.0, b"{}"))
        await evening.store.append("bad", 1, "c", b"{}", Listing("bad", "open", True, 2.0, b"not a summary"))
        table = await evening.open(ADA, setting.settings("objection"))
        await sweep(evening, KEPT.open_live + 1)
        assert (await table_of(evening, table)).status == "closed"

    spend(file(tmp_path), test)


def test_time_in_which_the_server_was_down_does_not_count(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening)
        await sweep(evening, 3 * DAY)
        other = await evening.open(ADA, setting.settings("objection"))
        await evening.act(other, ADA, Close())
        evening.now += 40 * DAY
        await evening.tables.sweeper.add_downtime()
        await evening.tables.sweeper.add_downtime()
        await sweep(evening)
        assert (await table_of(evening, table)).status == "running"
        assert await updated(evening, table) == evening.now - 3 * DAY
        evening.now += 23 * HOUR
        await evening.open(ADA, setting.settings("objection"))
        evening.now += 23 * HOUR
        before = await updated(evening, table)
        await evening.tables.sweeper.add_downtime()
        assert await updated(evening, table) == before, "less than a day is no downtime to speak of"

    spend(store_address, test)


# What a closed table still is.


def test_a_closed_game_is_open_to_look_at_to_export_and_to_go_on_from(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening)
        await evening.answer(table, ADA, 0, 2)
        heard = await evening.listen(table, BEN, 1)
        evening.tables.unsubscribe(await evening.tables.live_tables.get(table), 1, heard.append)
        (await evening.tables.live_tables.get(table)).subscribers.clear()
        with pytest.raises(NotAllowed, match="not_over"):
            await evening.tables.export(table, ADA)
        await sweep(evening, KEPT.running_live + 1)
        del evening.tables.live_tables.by_id[table]
        seen = await table_of(evening, table)
        assert seen.status == "closed"
        assert seen.owes() == ()
        now = (await evening.listen(table, BEN, 1))[0]
        assert now.scene is not None
        assert now.scene.ask is None
        assert now.ended is not None
        record = read_record(await evening.tables.export(table, EVE))
        verify(find_game("objection"), record)
        assert record.end is None
        assert (await evening.tables.moment(table, EVE, 2, 1)).moment == 1
        assert (await evening.tables.story(table, EVE, 2)).moments
        alone = Settings(
            "objection", (Place("host"), Place("bot", "random"), Place("bot", "random")), visibility="invitation"
        )
        there = (await evening.tables.fork(table, EVE, "f", alone, 1)).table
        await evening.play_to_the_end(there, {0: EVE})
        again = await evening.tables.rematch(table, ADA, "again")
        assert (await table_of(evening, again.table)).known_deal is None

    spend(store_address, test)


def test_nothing_is_played_at_a_closed_table(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening)
        await sweep(evening, KEPT.running_live + 1)
        seen = await table_of(evening, table)
        version = seen.version
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await evening.answer(table, ADA, 0, 2)
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await evening.act(table, ADA, Leave(0))
        for seat in range(3):
            for doing in (evening.tables.lost, evening.tables.found):
                with pytest.raises(TimeboothError):
                    await doing(table, seat)
        await evening.turn(3600.0)
        await sweep(evening, KEPT.running_days)
        assert seen.version == version
        await evening.act(table, ADA, Say("what a pity", 0))

    spend(file(tmp_path), test)


def test_a_table_that_never_began_has_no_past(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, setting.settings("objection"))
        await evening.act(table, ADA, Close())
        for asking in (
            evening.tables.export(table, ADA),
            evening.tables.rematch(table, ADA, "again"),
            evening.tables.fork(table, ADA, "f", setting.settings("objection", visibility="invitation"), 0),
        ):
            with pytest.raises(NotAllowed, match="not_begun"):
                await asking

    spend(file(tmp_path), test)


# By the host.


def test_a_host_closes_a_table_that_is_still_open(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, setting.settings("objection"))
        await evening.act(table, BEN, Sit())
        for person in (BEN, EVE):
            with pytest.raises(NotAllowed, match="host_only"):
                await evening.act(table, person, Close())
        await evening.act(table, ADA, Close())
        assert (await table_of(evening, table)).closed == "by_host"
        with pytest.raises(NotAllowed, match=r"table\.closed"):
            await evening.act(table, ADA, Close())

    spend(file(tmp_path), test)


def test_a_host_closes_a_running_game_only_where_nobody_else_plays(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        together = await running(evening)
        await evening.act(together, BEN, Leave(1))
        await evening.act(together, CLEO, Leave(2))
        await evening.turn(61.0)
        assert (await table_of(evening, together)).played_by_bot(1)
        with pytest.raises(NotAllowed, match=r"table\.others_play"):
            await evening.act(together, ADA, Close())
        alone = await evening.open(ADA, setting.settings("objection"))
        await evening.act(alone, ADA, Fill("random"))
        await evening.act(alone, ADA, Close())
        assert (await table_of(evening, alone)).status == "closed"
        over = await evening.open(ADA, setting.settings("fingers"))
        await evening.act(over, ADA, Fill("random"))
        await evening.play_to_the_end(over, {0: ADA})
        with pytest.raises(Refused, match="game_is_over"):
            await evening.act(over, ADA, Close())

    spend(file(tmp_path), test)


def test_whoever_sits_down_at_the_last_moment_keeps_the_table(tmp_path: Path) -> None:
    """The sweeper decided by what it had read; somebody else wrote first."""

    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, setting.settings("objection"))
        before = await evening.store.listing(table)
        assert before is not None
        evening.now += KEPT.open_live + 1
        other = Evening(evening.store)
        other.now = evening.now
        await other.act(table, BEN, Sit())
        await evening.store.write_listing(before)
        await sweep(evening)
        assert (await table_of(evening, table)).status == "open"

    spend(file(tmp_path), test)
