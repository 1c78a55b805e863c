"""Ended sessions, and guests who are being erased."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "guest_session",
        sql.Column("person", sql.Text, primary_key=True),
        sql.Column("epoch", sql.Integer, nullable=False),
    )
    op.create_table("erasing", sql.Column("person", sql.Text, primary_key=True))
    op.create_table(
        "redacted",
        sql.Column("table_id", sql.Text, primary_key=True),
        sql.Column("times", sql.Integer, nullable=False),
    )
