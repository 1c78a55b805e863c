"""On PostgreSQL, entries that gather while a statement runs share the next one, and one message tells of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from tests import postgres
from timebooth.store.bus import MAX_MESSAGE, messages, read_message
from timebooth.store.postgres import PostgresStore
from timebooth.store.postgres_bus import PostgresBus
from timebooth.store.store import Append, Change, Listing, StoreError

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")


@asynccontextmanager
async def nodes(folder: str, many: int) -> AsyncIterator[list[PostgresStore]]:
    address = postgres.new_database(folder)
    stores = [await PostgresStore.open(address) for _ in range(many)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


def listing(table: str, *people: str) -> Listing:
    return Listing(table, "open", public=True, updated=1.0, summary=b"{}", people=people, host="ada", pace="live")


@needs_postgres
def test_entries_of_many_tables_share_statements_and_messages(postgres_folder: str) -> None:
    async def test() -> None:
        async with nodes(postgres_folder, 1) as (store,):
            many = [f"t{number}" for number in range(200)]
            results = await asyncio.gather(*(store.append(t, 1, "open", b"x", listing(t, "ada")) for t in many))

            assert set(results) == {Append.DONE}
            assert store.writer.batches <= 3
            assert len(await store.listings_of("ada")) == 200
            await store.append("t0", 2, "more", b"y", listing("t0", "bob"))
            assert [each.table for each in await store.listings_of("bob")] == ["t0"]
            assert "t0" not in {each.table for each in await store.listings_of("ada")}
            await store.close()
            assert isinstance(store.bus, PostgresBus)
            assert store.bus.sent <= 4

    asyncio.run(test())


@needs_postgres
def test_entries_of_one_table_keep_their_order(postgres_folder: str) -> None:
    async def test() -> None:
        async with nodes(postgres_folder, 1) as (store,):
            done = await asyncio.gather(*(store.append("t", version, f"c{version}", b"") for version in range(1, 21)))

            assert done == [Append.DONE] * 20
            assert [entry.version for entry in await store.read("t")] == list(range(1, 21))

    asyncio.run(test())


@needs_postgres
def test_an_entry_that_is_refused_takes_no_other_with_it(postgres_folder: str) -> None:
    """Neither one that comes too late, nor one that the database does not take."""

    async def test() -> None:
        async with nodes(postgres_folder, 1) as (store,):
            await store.append("late", 1, "first", b"")
            results = await asyncio.gather(
                store.append("held-up", 1, "c", b""),  # while this one is written, the others gather
                store.append("a", 1, "c", b""),
                store.append("late", 1, "second", b""),
                store.append("again", 2**40, "c", b""),  # not an integer of the column
                store.append("b", 1, "c", b"", listing("b")),
                return_exceptions=True,
            )

            assert results[0] is results[1] is results[4] is Append.DONE
            assert results[2] is Append.CONFLICT
            assert isinstance(results[3], StoreError)

    asyncio.run(test())


@needs_postgres
def test_nodes_that_write_to_the_same_tables_at_once_do_not_wait_for_each_other_for_ever(postgres_folder: str) -> None:
    async def test() -> None:
        async with nodes(postgres_folder, 3) as stores:
            tables = [f"t{number}" for number in range(40)]
            for version in range(1, 6):
                writes = (
                    store.append(table, version, f"{version} of {number}", b"", listing(table, "ada"))
                    for number, store in enumerate(stores)
                    for table in (tables if number % 2 else reversed(tables))
                )
                results = await asyncio.gather(*writes)
                assert results.count(Append.DONE) == len(tables)
                assert results.count(Append.CONFLICT) == 2 * len(tables)

    asyncio.run(test())


@needs_postgres
def test_other_nodes_learn_which_tables_changed_and_whether_the_lobby_did(postgres_folder: str) -> None:
    async def test() -> None:
        async with nodes(postgres_folder, 2) as (here, there), aclosing(there.changes()) as changes:
            assert await anext(changes) == Change(None)
            await here.append("t", 1, "c", b"", listing("t"))
            assert await anext(changes) == Change("t", 1, listed=True)
            await there.append("own", 1, "c", b"")  # what a node wrote itself, it is not told
            await here.append("t", 2, "d", b"")
            assert await anext(changes) == Change("t", 2)

    asyncio.run(test())


def test_a_message_is_never_longer_than_a_database_takes() -> None:
    words = [f"{number:018}:12" for number in range(2000)]
    sent = list(messages("here", words))

    assert all(len(message) <= MAX_MESSAGE for message in sent)
    assert [word for message in sent for word in read_message(message, "there") or ()] == words
    assert read_message(sent[0], "here") is None
    assert list(messages("here", [])) == ["here"]
