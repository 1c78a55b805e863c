"""Backups: everything that a database holds, in one private SQLite file from which either adapter can be filled.

Every table in `schema.metadata` is copied unless it is marked as transient. Rows are streamed.
"""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sql

from timebooth.store.private_files import create_private, publish
from timebooth.store.schema import HEAD, VERSION_TABLE, head, is_known, metadata, migrate, sqlite_url
from timebooth.store.store import StoreError

MAX_ROWS = 1000  # in memory at a time
COPIED = tuple(table for table in metadata.sorted_tables if not table.info.get("transient"))

notes = sql.Table(
    "backup_note",
    sql.MetaData(),
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
SECRET = "secret"


def write_backup(source: sql.Engine, file: Path, secret: bytes | None = None) -> None:
    """Write a consistent copy of a database to a new file, which gets its name only when it is complete."""
    if file.exists():
        raise StoreError("store.file_exists", file=str(file))
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        create_private(part)
        migrate(sqlite_url(part))
        target = sql.create_engine(sqlite_url(part), poolclass=sql.NullPool)
        notes.create(target)
        with transaction(source) as rows, transaction(target, writing=True) as copy:
            _copy(rows, copy)
            if secret is not None:
                copy.execute(notes.insert().values(name=SECRET, value=secret))
        target.dispose()
        publish(part, file)
    except FileExistsError:
        raise StoreError("store.file_exists", file=str(file)) from None
    except (OSError, sql.exc.SQLAlchemyError) as problem:
        raise StoreError("store.unwritable", file=str(file), reason=_reason(problem)) from problem
    finally:
        for left in (part, part.with_name(f"{part.name}-journal")):
            left.unlink(missing_ok=True)


def restore_backup(file: Path, target: sql.Engine) -> int:
    """Fill an empty database from a backup, all or nothing; return how many tables it lists."""
    with _opened(file) as backup, transaction(backup) as rows:
        try:
            with transaction(target, writing=True) as empty:
                if target.dialect.name == "postgresql":
                    for table in COPIED:
                        empty.exec_driver_sql(f"LOCK TABLE {table.name} IN EXCLUSIVE MODE")
                if any(empty.execute(sql.select(sql.exists().select_from(table))).scalar() for table in COPIED):
                    raise StoreError("store.not_empty")
                _copy(rows, empty)
                found = empty.execute(sql.select(sql.func.count()).select_from(metadata.tables["listing"])).scalar()
        except sql.exc.SQLAlchemyError as problem:
            raise StoreError("store.not_restored", file=str(file), reason=_reason(problem)) from problem
    return int(found or 0)


def check_backup(file: Path) -> bytes | None:
    """Return the signing key in a backup, if any; raise `StoreError` if the file is not a readable backup."""
    with _opened(file) as backup, transaction(backup) as rows:
        if not sql.inspect(rows).has_table(notes.name):
            return None
        found: bytes | None = rows.execute(sql.select(notes.c.value).where(notes.c.name == SECRET)).scalar()
        return found


def copy_database(file: Path, copy: Path) -> None:
    """Copy an SQLite database as it is, whatever its version; a server may be using it."""
    try:
        address = f"{file.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error as problem:
        raise StoreError("store.not_a_database", file=str(file), reason=str(problem)) from None


@contextmanager
def _opened(file: Path) -> Iterator[sql.Engine]:
    """Open a backup of this version or an older one, of which a copy is migrated."""
    with tempfile.TemporaryDirectory(prefix="timebooth-") as folder:
        try:
            engine = _read_only(file)
            revision = _revision(engine)
            if revision is None:
                raise StoreError("store.not_a_backup", file=str(file), reason="it holds no tables of Timebooth")
            if not is_known(revision):
                raise StoreError("store.newer_backup", file=str(file))
            if revision != head():
                older = Path(folder) / "backup.db"
                shutil.copyfile(file, older)
                migrate(sqlite_url(older), HEAD)
                engine = _read_only(older)
            _check_columns(engine, file)
        except (sqlite3.Error, sql.exc.SQLAlchemyError, OSError) as problem:
            raise StoreError("store.not_a_backup", file=str(file), reason=_reason(problem)) from None
        try:
            yield engine
        finally:
            engine.dispose()


def _read_only(file: Path) -> sql.Engine:
    address = f"{file.absolute().as_uri()}?mode=ro"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True)

    return sql.create_engine("sqlite://", creator=connect, poolclass=sql.NullPool)


def _revision(engine: sql.Engine) -> str | None:
    """Return the revision of a backup, after checking that the file is intact."""
    with engine.connect() as connection:
        result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if result != "ok":
            raise OSError(str(result))
        if not sql.inspect(connection).has_table(VERSION_TABLE):
            return None
        found: str | None = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
        return found


def _check_columns(engine: sql.Engine, file: Path) -> None:
    """Refuse a backup with tables or columns that this version does not know (they would be lost) or lacks."""
    with engine.connect() as connection:
        inspector = sql.inspect(connection)
        there = {
            name: {column["name"] for column in inspector.get_columns(name)}
            for name in inspector.get_table_names()
            if name not in (VERSION_TABLE, notes.name)
        }
    known = {table.name: {column.name for column in table.columns} for table in metadata.tables.values()}
    if any(columns - known.get(name, set()) for name, columns in there.items()):
        raise StoreError("store.newer_backup", file=str(file))
    missing = sorted(table.name for table in COPIED if known[table.name] - there.get(table.name, set()))
    if missing:
        raise StoreError("store.not_a_backup", file=str(file), reason=f"{missing[0]} is missing or incomplete")


@contextmanager
def transaction(engine: sql.Engine, *, writing: bool = False) -> Iterator[sql.Connection]:
    """Open a transaction on a consistent snapshot; it is rolled back if the block raises."""
    if engine.dialect.name == "sqlite":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")  # the driver begins none for SELECT
            try:
                yield connection
            except BaseException:
                connection.exec_driver_sql("ROLLBACK")
                raise
            connection.exec_driver_sql("COMMIT")
    else:
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": not writing}
        with engine.connect().execution_options(**options) as connection, connection.begin():
            yield connection


def _copy(source: sql.Connection, target: sql.Connection) -> None:
    for table in COPIED:
        ordered = sql.select(table).order_by(*table.primary_key.columns)
        rows = source.execute(ordered, execution_options={"yield_per": MAX_ROWS})
        for part in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in part])


def _reason(problem: Exception) -> str:
    """Return the database's own error message, without the statement."""
    original = getattr(problem, "orig", None) or problem
    return str(getattr(original, "strerror", None) or original).strip()
