"""How people stand at their tables is stored beside the listings: without a write for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

import pytest

from tests.tables.fixtures import ADA, BEN, CLEO, settings
from tests.tables.harness import Harness, run_test
from timebooth.store.store import OwnListing, Standing, StoreError
from timebooth.tables import standings as standings_module
from timebooth.tables.facts import Person
from timebooth.tables.standings import MAX_REPAIRS, Stands, read_standing, since, standings_of, stands
from timebooth.tables.wire import Days, Say

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}


async def own(harness: Harness, person: Person) -> OwnListing:
    (found,) = await harness.store.own_listings(person.id, 10)
    return found


def test_standings_are_written_with_the_listing_and_then_together(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("back-to-the-future", pace=Days()))
        live = await harness.tables.live_tables.get(table)
        for person in PEOPLE.values():
            found = await own(harness, person)
            assert not found.behind
            assert read_standing(found.standing) == stands(live.table, person)
            assert found.since == since(live.table)

        await harness.play(table, PEOPLE, moment=5)
        await harness.act(table, ADA, Say("hello", 0))
        assert (await own(harness, ADA)).behind
        await harness.tables.standings.write()
        for person in PEOPLE.values():
            found = await own(harness, person)
            assert not found.behind
            assert read_standing(found.standing) == stands(live.table, person)
        asked = [person for person in PEOPLE.values() if stands(live.table, person).asked]
        assert 0 < len(asked) < 3

    run_test(store_address, test)


def test_what_a_listing_has_written_is_not_written_again(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        written: list[int] = []
        wrapped = harness.store.set_standings

        async def counted(standings: object) -> None:
            written.append(len(standings))  # type: ignore[arg-type]
            await wrapped(standings)  # type: ignore[arg-type]

        harness.store.set_standings = counted  # type: ignore[method-assign]
        table = await harness.open_full(settings("fingers"))
        await harness.tables.standings.write()
        assert written == []
        await harness.play(table, PEOPLE, moment=1)
        await harness.tables.standings.write()
        await harness.tables.standings.write()
        assert written == [3]

    run_test(store_address, test)


def test_standings_are_written_in_parts_and_what_fails_is_written_later(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        tables = [await harness.open_full(settings("back-to-the-future", pace=Days())) for _ in range(3)]
        for table in tables:
            await harness.play(table, PEOPLE, moment=3)
        wrapped, calls = harness.store.set_standings, 0

        async def fails_once(standings: Sequence[Standing]) -> None:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise StoreError("store.closed")
            await wrapped(standings)

        with patch.object(harness.store, "set_standings", fails_once), patch.object(standings_module, "MAX_WRITTEN", 1):
            with pytest.raises(StoreError):
                await harness.tables.standings.write()
            assert len(await harness.store.standings_behind(tables)) == 2
            await harness.tables.standings.write()
        assert calls == 4
        assert await harness.store.standings_behind(tables) == []

    run_test(store_address, test)


def test_a_sealed_answer_changes_only_its_own_standing(store_address: str) -> None:
    """Three seats answer in secret at once."""

    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("fingers"))
        live = (await harness.tables.live_tables.get(table)).table
        before = {each.person: (each.unfinished, each.since, each.body) for each in standings_of(live)}
        harness.now += 5.0
        assert live.match is not None
        await harness.answer(table, BEN, 1, live.match.state.options(1)[0])
        after = {each.person: (each.unfinished, each.since, each.body) for each in standings_of(live)}
        assert [person for person in after if after[person] != before[person]] == [BEN.id]
        assert stands(live, BEN) == Stands((1,))
        assert stands(live, ADA) == Stands((0,), asked=True)

    run_test(store_address, test)


def test_a_standing_that_a_node_never_wrote_is_repaired(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(settings("back-to-the-future", pace=Days()))
        await harness.play(table, PEOPLE, moment=3)
        again = Harness(harness.store)  # the node was killed before it wrote
        again.now = harness.now
        assert (await own(again, BEN)).behind
        await again.tables.standings.repair((table, "nowhere"))
        live = await again.tables.live_tables.get(table)
        found = await own(again, BEN)
        assert not found.behind
        assert read_standing(found.standing) == stands(live.table, BEN)

    run_test(store_address, test)


def test_only_so_many_tables_wait_for_a_repair(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        standings = harness.tables.standings
        for number in range(MAX_REPAIRS + 5):
            standings.repair_later(f"t{number}")
        assert len(standings._behind) == MAX_REPAIRS

    run_test(store_address, test)


def test_a_standing_of_a_newer_version_counts_as_none() -> None:
    assert read_standing(None) is None
    assert read_standing(b"{") is None
    assert read_standing(b'{"seats": "all"}') is None
    assert read_standing(b'{"seats": [1], "hat": "blue"}') == Stands((1,))
