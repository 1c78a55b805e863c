"""Dormant tables: until when nothing is due there, so that a start need not open them."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "dormant",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("due", sql.Double, nullable=False),
    )
    op.create_index("dormant_by_due", "dormant", ["due"])
