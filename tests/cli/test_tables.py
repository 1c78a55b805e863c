"""`tables check` and `tables export`, with tables that cannot be opened."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

from tests.cli.command import timebooth
from timebooth.registry import find_game
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.facts import Person
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Place, Settings
from timebooth.words import Words

ADA = Person("ada", "Ada")
NEWER = b'{"at":1.0,"fact":{"fact":"danced","hat":"blue"}}'


def two_tables(db: Path) -> tuple[str, str]:
    """Create two tables, the second written by a newer version."""

    async def run() -> tuple[str, str]:
        store = await open_store(str(db))
        tables = Tables(store, bot_runner=InlineBots(find_game))
        settings = Settings("excellent-boardgame", (Place("host"), Place("open")))
        good, bad = [(await tables.create(ADA, command, settings)).table for command in ("a", "b")]
        await store.append(bad, 2, "newer", NEWER)
        await tables.close()
        await store.close()
        return good, bad

    return asyncio.run(run())


def test_check_names_the_tables_that_cannot_be_opened(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    _, bad = two_tables(db)
    said = timebooth("tables", "check", "--db", db)
    assert said.code == 1
    assert said.err.startswith(f"{bad}: This table cannot be opened: it was changed by a newer version")
    assert said.out.strip() == Words("en").say("tables.checked", tables=2, good=1)
    french = timebooth("--lang", "fr", "tables", "check", "--db", db).out
    assert french.strip() == Words("fr").say("tables.checked", tables=2, good=1)


def test_export_writes_the_whole_log_as_it_is_and_for_its_owner_only(tmp_path: Path) -> None:
    db, file = tmp_path / "tables.db", tmp_path / "log.jsonl"
    _, bad = two_tables(db)
    said = timebooth("tables", "export", bad, file, "--db", db)
    assert said.code == 0
    assert "2 facts written" in said.out
    opened, newer = file.read_bytes().splitlines()
    assert b'"fact":"opened"' in opened
    assert newer == NEWER
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert timebooth("tables", "export", bad, file, "--db", db).code == 2
    assert timebooth("tables", "export", "nowhere", tmp_path / "other", "--db", db).code == 2
    assert not (tmp_path / "other").exists()


def test_upgrade_check_says_what_will_become_of_every_table_and_writes_nothing(tmp_path: Path) -> None:
    db = tmp_path / "tables.db"
    _, bad = two_tables(db)
    before = db.read_bytes()
    found = timebooth("upgrade", "check", "--db", db)
    words = Words("en")
    assert found.code == 1
    assert found.out.splitlines() == [
        words.say("upgrade.same", tables=1),
        words.say("upgrade.adopted", tables=0),
        words.say("upgrade.continued", tables=0),
        words.say("upgrade.closed", tables=0),
        words.say("upgrade.not_opened", tables=1),
    ]
    assert bad in found.err
    assert db.read_bytes() == before


def test_upgrade_check_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    french = Words("fr")
    missing = timebooth("upgrade", "check", "--db", tmp_path / "none.db", "--lang", "fr")
    assert missing.code == 2
    assert french.say("error.store.no_database", file=str(tmp_path / "none.db")) in missing.err
    (tmp_path / "text.db").write_text("no database" * 200)
    damaged = timebooth("upgrade", "check", "--db", tmp_path / "text.db")
    assert damaged.code == 2
    assert "Traceback" not in damaged.err
