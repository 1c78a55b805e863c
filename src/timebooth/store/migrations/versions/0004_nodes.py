"""Which nodes are alive: whoever owns a table acts for it."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "node",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("seen", sql.Double, nullable=False),
        sql.Column("started", sql.Double, nullable=False),
        sql.Column("version", sql.Text, nullable=False),
    )
