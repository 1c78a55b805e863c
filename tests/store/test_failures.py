"""When a database fails, the caller gets an error, nothing else is harmed, and everything recovers with it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.store.test_stores import LISTING, with_store
from timebooth.store import sqlite
from timebooth.store.connections import LISTENING, NAME, Timeouts, connection_info
from timebooth.store.postgres import PostgresStore
from timebooth.store.sqlite import SqliteStore
from timebooth.store.store import Append, Change, Entry, Passkey, Store, StoreError, UnstorableText, is_storable

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")
SHORT = Timeouts(connect=5.0, statement=1.0, lock=1.0, heartbeat=0.2, reconnect=0.5)
BOUND = 60.0  # seconds after which a test gives up


def on_a_file(file: Path, test: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await SqliteStore.open(file, wait=0.05)
        try:
            async with asyncio.timeout(BOUND):
                await test(store)
        finally:
            await store.close()

    asyncio.run(run())


@asynccontextmanager
async def on_postgres(address: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(address, size=3, timeouts=SHORT)
    try:
        async with asyncio.timeout(BOUND):
            yield store
    finally:
        await store.close()


# SQLite.


def test_a_locked_file_refuses_one_write_and_takes_the_next(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        with closing(sqlite3.connect(tmp_path / "t.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=r"store\.busy"):
                await store.append("t", 1, "c", b"")
            other.execute("ROLLBACK")
        assert await store.append("t", 1, "c", b"") is Append.DONE

    on_a_file(tmp_path / "t.db", test)


@pytest.mark.parametrize(
    ("pragma", "key"), [("query_only = 1", r"store\.read_only"), ("max_page_count = 1", r"store\.full")]
)
def test_a_read_only_or_full_file_refuses_and_takes_the_next_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, key: str
) -> None:
    connect = sqlite._connect

    def limited(file: Path, wait: float = 1.0) -> sqlite3.Connection:
        db = connect(file, wait)
        db.execute(f"PRAGMA {pragma}")
        return db

    async def test(store: SqliteStore) -> None:
        monkeypatch.setattr(sqlite, "_connect", limited)
        for _ in range(2):
            with pytest.raises(StoreError, match=key):
                await store.append("t", 1, "c", bytes(100_000))
        monkeypatch.setattr(sqlite, "_connect", connect)
        assert await store.append("t", 1, "c", bytes(100_000)) is Append.DONE

    on_a_file(tmp_path / "t.db", test)


def test_an_entry_that_cannot_be_written_harms_neither_its_batch_nor_the_writer(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        entries = [store.append(f"t{i}", 1, "c", b"") for i in range(5)]
        bad = store.append("bad", 2**70, "c", b"")
        results = await asyncio.gather(*entries[:2], bad, *entries[2:], return_exceptions=True)
        assert results.count(Append.DONE) == 5
        assert isinstance(results[2], StoreError)
        assert await store.append("bad", 1, "c", b"") is Append.DONE

    on_a_file(tmp_path / "t.db", test)


def test_a_reader_that_fails_is_replaced(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        await store.append("t", 1, "c", b"")
        await store.read("t")
        assert store._reader is not None
        store._reader.close()
        with pytest.raises(StoreError):
            await store.read("t")
        assert await store.read("t") == [Entry(1, "c", b"")]

    on_a_file(tmp_path / "t.db", test)


def test_a_closed_store_refuses_reads(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(tmp_path / "t.db")
        await store.close()
        with pytest.raises(StoreError, match=r"store\.closed"):
            await store.read("t")

    asyncio.run(run())


# Names that not every database takes.


@pytest.mark.parametrize("name", ["a\0b", "\0", "half \ud83d"])
def test_under_a_name_that_cannot_be_stored_there_is_nothing(store_address: str, name: str) -> None:
    async def test(store: Store) -> None:
        assert await store.read(name) == []
        assert not await store.has_command(name, "c")
        assert not await store.has_command("t", name)
        assert await store.listing(name) is None
        assert await store.listings_of(name) == []
        assert await store.passkey(name) is None
        assert await store.passkeys_of(name) == []
        for refused in (
            store.append(name, 1, "c", b""),
            store.append("t", 1, name, b""),
            store.write_listing(LISTING._replace(table=name)),
            store.add_passkey(Passkey(name, "p", b"", 0, b""), 10),
        ):
            with pytest.raises(UnstorableText):
                await refused
        assert await store.append("t", 1, "c", b"\0") is Append.DONE

    with_store(store_address, test)


def test_ordinary_names_can_be_stored() -> None:
    assert all(map(is_storable, ("", "a", "é", "日本", "🙂", "\n")))


# PostgreSQL.


@needs_postgres
def test_every_error_of_the_database_is_a_store_error(postgres_folder: str) -> None:
    async def run() -> None:
        async with on_postgres(postgres.new_database(postgres_folder)) as store:
            for statement in (b"SELECT nonsense", b"SELECT 1/0", b"INSERT INTO entry VALUES (NULL)", b"?!"):
                with pytest.raises(StoreError, match=r"store\.failed"):
                    await store._pool.all(statement)
            with pytest.raises(StoreError, match=r"store\.unreachable"):
                await store._pool.all(b"SELECT pg_sleep(30)")  # longer than a statement may take
            assert await store.append("t", 1, "c", b"") is Append.DONE

    asyncio.run(run())


@needs_postgres
def test_after_a_failover_writing_goes_on_and_no_connection_stays_with_the_standby(
    postgres_folder: str,
) -> None:
    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        async with on_postgres(address) as store:
            await asyncio.gather(*(store.append(f"t{i}", 1, "c", b"") for i in range(6)))
            postgres.fail_over(address, read_only=True)
            for i in range(6):
                with pytest.raises(StoreError, match=r"store\.read_only"):
                    await store.append(f"t{i}", 2, "d", b"")
            assert await store.read("t1") == [Entry(1, "c", b"")]
            postgres.take_changes_again(address)
            for i in range(6):
                await until_written(store, f"t{i}")

    asyncio.run(run())


async def until_written(store: Store, table: str) -> None:
    """At most once for each connection, a write still reaches the read-only server."""
    for _ in range(5):
        with suppress(StoreError):
            assert await store.append(table, 2, "d", b"") is Append.DONE
            return
    raise AssertionError("lines to the read-only server stay in the pool")


@needs_postgres
def test_connections_that_were_cut_are_replaced_before_anybody_notices(postgres_folder: str) -> None:
    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        async with on_postgres(address) as store:
            await asyncio.gather(*(store.append(f"t{i}", 1, "c", b"") for i in range(6)))
            postgres.fail_over(address, read_only=False)
            await asyncio.gather(*(store.append(f"t{i}", 2, "d", b"") for i in range(6)))

    asyncio.run(run())


@needs_postgres
def test_an_entry_whose_acknowledgement_was_lost_is_written_once(
    postgres_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with on_postgres(postgres.new_database(postgres_folder)) as store:
            run_once = store._pool._run
            lost = [True]

            async def lose_the_first(query: bytes, args: object) -> object:
                rows = await run_once(query, args)  # type: ignore[arg-type]
                if lost and lost.pop():
                    store._pool._broken_at += 1.0
                    raise psycopg.OperationalError("the connection is lost")
                return rows

            monkeypatch.setattr(store._pool, "_run", lose_the_first)
            assert await store.append("t", 1, "c", b"") is Append.DUPLICATE
            assert await store.read("t") == [Entry(1, "c", b"")]

    asyncio.run(run())


@needs_postgres
def test_a_connection_whose_server_does_not_reply_is_ended(postgres_folder: str) -> None:
    """A stopped process keeps its socket open but never replies, like a host that vanished."""

    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        async with on_postgres(address) as store:
            await store.read("t")
            with postgres.silent(address, NAME):
                assert await store.append("t", 1, "c", b"") in (Append.DONE, Append.DUPLICATE)
            assert await store.read("t") == [Entry(1, "c", b"")]

    asyncio.run(run())


@needs_postgres
def test_a_listener_with_a_dead_connection_is_replaced_and_reports_it(postgres_folder: str) -> None:
    async def run() -> None:
        address = postgres.new_database(postgres_folder)
        async with on_postgres(address) as store, on_postgres(address) as other:
            changes = store.changes()
            assert await anext(changes) == Change(None)
            with postgres.silent(address, LISTENING):
                assert await anext(changes) == Change(None)
                await other.append("t", 1, "c", b"")
                assert await anext(changes) == Change("t", 1)
            postgres.fail_over(address, read_only=False)
            assert await anext(changes) == Change(None)
            postgres.ask(address, "NOTIFY timebooth, 'nonsense'")
            assert await anext(changes) == Change(None)
            last = asyncio.ensure_future(anext(changes, None))
            await asyncio.sleep(0)
            await store.close()
            assert await last is None

    asyncio.run(run())


@needs_postgres
def test_a_cancellation_that_the_driver_swallows_is_raised(
    postgres_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with on_postgres(postgres.new_database(postgres_folder)) as store:
            run_once = store._pool._run

            async def forgetful(query: bytes, args: object) -> object:
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(BOUND)
                return await run_once(query, args)  # type: ignore[arg-type]

            monkeypatch.setattr(store._pool, "_run", forgetful)

            async def read_for_ever() -> None:
                while True:
                    await store.read("t")

            task = asyncio.create_task(read_for_ever())
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await store.read("t")

    asyncio.run(run())


@needs_postgres
def test_every_connection_has_timeouts_and_keep_alives_unless_the_address_sets_them() -> None:
    info = connection_info("postgresql://a,b/booth?connect_timeout=7&options=-c%20search_path%3Dx", Timeouts())
    for said in (
        "connect_timeout=7",
        "keepalives_idle=5",
        "tcp_user_timeout=10000",
        "target_session_attrs=read-write",
        "statement_timeout=10000",
        "lock_timeout=5000",
        "idle_in_transaction_session_timeout=20000",
        "search_path=x",
    ):
        assert said in info
    assert "target_session_attrs" not in connection_info("postgresql://a/booth", Timeouts())
