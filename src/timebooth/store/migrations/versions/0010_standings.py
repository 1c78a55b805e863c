"""How people stand at their tables, so that a lobby need not open them; and an index for its public tables.

A node of an older version leaves the new columns alone; a row that it adds has no standing, and the next lobby that
shows it writes one.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("seated", sql.Column("version", sql.Integer, nullable=False, server_default="0"))
    op.add_column("seated", sql.Column("unfinished", sql.Boolean, nullable=False, server_default=sql.true()))
    op.add_column("seated", sql.Column("since", sql.Double, nullable=False, server_default="0"))
    op.add_column("seated", sql.Column("standing", sql.LargeBinary, nullable=True))
    op.create_index("seated_latest", "seated", ["person", "unfinished", "since", "table_id"])
    op.create_index("listing_public", "listing", ["public", "status", "pace", "updated", "host", "table_id"])
