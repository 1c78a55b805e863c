"""Choices of the operator: banned guests, read-only mode."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "operator",
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("value", sql.Text, nullable=False),
    )
