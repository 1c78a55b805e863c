"""Who opened a table and from where, so that quotas are counted without reading any log.

Older nodes leave the new columns as they are; rows that they write have the defaults.
"""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for column in ("host", "pace", "address"):
        op.add_column("listing", sql.Column(column, sql.Text, nullable=False, server_default=""))
    op.create_index("listing_by_host", "listing", ["host", "status"])
    op.create_index("listing_by_address", "listing", ["address", "status"])
