"""Who sits at which table, and passkeys."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "seated",
        sql.Column("person", sql.Text, primary_key=True),
        sql.Column("table_id", sql.Text, primary_key=True),
    )
    op.create_index("seated_by_table", "seated", ["table_id"])
    op.create_table(
        "passkey",
        sql.Column("credential", sql.Text, primary_key=True),
        sql.Column("person", sql.Text, nullable=False),
        sql.Column("public", sql.LargeBinary, nullable=False),
        sql.Column("signs", sql.BigInteger, nullable=False),
        sql.Column("profile", sql.LargeBinary, nullable=False),
    )
    op.create_index("passkey_by_person", "passkey", ["person"])
