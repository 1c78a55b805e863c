"""The lobby asks for tables by status, the latest first."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("listing_by_status", "listing", ["status", "updated"])
