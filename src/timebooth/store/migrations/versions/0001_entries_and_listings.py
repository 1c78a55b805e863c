"""Entries and listings."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "entry",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("command", sql.Text, nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
        sql.UniqueConstraint("table_id", "command", name="entry_once"),
    )
    op.create_table(
        "listing",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("status", sql.Text, nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("updated", sql.Double, nullable=False),
        sql.Column("summary", sql.LargeBinary, nullable=False),
    )
