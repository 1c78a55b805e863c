"""What the lobby asks a store: public tables in turns of their hosts, and the tables of one person."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.test_stores import LISTING, with_store
from timebooth.store import sql_store
from timebooth.store.schema import migrate, sqlite_url
from timebooth.store.store import Listing, Standing, Store


def public(table: str, host: str, updated: float, status: str = "open", pace: str = "days") -> Listing:
    return Listing(table, status, True, updated, b"{}", host=host, pace=pace)


async def shown(
    store: Store, per_host: int = 2, live_since: float = 0.0, scan: int = 1000, limit: int = 100
) -> list[str]:
    found = await store.public_listings(live_since=live_since, per_host=per_host, scan=scan, limit=limit)
    return [listing.table for listing in found]


def test_public_tables_are_listed_in_turns_of_their_hosts(store_address: str) -> None:
    async def test(store: Store) -> None:
        for number in range(20):
            await store.write_listing(public(f"flood{number:02}", "eve", 100.0 - number))
        for listing in (public("a1", "ada", 9.0), public("b1", "ben", 8.0), public("a2", "ada", 7.0)):
            await store.write_listing(listing)
        await store.write_listing(public("old", "", 6.0))
        await store.write_listing(public("old too", "", 5.0))
        await store.write_listing(public("game", "eve", 4.0, "running"))
        await store.write_listing(public("hidden", "ben", 99.0)._replace(public=False))
        await store.write_listing(public("over", "ben", 99.0, "over"))

        assert await shown(store) == ["flood00", "a1", "b1", "old", "old too", "flood01", "a2", "game"]
        assert await shown(store, per_host=1) == ["flood00", "a1", "b1", "old", "old too", "game"]
        assert await shown(store, limit=2) == ["flood00", "a1", "game"]
        assert await shown(store, scan=3) == ["flood00", "flood01", "game"]

    with_store(store_address, test)


def test_live_tables_without_a_recent_visitor_are_not_listed(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.write_listing(public("fresh", "ada", 50.0, pace="live"))
        await store.write_listing(public("stale", "ben", 49.0, pace="live"))
        await store.write_listing(public("slow", "cleo", 1.0))

        assert await shown(store, live_since=50.0) == ["fresh", "slow"]

    with_store(store_address, test)


def standing(table: str, person: str, version: int, since: float, *, unfinished: bool = True) -> Standing:
    return Standing(table, person, version, unfinished, since, f"{table} {version}".encode())


async def own(store: Store, person: str = "ada", limit: int = 10) -> list[tuple[str, float, bytes | None, bool]]:
    found = await store.own_listings(person, limit)
    return [(each.listing.table, each.since, each.standing, each.behind) for each in found]


def test_unfinished_tables_of_a_person_come_first_and_the_latest_question_before_older_ones(store_address: str) -> None:
    async def test(store: Store) -> None:
        for table, since, unfinished in (("a", 1.0, True), ("b", 9.0, False), ("c", 5.0, True)):
            listing = LISTING._replace(table=table, people=("ada", "ben"))
            stand = standing(table, "ada", 1, since, unfinished=unfinished)
            await store.append(table, 1, "c", b"", listing._replace(standings=(stand,)))

        assert [row[0] for row in await own(store)] == ["c", "a", "b"]
        assert [row[0] for row in await own(store, limit=2)] == ["c", "a"]
        assert await own(store, "ben", 1) == [("c", 0.0, None, True)]
        assert await own(store, "eve") == []

    with_store(store_address, test)


def test_a_standing_is_behind_while_the_log_is_longer(store_address: str) -> None:
    async def test(store: Store) -> None:
        listing = LISTING._replace(people=("ada",), standings=(standing("t", "ada", 1, 1.0),))
        await store.append("t", 1, "c1", b"", listing)
        assert await own(store) == [("t", 1.0, b"t 1", False)]
        assert await store.standings_behind(["t"]) == []

        await store.append("t", 2, "c2", b"")
        assert await own(store) == [("t", 1.0, b"t 1", True)]
        assert await store.standings_behind(["t", "nowhere"]) == ["t"]

        await store.set_standings([standing("t", "ada", 2, 2.0), standing("t", "nobody", 2, 2.0)])
        assert await own(store) == [("t", 2.0, b"t 2", False)]
        assert await own(store, "nobody") == []
        await store.set_standings([])

    with_store(store_address, test)


def test_an_older_version_never_replaces_a_newer_standing(store_address: str) -> None:
    async def test(store: Store) -> None:
        listing = LISTING._replace(people=("ada",), standings=(standing("t", "ada", 5, 5.0),))
        await store.write_listing(listing)
        await store.set_standings([standing("t", "ada", 4, 4.0)])
        await store.write_listing(listing._replace(standings=(standing("t", "ada", 3, 3.0),)))
        await store.write_listing(listing._replace(standings=()))  # as a table is listed that cannot be opened
        assert await own(store) == [("t", 5.0, b"t 5", False)]

        await store.write_listing(listing._replace(people=()))
        assert await own(store) == []

    with_store(store_address, test)


def test_a_node_of_an_older_version_can_go_on_writing(store_address: str) -> None:
    """It knows only two of the columns of `seated`; its rows are unfinished tables without a standing."""

    async def test(store: Store) -> None:
        await store.write_listing(LISTING)
        assert isinstance(store, sql_store.SqlStore)
        await store._change("INSERT INTO seated (person, table_id) VALUES (?, ?) RETURNING 1", ("ada", "t"))
        assert await own(store) == [("t", 0.0, None, False)]

    with_store(store_address, test)


@pytest.mark.parametrize(
    ("query", "arguments", "index"),
    [
        (
            sql_store.PUBLIC_LISTINGS,
            (0.0, 10) * 6 + (3, 10),
            "COVERING INDEX listing_public (public=? AND status=? AND pace=? AND updated>?)",
        ),
        (sql_store.OWN_LISTINGS, ("ada", 10), "INDEX seated_latest (person=?)"),
    ],
)
def test_the_lobby_never_reads_through_all_tables(
    tmp_path: Path, query: str, arguments: tuple[object, ...], index: str
) -> None:
    """What is scanned is only what an index has limited already."""
    file = tmp_path / "tables.db"
    migrate(sqlite_url(file))
    with closing(sqlite3.connect(file)) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}", arguments)]
    assert any(step.startswith("SEARCH") and index in step for step in plan), plan
    assert not any(step.startswith(f"SCAN {table}") for step in plan for table in ("listing", "seated", "entry")), plan
