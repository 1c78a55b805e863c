"""The tables of the database, and how an older database becomes a new one."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from timebooth.store.store import StoreError

HEAD = "head"
ONE_AT_A_TIME = 7_411_985  # the advisory lock under which one node migrates while others wait

CONNECT_WITHIN = 10  # seconds
WAIT_FOR_OTHERS = 60  # seconds: a node that hangs while it migrates must not hang all others

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
)

seated = sql.Table(
    "seated",
    metadata,
    sql.Column("person", sql.Text, primary_key=True),
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Index("seated_by_table", "table_id"),
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


def migrate(url: str, to: str = HEAD) -> None:
    """Bring a database forward, from nothing or from any older revision; a newer one is refused."""
    patient = {"connect_timeout": CONNECT_WITHIN} if url.startswith("postgresql") else {}
    engine = sql.create_engine(url, connect_args=patient)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sql.text(f"SET LOCAL lock_timeout = '{WAIT_FOR_OTHERS}s'"))
                connection.execute(sql.select(sql.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError as problem:
        raise StoreError("store.newer", reason=str(problem)) from None
    except sql.exc.DBAPIError as problem:
        raise StoreError("store.unreachable", reason=str(problem.orig).strip()) from None
    finally:
        engine.dispose()
