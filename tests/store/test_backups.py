"""Backups are complete and private, and can be restored into any store; a file that is no backup changes nothing."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql

from tests import postgres
from tests.conftest import ADAPTERS
from tests.store.test_stores import LISTING
from tests.tables.fixtures import ADA
from tests.tables.harness import Harness
from timebooth.store import backup as backups
from timebooth.store.backup import COPIED, check_backup, restore_backup, write_backup
from timebooth.store.open_store import open_store
from timebooth.store.schema import make_engine, metadata, migrate, sqlite_url
from timebooth.store.store import Passkey, StoreError
from timebooth.tables.wire import Place, Settings

BOTS = Settings("objection", (Place("bot", "random"), Place("bot", "random"), Place("bot", "random")))
KEY = b"a key that signs guests, long enough"


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Return the address of an empty database of a kind."""
    numbers = iter(range(100))

    def make(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"tables{next(numbers)}.db")
        return postgres.new_database(request.getfixturevalue("postgres_folder"))

    return make


def rows_of(address: str) -> dict[str, list[tuple[object, ...]]]:
    """Return everything that a database holds."""
    engine = make_engine(address if address.startswith("postgres") else sqlite_url(Path(address)))
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(sql.select(table).order_by(*table.primary_key.columns))
            ]
            for table in COPIED
        }


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("source", ADAPTERS)
@pytest.mark.parametrize("target", ADAPTERS)
def test_tables_go_on_in_any_store_into_which_they_are_restored(
    new_address: Callable[[str], str], tmp_path: Path, source: str, target: str
) -> None:
    file = tmp_path / "backup"

    async def run() -> None:
        first = await open_store(new_address(source))
        harness = Harness(first)
        table = await harness.open(ADA, BOTS)
        for _ in range(3):
            await harness.advance(2.0)
        listing = LISTING._replace(table="binary", status="over", people=("p", "q"))
        await first.append("binary", 1, "c", bytes(range(256)), listing)
        await first.add_passkey(Passkey("credential", "p", b"\0public", 2**40, b"{}"), 10)
        await first.backup(file, KEY)
        kept = await first.read(table)
        await harness.tables.close()

        second = await open_store(new_address(target))
        assert await second.restore(file) == 2
        assert await second.read(table) == kept
        assert [entry.body for entry in await second.read("binary")] == [bytes(range(256))]
        assert [listing.table for listing in await second.listings_of("q")] == ["binary"]
        assert await second.passkeys_of("p") == await first.passkeys_of("p")
        with pytest.raises(StoreError, match=r"store\.not_empty"):
            await second.restore(file)
        again = Harness(second)
        again.now = harness.now
        await again.tables.resume()
        await again.play(table, {})
        await again.tables.close()
        await first.close()
        await second.close()

    asyncio.run(run())
    assert check_backup(file) == KEY
    assert mode(file) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup"]


def fill(engine: sql.Engine, rows: int) -> None:
    """Put rows into every table, whatever tables and columns there are."""
    values = {sql.Text: "text", sql.LargeBinary: b"\0\xff", sql.Boolean: True, sql.Double: 1.5}
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            for i in range(rows):
                row: dict[str, object] = {}
                for column in table.columns:
                    kind = next((value for known, value in values.items() if isinstance(column.type, known)), 7)
                    row[column.name] = f"{kind}{i}" if isinstance(kind, str) else i + 1 if kind == 7 else kind
                connection.execute(table.insert().values(**row))


@pytest.mark.parametrize("kind", ADAPTERS)
def test_every_table_of_the_schema_is_in_a_backup_unless_it_is_marked_as_transient(
    new_address: Callable[[str], str], tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "MAX_ROWS", 2)
    source, target = new_address(kind), new_address(kind)
    engines = [make_engine(each if kind == "postgres" else sqlite_url(Path(each))) for each in (source, target)]
    for engine, address in zip(engines, (source, target), strict=True):
        migrate(address if kind == "postgres" else sqlite_url(Path(address)))
        assert engine.dialect.name.startswith(kind[:6])
    fill(engines[0], 5)
    write_backup(engines[0], tmp_path / "backup")
    assert restore_backup(tmp_path / "backup", engines[1]) == 5
    assert rows_of(target) == rows_of(source)
    assert {len(rows) for rows in rows_of(target).values()} == {5}
    assert {table.name for table in metadata.sorted_tables} - {table.name for table in COPIED} == {"dormant", "node"}
    assert check_backup(tmp_path / "backup") is None


