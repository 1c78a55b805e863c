"""What every store must do, tested on each of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests import postgres
from tests.conftest import ADAPTERS
from timebooth.store.open_store import default_file, open_store, sqlite_file
from timebooth.store.schema import metadata, migrate
from timebooth.store.sqlite import SqliteStore
from timebooth.store.store import Append, Change, Entry, Listing, Store, StoreError

LISTING = Listing("t", "open", True, 1.0, b"{}")


def with_store(address: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(address)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def driver(address: str) -> str:
    if address.startswith("postgresql:"):
        return address.replace("postgresql:", "postgresql+psycopg:", 1)
    return f"sqlite:///{address}"


def test_entries_come_back_in_order_from_any_version(store_address: str) -> None:
    async def test(store: Store) -> None:
        for version in (1, 2, 3):
            assert await store.append("t", version, f"c{version}", b"%d" % version) is Append.DONE
        await store.append("other", 1, "c1", b"x")

        assert await store.read("t") == [Entry(1, "c1", b"1"), Entry(2, "c2", b"2"), Entry(3, "c3", b"3")]
        assert await store.read("t", 2) == [Entry(3, "c3", b"3")]
        assert await store.read("t", 3) == []
        assert await store.read("nowhere") == []
        found = await store.read_many({"t": 1, "other": 1, "nowhere": 0})
        assert {table: entries for table, entries in found.items() if entries} == {
            "t": [Entry(2, "c2", b"2"), Entry(3, "c3", b"3")]
        }

    with_store(store_address, test)


def test_an_entry_is_written_only_if_its_version_is_the_next_one(store_address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 2, "early", b"") is Append.CONFLICT
        assert await store.append("t", 1, "first", b"") is Append.DONE
        assert await store.append("t", 1, "late", b"") is Append.CONFLICT
        assert await store.append("t", 3, "early", b"") is Append.CONFLICT
        assert [entry.command for entry in await store.read("t")] == ["first"]

    with_store(store_address, test)


def test_a_command_is_done_once_whatever_version_it_names(store_address: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 1, "c", b"1") is Append.DONE
        assert await store.append("t", 1, "c", b"1") is Append.DUPLICATE
        assert await store.append("t", 2, "c", b"2") is Append.DUPLICATE
        assert await store.append("other", 1, "c", b"1") is Append.DONE
        assert await store.read("t") == [Entry(1, "c", b"1")]
        assert await store.has_command("t", "c")
        assert not await store.has_command("t", "d")

    with_store(store_address, test)


def test_of_many_writers_to_one_version_one_wins(store_address: str) -> None:
    async def test(store: Store) -> None:
        second = await open_store(store_address)
        for version in range(1, 11):
            writers = [each.append("t", version, f"{version}-{i}", b"") for i, each in enumerate((store, second) * 4)]
            results = await asyncio.gather(*writers)
            assert results.count(Append.DONE) == 1
            assert results.count(Append.CONFLICT) == 7
        assert [entry.version for entry in await store.read("t")] == list(range(1, 11))
        await second.close()

    with_store(store_address, test)


def test_a_listing_is_written_with_its_entry_or_not_at_all(store_address: str) -> None:
    async def test(store: Store) -> None:
        running = LISTING._replace(status="running", updated=2.0)
        await store.append("t", 1, "a", b"", LISTING)
        assert await store.listing("t") == LISTING
        await store.append("t", 1, "b", b"", running)
        assert await store.listing("t") == LISTING
        await store.append("t", 2, "b", b"", running)
        assert await store.listing("t") == running
        assert await store.listing("nowhere") is None
        await store.write_listing(LISTING)
        await store.write_listing(LISTING._replace(table="other"))
        assert await store.listing("t") == LISTING
        assert await store.listing("other") == LISTING._replace(table="other")

    with_store(store_address, test)


def test_tables_are_listed_by_status_the_latest_first(store_address: str) -> None:
    async def test(store: Store) -> None:
        rows = [
            Listing("a", "open", True, 1.0, b"a"),
            Listing("b", "open", False, 3.0, b"b"),
            Listing("c", "running", True, 2.0, b"c"),
        ]
        for row in rows:
            await store.append(row.table, 1, "c", b"", row)
        assert await store.listings(["open", "running"]) == [rows[1], rows[2], rows[0]]
        assert await store.listings(["open"], public=True) == [rows[0]]
        assert await store.listings(["open", "running"], limit=1) == [rows[1]]
        assert await store.listings(["over"]) == []

    with_store(store_address, test)


def test_what_was_written_is_there_after_closing_and_opening(store_address: str) -> None:
    async def write(store: Store) -> None:
        await asyncio.gather(*(store.append(f"t{i}", 1, "c", b"kept", LISTING) for i in range(50)))

    async def look(store: Store) -> None:
        for i in range(50):
            assert await store.read(f"t{i}") == [Entry(1, "c", b"kept")]

    with_store(store_address, write)
    with_store(store_address, look)


def test_a_backup_taken_while_writing_is_whole_and_restores_into_an_empty_store(
    store_address: str, tmp_path: Path
) -> None:
    async def test(store: Store) -> None:
        for version in range(1, 20):
            await store.append("t", version, f"c{version}", b"x", LISTING)
        writing = asyncio.gather(*(store.append(f"busy{i}", 1, "c", b"", LISTING) for i in range(50)))
        await store.backup(tmp_path / "backup")
        await writing
        fresh = await open_store(str(tmp_path / "fresh.db"))
        assert await fresh.restore(tmp_path / "backup") >= 1
        assert await fresh.read("t") == await store.read("t")
        assert await fresh.listing("t") == LISTING
        assert await fresh.append("t", 20, "c20", b"") is Append.DONE
        await fresh.close()
        with pytest.raises(StoreError, match=r"store\.not_empty"):
            await store.restore(tmp_path / "backup")
        with pytest.raises(StoreError, match=r"store\.file_exists"):
            await store.backup(tmp_path / "backup")

    with_store(store_address, test)


def test_a_backup_of_a_file_restores_into_any_store(store_address: str, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        source = await open_store(str(tmp_path / "source.db"))
        await source.append("t", 1, "c", b"\x00\xff", LISTING)
        await source.backup(tmp_path / "backup")
        await source.close()
        with pytest.raises(StoreError, match=r"store\.not_a_backup"):
            await store.restore(tmp_path / "nothing")
        assert await store.restore(tmp_path / "backup") == 1
        assert await store.read("t") == [Entry(1, "c", b"\x00\xff")]
        assert await store.listing("t") == LISTING

    with_store(store_address, test)


def test_an_older_database_is_migrated_with_everything_it_holds(store_address: str) -> None:
    migrate(driver(store_address), "0001")
    engine = sql.create_engine(driver(store_address))
    with engine.begin() as connection:
        connection.execute(metadata.tables["entry"].insert().values(table_id="t", version=1, command="c", body=b"old"))
    engine.dispose()

    async def test(store: Store) -> None:
        assert await store.read("t") == [Entry(1, "c", b"old")]

    with_store(store_address, test)


def test_the_migrations_lead_to_the_schema(store_address: str) -> None:
    migrate(driver(store_address))
    engine = sql.create_engine(driver(store_address))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_newer_database_is_refused(store_address: str) -> None:
    migrate(driver(store_address))
    engine = sql.create_engine(driver(store_address))
    with engine.begin() as connection:
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()

    with pytest.raises(StoreError, match=r"store\.newer"):
        asyncio.run(open_store(store_address))


def test_other_nodes_are_notified_of_an_entry(store_address: str) -> None:
    """PostgreSQL only: an SQLite file has one node."""

    async def test(store: Store) -> None:
        if isinstance(store, SqliteStore):
            listening = asyncio.ensure_future(anext(store.changes(), None))
            await store.append("t", 1, "c", b"")
            await store.close()
            assert await listening is None
            return
        other = await open_store(store_address)
        changes = other.changes()
        assert await anext(changes) == Change(None)
        await store.append("t", 1, "c", b"")
        await store.append("t", 1, "again", b"")
        await store.append("t", 2, "d", b"")
        assert await anext(changes) == Change("t", 1)
        assert await anext(changes) == Change("t", 2)
        await other.close()

    with_store(store_address, test)


def test_a_store_that_cannot_be_reached_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database")
    for address in (str(tmp_path / "file"), str(tmp_path / "file" / "below"), f"postgresql:///x?host={tmp_path}"):
        with pytest.raises(StoreError, match=r"store\.unreachable"):
            asyncio.run(open_store(address))


def test_a_closed_file_takes_nothing_more(tmp_path: Path) -> None:
    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        await store.close()
        with pytest.raises(StoreError, match=r"store\.closed"):
            await store.append("t", 1, "c", b"")

    asyncio.run(run())


def test_the_file_is_in_wal_mode_and_by_default_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def run() -> None:
        store = await open_store()
        await store.append("t", 1, "c", b"")
        await store.close()

    asyncio.run(run())
    assert default_file() == tmp_path / "timebooth" / "tables.db"
    with closing(sqlite3.connect(default_file())) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_store_that_takes_writes_is_ready(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.append("t", 1, "c1", b"1")
        await store.ready()
        assert await store.read("t") == [Entry(1, "c1", b"1")]

    with_store(store_address, test)


def test_a_postgres_that_takes_no_writes_is_not_ready(request: pytest.FixtureRequest) -> None:
    if "postgres" not in ADAPTERS:
        pytest.skip("NOT TESTED: a PostgreSQL that takes no writes; PostgreSQL is not installed")
    address = postgres.new_database(request.getfixturevalue("postgres_folder"))

    async def test(store: Any) -> None:
        await store._find("SELECT set_config('default_transaction_read_only', 'on', false)")
        with pytest.raises(StoreError):
            await store.ready()

    with_store(address, test)


def test_a_file_that_another_process_has_locked_is_not_ready_until_it_lets_go(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def test(store: Store) -> None:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await store.ready()
            other.execute("ROLLBACK")
        await store.ready()

    with_store(str(file), test)


def test_idle_tables_are_found_page_by_page_the_oldest_first(store_address: str) -> None:
    async def test(store: Store) -> None:
        for table, status, updated in (
            ("a", "running", 5.0),
            ("b", "running", 3.0),
            ("c", "running", 3.0),
            ("d", "open", 1.0),
            ("e", "running", 9.0),
        ):
            await store.write_listing(Listing(table, status, False, updated, b"{}"))
        first = await store.idle("running", 9.0, limit=2)
        assert [listing.table for listing in first] == ["b", "c"]
        rest = await store.idle("running", 9.0, (3.0, "c"), limit=2)
        assert [listing.table for listing in rest] == ["a"]
        assert await store.idle("over", 9.0) == []

    with_store(store_address, test)


def test_visits_are_written_for_running_tables_without_a_recent_one(store_address: str) -> None:
    async def test(store: Store) -> None:
        for table, status, updated in (("a", "running", 1.0), ("b", "running", 8.0), ("c", "open", 1.0)):
            await store.write_listing(Listing(table, status, False, updated, b"{}", ("p",)))
        await store.touch(["a", "b", "c", "nowhere"], 10.0, 5.0)
        await store.touch([], 20.0, 15.0)
        found = {listing.table: listing.updated for listing in await store.listings_of("p")}
        assert found == {"a": 10.0, "b": 8.0, "c": 1.0}

    with_store(store_address, test)


def test_downtime_is_added_once_to_every_table(store_address: str) -> None:
    async def test(store: Store) -> None:
        await store.add_downtime(50.0, 10.0)
        for table, status, updated in (("a", "running", 1.0), ("b", "open", 5.0), ("c", "over", 20.0)):
            await store.write_listing(Listing(table, status, False, updated, b"{}", ("p",)))
        await store.add_downtime(25.0, 10.0)
        assert await times(store) == {"a": 1.0, "b": 5.0, "c": 20.0}
        for _ in range(2):
            await store.add_downtime(50.0, 10.0)
            assert await times(store) == {"a": 31.0, "b": 35.0, "c": 50.0}

    async def times(store: Store) -> dict[str, float]:
        return {listing.table: listing.updated for listing in await store.listings_of("p")}

    with_store(store_address, test)


def test_an_address_is_a_file_or_a_url_of_one_and_anything_else_is_refused() -> None:
    assert sqlite_file("tables.db") == Path("tables.db")
    assert sqlite_file("sqlite:///tables.db") == Path("tables.db")
    assert sqlite_file("sqlite:////srv/tables.db") == Path("/srv/tables.db")
    assert sqlite_file("postgresql://localhost/timebooth") is None
    for address in ("sqlite://tables.db", "sqlite:///", "mysql://localhost/timebooth"):
        with pytest.raises(StoreError):
            sqlite_file(address)
