"""The tables of the database, and the migration of older databases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from timebooth.store.store import StoreError

HEAD = "head"
MIGRATION_LOCK = 7_411_985  # an advisory lock: one node migrates while the others wait

VERSION_TABLE = "alembic_version"
MIGRATION_LOCK_TIMEOUT = 60  # seconds: a node that hangs while it migrates must not block all others

metadata = sql.MetaData()

entry = sql.Table(
    "entry",
    metadata,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("command", sql.Text, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.UniqueConstraint("table_id", "command", name="entry_once"),
)

listing = sql.Table(
    "listing",
    metadata,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("status", sql.Text, nullable=False),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("updated", sql.Double, nullable=False),
    sql.Column("summary", sql.LargeBinary, nullable=False),
    sql.Column("host", sql.Text, nullable=False, server_default=""),
    sql.Column("pace", sql.Text, nullable=False, server_default=""),
    sql.Column("address", sql.Text, nullable=False, server_default=""),
    sql.Index("listing_by_status", "status", "updated"),
    sql.Index("listing_by_host", "host", "status"),
    sql.Index("listing_by_address", "address", "status"),
    sql.Index("listing_public", "public", "status", "pace", "updated", "host", "table_id"),
)

seated = sql.Table(
    "seated",
    metadata,
    sql.Column("person", sql.Text, primary_key=True),
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, nullable=False, server_default="0"),
    sql.Column("unfinished", sql.Boolean, nullable=False, server_default=sql.true()),
    sql.Column("since", sql.Double, nullable=False, server_default="0"),
    sql.Column("standing", sql.LargeBinary, nullable=True),
    sql.Index("seated_by_table", "table_id"),
    sql.Index("seated_latest", "person", "unfinished", "since", "table_id"),
)

passkey = sql.Table(
    "passkey",
    metadata,
    sql.Column("credential", sql.Text, primary_key=True),
    sql.Column("person", sql.Text, nullable=False),
    sql.Column("public", sql.LargeBinary, nullable=False),
    sql.Column("signs", sql.BigInteger, nullable=False),
    sql.Column("profile", sql.LargeBinary, nullable=False),
    sql.Index("passkey_by_person", "person"),
)

node = sql.Table(
    "node",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("seen", sql.Double, nullable=False),
    sql.Column("started", sql.Double, nullable=False),
    sql.Column("version", sql.Text, nullable=False),
    info={"transient": True},  # only the nodes that are alive now: not for a backup
)
guest_session = sql.Table(
    "guest_session",
    metadata,
    sql.Column("person", sql.Text, primary_key=True),
    sql.Column("epoch", sql.Integer, nullable=False),
)

erasing = sql.Table("erasing", metadata, sql.Column("person", sql.Text, primary_key=True))

kept = sql.Table(
    "kept",
    metadata,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("first", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("moments", sql.Integer, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)

dormant = sql.Table(
    "dormant",
    metadata,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("due", sql.Double, nullable=False),
    sql.Index("dormant_by_due", "due"),
    info={"transient": True},  # without its row a table is awake
)

operator = sql.Table(
    "operator",
    metadata,
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)

redacted = sql.Table(
    "redacted",
    metadata,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("times", sql.Integer, nullable=False),
)


def sqlite_url(file: Path) -> sql.URL:
    return sql.URL.create("sqlite", database=str(file))


def make_engine(url: str | sql.URL) -> sql.Engine:
    """Return an engine for SQLite or for a libpq URL, which may name several hosts and any option of libpq."""
    if not isinstance(url, str) or not url.startswith("postgres"):
        return sql.create_engine(url, poolclass=sql.NullPool)
    import psycopg

    from timebooth.store.connections import LONG_TIMEOUTS, connection_info

    scheme, _, rest = url.partition("://")
    info = connection_info(f"{scheme.partition('+')[0]}://{rest}", LONG_TIMEOUTS)

    def connect() -> psycopg.Connection[Any]:
        return psycopg.connect(info)

    return sql.create_engine("postgresql+psycopg://", creator=connect, poolclass=sql.NullPool)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def head() -> str:
    """Return the revision that this version of Timebooth works with."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def is_known(revision: str) -> bool:
    """Return whether this version of Timebooth, or an older one, has this revision."""
    return any(script.revision == revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def migrate(url: str | sql.URL, to: str = HEAD) -> None:
    """Create or migrate a database; raise `StoreError` if it is of a newer version."""
    engine = make_engine(url)
    config = _config()
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sql.text(f"SET LOCAL lock_timeout = '{MIGRATION_LOCK_TIMEOUT}s'"))
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError as problem:
        raise StoreError("store.newer", reason=str(problem)) from None
    except sql.exc.DBAPIError as problem:
        raise StoreError("store.unreachable", reason=str(problem.orig).strip()) from None
    finally:
        engine.dispose()