def whole_backup(tmp_path: Path) -> Path:
    migrate(sqlite_url(tmp_path / "source.db"))
    engine = make_engine(sqlite_url(tmp_path / "source.db"))
    fill(engine, 200)
    write_backup(engine, tmp_path / "backup", KEY)
    return tmp_path / "backup"


def truncate(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as handle:
        handle.truncate(size // 2)


def damage(file: Path) -> None:
    with file.open("r+b") as handle:
        handle.seek(4096 + 10)
        handle.write(b"\xff" * 5000)


def alter(*statements: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as db:
            for statement in statements:
                db.execute(statement)
            db.commit()

    return change


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (truncate, "not_a_backup"),
        (damage, "not_a_backup"),
        (lambda file: file.write_bytes(b""), "not_a_backup"),
        (lambda file: file.write_text("a letter to my aunt"), "not_a_backup"),
        (lambda file: file.unlink(), "not_a_backup"),
        (alter("DROP TABLE alembic_version"), "not_a_backup"),
        (alter("DROP TABLE listing"), "not_a_backup"),
        (alter("UPDATE alembic_version SET version_num = '9999'"), "newer_backup"),
        (alter("CREATE TABLE tournament (id TEXT)"), "newer_backup"),
        (alter("ALTER TABLE passkey ADD COLUMN colour TEXT"), "newer_backup"),
    ],
)
def test_a_file_that_is_no_readable_backup_is_refused_and_changes_nothing(
    tmp_path: Path, spoil: Callable[[Path], None], key: str
) -> None:
    file = whole_backup(tmp_path)
    spoil(file)
    migrate(sqlite_url(tmp_path / "target.db"))
    before = (tmp_path / "target.db").read_bytes()
    for refused in (
        lambda: check_backup(file),
        lambda: restore_backup(file, make_engine(sqlite_url(tmp_path / "target.db"))),
    ):
        with pytest.raises(StoreError, match=rf"store\.{key}"):
            refused()
    assert (tmp_path / "target.db").read_bytes() == before


@pytest.mark.parametrize("kind", ADAPTERS)
def test_a_restore_that_fails_half_way_leaves_the_store_empty(
    new_address: Callable[[str], str], tmp_path: Path, kind: str
) -> None:
    file = whole_backup(tmp_path)
    alter(
        "UPDATE entry SET command = 'twice' WHERE version < 3",
        "DROP TABLE seated",
        "CREATE TABLE seated (person TEXT, table_id TEXT, version INT, unfinished INT, since REAL, standing BLOB)",
        "INSERT INTO seated VALUES (NULL, 'x', 0, 1, 0.0, NULL)",
    )(file)
    address = new_address(kind)

    async def run() -> None:
        store = await open_store(address)
        with pytest.raises(StoreError, match=r"store\.not_restored"):
            await store.restore(file)
        await store.close()

    asyncio.run(run())
    assert not any(rows_of(address).values())


def test_a_backup_of_an_older_version_is_migrated(tmp_path: Path) -> None:
    file = tmp_path / "old"
    migrate(sqlite_url(file), "0002")
    with closing(sqlite3.connect(file)) as db:
        db.execute("INSERT INTO entry VALUES ('t', 1, 'c', x'00')")
        db.execute("INSERT INTO listing VALUES ('t', 'open', 1, 1.0, x'7b7d')")
        db.commit()
    before = file.read_bytes()
    migrate(sqlite_url(tmp_path / "target.db"))
    assert restore_backup(file, make_engine(sqlite_url(tmp_path / "target.db"))) == 1
    assert file.read_bytes() == before


def test_a_backup_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate(sqlite_url(tmp_path / "source.db"))
    engine = make_engine(sqlite_url(tmp_path / "source.db"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_copy", full)
    with pytest.raises(StoreError, match=r"store\.unwritable"):
        write_backup(engine, tmp_path / "backup")
    with pytest.raises(StoreError, match=r"store\.unwritable"):
        write_backup(engine, tmp_path / "no such folder" / "backup")
    assert [path.name for path in tmp_path.iterdir()] == ["source.db"]


def test_the_database_and_its_companion_files_are_made_private(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.db"

    async def write() -> list[int]:
        store = await open_store(str(file), alone=True)
        await store.append(f"t{mode(file)}", 1, "c", b"")
        modes = [mode(tmp_path / f"tables.db{ending}") for ending in ("", "-wal", "-shm", ".lock")]
        await store.close()
        return modes

    assert asyncio.run(write()) == [0o600] * 4
    assert not caplog.records
    file.chmod(0o664)
    assert asyncio.run(write())[:3] == [0o600] * 3
    assert "664" in caplog.text
