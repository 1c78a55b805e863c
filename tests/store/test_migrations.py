"""A migration leaves everything in place that the version before needs: for a while both use the same database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic.script import ScriptDirectory

from timebooth.store.schema import _config, make_engine, migrate, sqlite_url

REVISIONS = [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]

Columns = dict[tuple[str, str], Any]


def columns(file: Path) -> Columns:
    engine = make_engine(sqlite_url(file))
    try:
        found = sql.inspect(engine)
        return {
            (table, column["name"]): column
            for table in found.get_table_names()
            for column in found.get_columns(table)
            if table != "alembic_version"
        }
    finally:
        engine.dispose()


@pytest.mark.parametrize("older", range(len(REVISIONS) - 1), ids=lambda number: REVISIONS[number])
def test_a_migration_only_adds_what_the_version_before_can_leave_out(tmp_path: Path, older: int) -> None:
    file = tmp_path / "tables.db"
    migrate(sqlite_url(file), REVISIONS[older])
    before = columns(file)
    migrate(sqlite_url(file), REVISIONS[older + 1])
    after = columns(file)
    assert before.keys() <= after.keys()
    tables = {table for table, _ in before}
    for key, column in after.items():
        if key in before:
            assert str(column["type"]) == str(before[key]["type"]), key
            assert column["nullable"] or not before[key]["nullable"], key
        elif key[0] in tables:
            assert column["nullable"] or column["default"] is not None, key
