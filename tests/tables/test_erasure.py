"""Erasing a person: nothing of them is left, and every game stays the same."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.tables.fixtures import ADA, BEN, CLEO, EVE, settings
from tests.tables.harness import Harness, run_test
from timebooth.kernel.match import replay
from timebooth.kernel.record import check_commitment, read_record
from timebooth.store.open_store import open_store
from timebooth.tables import personal_data as page_sizes
from timebooth.tables.erasure import erase_everywhere, erase_from
from timebooth.tables.facts import Person
from timebooth.tables.personal_data import personal_data
from timebooth.tables.table import Table
from timebooth.tables.wire import Days, Mute, Note, Place, Remove, Say, SetSleep, Settings, Sit, Sleep

ADELE = Person("id-of-adele", "Adele", "p3")
SECRETS = (b"id-of-adele", b"Adele", b"LiveTable seat", b"I said this", b"I watched", b"my note", b"1234")


def somebody(_lang: str) -> str:
    return "Somebody"


async def evening_with_adele(harness: Harness) -> str:
    """Return a running game of Ben, Adele and Cleo in which Adele wrote everything that one can write."""
    table = await harness.open(BEN, settings("fingers", pace=Days()))
    await harness.act(table, EVE, Say("Eve was here"))
    await harness.act(table, ADELE, Say("I watched"))
    await harness.act(table, ADELE, Sit(1))
    await harness.act(table, CLEO, Sit(2))
    await harness.act(table, ADELE, Say("I said this", 1))
    await harness.act(table, ADELE, Note(1, "my note"))
    await harness.act(table, ADELE, SetSleep(1, Sleep(1234, 10)))
    await harness.act(table, BEN, Say("Ben stays", 0))
    return table


async def everything(harness: Harness, *tables: str) -> bytes:
    """Return everything that the store keeps of these tables."""
    kept = b""
    for table in tables:
        for entry in await harness.store.read(table):
            kept += entry.command.encode() + entry.body
        listing = await harness.store.listing(table)
        assert listing is not None
        kept += listing.summary
    return kept


def test_what_the_host_did_to_an_erased_person_names_them_no_more(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        await harness.act(table, BEN, Mute(seat=1))
        await harness.act(table, BEN, Remove(seat=1))
        assert b"id-of-adele" in (await harness.store.read(table))[-1].body
        await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)
        kept = await everything(harness, table)
        assert not [secret for secret in SECRETS if secret in kept]
        assert (await Harness(harness.store).tables.summary(table, BEN)).status == "running"

    run_test(store_address, test)


def test_a_host_is_given_nobody_elses_id(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        await harness.act(table, BEN, Mute(seat=1))
        await harness.act(table, BEN, Remove(seat=1))
        page = msgspec.json.encode((await personal_data(harness.store, BEN.id)).tables)
        assert b"muted" in page
        assert b"removed" in page
        assert b"id-of-adele" not in page

    run_test(store_address, test)


def test_nothing_of_an_erased_person_is_left_and_a_bot_plays_on(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        heard = await harness.subscribe(table, BEN, 0)
        before = await harness.store.read(table)
        kept = await everything(harness, table)
        assert all(secret in kept for secret in SECRETS if secret != b"LiveTable seat")

        assert await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody) == 1

        after = await harness.store.read(table)
        kept = await everything(harness, table)
        assert not any(secret in kept for secret in SECRETS)
        assert b"Ben stays" in kept
        assert b"Eve was here" in kept
        assert [entry.version for entry in after[: len(before)]] == [entry.version for entry in before]
        assert await harness.store.listings_of(ADELE.id) == []
        assert [listing.table for listing in await harness.store.listings_of(BEN.id)] == [table]
        said = heard[-1].summary
        assert said is not None
        assert [chair.name for chair in said.chairs] == ["Ben", "Somebody", "Cleo"]
        assert said.chairs[1].bot
        lines = (await harness.tables.story(table, EVE, None)).lines
        assert [line.text for line in lines] == ["Eve was here", "", "", "Ben stays"]
        assert await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody) == 0
        await harness.play(table, {0: BEN, 2: CLEO})
        record = read_record(await harness.tables.export(table, BEN))
        check_commitment(record)
        assert record.header.names == ("Ben", "Somebody", "Cleo")
        assert replay(harness.tables.live_tables.find_game("fingers", "standard"), record).over

    run_test(store_address, test)


def test_streams_go_on_with_the_same_numbers(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        heard = await harness.subscribe(table, BEN, 0)
        number = heard[-1].number

        await erase_from(harness.tables.live_tables, table, ADELE.id, somebody)
        await harness.act(table, BEN, Say("still here", 0))

        assert [message.number for message in heard[1:]] == [number + 1, number + 2]
        missed = await harness.tables.missed(table, BEN, 0, 0)
        assert [message.number for message in missed] == list(range(1, number + 3))
        assert not any(secret in msgspec.json.encode(missed) for secret in SECRETS)

    run_test(store_address, test)


def test_the_records_of_finished_games_lose_the_name_and_keep_the_game(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        places = (Place("host"), Place("host", name="LiveTable seat"), Place("bot", "random"))
        table = await harness.open(ADELE, Settings("fingers", places))
        await harness.play(table, {0: ADELE, 1: ADELE})
        before = read_record(await harness.tables.export(table, BEN))
        assert before.header.names == ("Adele", "LiveTable seat", "")

        await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)

        after = read_record(await harness.tables.export(table, BEN))
        assert after.header.names == ("Somebody", "", "")
        assert (after.given, after.end, after.header.seed) == (before.given, before.end, before.header.seed)
        kept = await everything(harness, table)
        assert not any(secret in kept for secret in SECRETS)

    run_test(store_address, test)


def test_before_the_game_an_erased_person_stands_up(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(BEN, settings("fingers"))
        await harness.act(table, ADELE, Sit(1))

        await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)

        chairs = (await harness.tables.summary(table, BEN)).chairs
        assert [chair.kind for chair in chairs] == ["person", "open", "open"]
        kept = await everything(harness, table)
        assert not any(secret in kept for secret in SECRETS)

    run_test(store_address, test)


def test_an_erasure_that_breaks_off_goes_on(store_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(harness: Harness) -> None:
        tables = [await evening_with_adele(harness) for _ in range(3)]
        store = harness.store
        rewrite, done = store.rewrite, 0

        async def dying(*args: object) -> object:
            nonlocal done
            done += 1
            if done == 2:
                raise asyncio.CancelledError
            return await rewrite(*args)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(store, "rewrite", dying)
            with pytest.raises(asyncio.CancelledError):
                await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)
        assert await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody) == 2
        kept = await everything(harness, *tables)
        assert not any(secret in kept for secret in SECRETS)

    run_test(store_address, test)


def test_a_table_that_cannot_be_opened_is_redacted_all_the_same(
    store_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        harness.tables.live_tables.by_id.clear()

        def broken(*_: object) -> None:
            raise RuntimeError

        with monkeypatch.context() as patch:
            patch.setattr(Table, "_play_on", broken)
            patch.setattr(Table, "_begin_if_full", broken)
            await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)
        kept = await everything(harness, table)
        assert not any(secret in kept for secret in SECRETS)
        listing = await harness.store.listing(table)
        assert listing is not None
        assert listing.people == (BEN.id, CLEO.id)

    run_test(store_address, test)


def test_other_nodes_drop_their_copy(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        if not store_address.startswith("postgresql"):
            return
        table = await evening_with_adele(harness)
        other = Harness(await open_store(store_address))
        following = asyncio.create_task(other.tables.live_tables.sync.follow())
        copy = await other.tables.live_tables.get(table)

        await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)

        async with asyncio.timeout(60):
            while b"Adele" in msgspec.json.encode(copy.table.summary()) or not copy.table.seats[1].bot:
                assert not following.done(), following.exception()
                await asyncio.sleep(0.02)
        assert copy.table.seats[1].note == ""
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await other.store.close()

    run_test(store_address, test)


def test_a_node_that_lost_notices_reads_redacted_tables_again(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await evening_with_adele(harness)
        other = Harness(await open_store(store_address))
        copy = await other.tables.live_tables.get(table)
        await erase_everywhere(harness.tables.live_tables, ADELE.id, somebody)
        assert copy.table.seats[1].note == "my note"

        await other.tables.live_tables.sync.reload_redacted()

        assert copy.table.seats[1].note == ""
        await other.store.close()

    run_test(store_address, test)


def test_the_export_holds_what_the_person_wrote_and_nothing_else(
    store_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(harness: Harness) -> None:
        tables = [await evening_with_adele(harness) for _ in range(3)]
        tables.append(await harness.open(ADELE, settings("fingers")))
        whole = await personal_data(harness.store, ADELE.id)
        assert whole.next == ""
        assert sorted(each.table for each in whole.tables) == sorted(tables)
        assert {each.game for each in whole.tables} == {"fingers"}
        text = msgspec.json.encode([each.facts for each in whole.tables])
        for part in (b"I said this", b"I watched", b"my note", b"1234", b'"sat_down"', b'"opened"'):
            assert part in text
        for part in (b"Ben stays", b"Eve was here", b"seed", b"invitation", b"Cleo"):
            assert part not in text
        assert (await personal_data(harness.store, EVE.id)).tables[0].facts[0].fact["text"] == "Eve was here"
        assert (await personal_data(harness.store, "id-of")).tables == []

        monkeypatch.setattr(page_sizes, "MAX_FACTS", 4)
        found: dict[str, list[object]] = {}
        after, pages = "", 0
        while pages == 0 or after:
            page = await personal_data(harness.store, ADELE.id, after)
            assert sum(len(each.facts) for each in page.tables) <= 4
            for each in page.tables:
                found.setdefault(each.table, []).extend(each.facts)
            after, pages = page.next, pages + 1
        assert found == {each.table: each.facts for each in whole.tables}

    run_test(store_address, test)


def test_one_cannot_be_erased_by_the_beginning_of_an_id(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        await evening_with_adele(harness)
        assert await erase_everywhere(harness.tables.live_tables, "id-of", somebody) == 0
        assert await erase_everywhere(harness.tables.live_tables, ADA.id, somebody) == 0

    run_test(store_address, test)
