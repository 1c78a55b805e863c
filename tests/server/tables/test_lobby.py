"""The lobby reads listings: a page costs two queries and opens no table, however many are stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from tests.tables.fixtures import ADA, BEN, CLEO, settings
from tests.tables.harness import Harness, run_test
from timebooth.server.protocol import Lobby
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.lobby import MAX_LISTED, lobby
from timebooth.store.sql_store import SqlStore
from timebooth.tables.set_aside import SetAside
from timebooth.tables.wire import Days

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}
ADA_HERE = Guest(ADA.id, ADA.name, "p1", "en")
HOUSE = 3000  # other people's tables
MINE = 40


class Counted:
    """Counts the queries of a store and the tables that are opened."""

    def __init__(self, harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
        self.queries: list[str] = []
        self.opened: list[str] = []
        find, load = harness.store._find, harness.tables.live_tables._load  # type: ignore[attr-defined]

        async def counted_find(query: str, args: Sequence[object] = ()) -> list[tuple[Any, ...]]:
            self.queries.append(query)
            return await find(query, args)  # type: ignore[no-any-return]

        async def counted_load(table: str) -> Any:
            self.opened.append(table)
            return await load(table)

        monkeypatch.setattr(harness.store, "_find", counted_find)
        monkeypatch.setattr(harness.tables.live_tables, "_load", counted_load)


async def forty_tables(harness: Harness) -> list[str]:
    """Open tables for Ada in every state: waiting for players, running, and over."""
    tables = []
    for number in range(MINE):
        if number % 4 == 0:
            tables.append(await harness.open(ADA, settings("fingers", pace=Days())))
            continue
        tables.append(table := await harness.open_full(settings("fingers", pace=Days())))
        await harness.play(table, PEOPLE, moment=None if number % 4 == 3 else 1)
    return tables


async def other_tables(harness: Harness, model: str) -> None:
    """Store thousands of public tables of other hosts."""
    listing = await harness.store.listing(model)
    assert listing is not None
    listings = [
        listing._replace(
            table=f"other{number}",
            host=f"host{number}",
            people=(f"p{number}",),
            status="running" if number % 2 else "open",
            summary=listing.summary.replace(b'"open"', b'"running"', 1) if number % 2 else listing.summary,
        )
        for number in range(HOUSE)
    ]
    for start in range(0, HOUSE, 100):
        await asyncio.gather(*map(harness.store.write_listing, listings[start : start + 100]))


async def restart(harness: Harness) -> Harness:
    """Return a node that has opened nothing yet, after the first one has stopped."""
    await harness.tables.close()
    again = Harness(harness.store)
    again.now = harness.now
    return again


def rows(page: Lobby) -> list[tuple[Any, ...]]:
    return sorted(
        (own.summary.table, own.summary, own.seats, own.asked, own.updated, own.won, own.closes_at) for own in page.mine
    )


def test_a_page_costs_two_queries_and_opens_nothing(store_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(harness: Harness) -> None:
        tables = await forty_tables(harness)
        await other_tables(harness, tables[0])
        in_memory = await lobby(harness.tables, ADA_HERE)
        again = await restart(harness)
        counted = Counted(again, monkeypatch)

        page = await lobby(again.tables, ADA_HERE)

        assert (len(counted.queries), counted.opened) == (2, [])
        assert rows(page) == rows(in_memory)
        assert {own.summary.table for own in page.mine} == set(tables)
        assert (len(page.open), len(page.running)) == (MAX_LISTED, MAX_LISTED)
        unfinished = [own.summary.status in ("open", "running") for own in page.mine]
        assert unfinished == sorted(unfinished, reverse=True)
        assert {own.asked for own in page.mine} == {True, False}
        assert any(own.won is not None for own in page.mine)

    run_test(store_address, test)


def test_tables_of_an_older_version_are_opened_once(store_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("fingers", pace=Days()))
        await harness.play(table, PEOPLE, moment=1)
        before = await lobby(harness.tables, ADA_HERE)
        again = await restart(harness)
        assert isinstance(again.store, SqlStore)
        older = "UPDATE seated SET version = 0, unfinished = ?, since = 0, standing = NULL RETURNING 1"
        await again.store._change(older, (True,))
        counted = Counted(again, monkeypatch)

        assert rows(await lobby(again.tables, ADA_HERE)) == rows(before)
        assert counted.opened == [table]
        third = await restart(again)
        counted = Counted(third, monkeypatch)
        assert rows(await lobby(third.tables, ADA_HERE)) == rows(before)
        assert counted.opened == []

    run_test(store_address, test)


def test_a_table_that_cannot_be_opened_still_shows_why(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, settings("fingers"))
        again = await restart(harness)
        assert isinstance(again.store, SqlStore)
        await again.store._change("UPDATE entry SET body = ? RETURNING 1", (b"{",))
        with pytest.raises(SetAside):
            await again.tables.live_tables.get(table)

        page = await lobby(again.tables, ADA_HERE)
        (own,) = page.mine
        assert own.problem is not None
        assert (own.summary.table, page.open) == (table, ())

        await again.store._change("UPDATE seated SET standing = NULL RETURNING 1", ())
        third = Harness(harness.store)
        (own,) = (await lobby(third.tables, ADA_HERE)).mine
        assert own.problem is not None

    run_test(store_address, test)


def test_a_lobby_that_finds_an_old_standing_has_it_repaired(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("back-to-the-future", pace=Days()))
        await harness.play(table, PEOPLE, moment=3)
        again = Harness(harness.store)
        again.now = harness.now
        await lobby(again.tables, ADA_HERE)
        assert list(again.tables.standings._behind) == [table]
        assert table not in again.tables.live_tables.by_id

    run_test(store_address, test)
