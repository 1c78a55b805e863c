"""Kept moments: games as data, so that they can be shown and continued by rules that did not play them."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "kept",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("version", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("first", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("moments", sql.Integer, nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
