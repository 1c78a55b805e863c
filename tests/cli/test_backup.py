"""`backup` and `restore`: the key is included, and nothing is overwritten."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest

from tests.cli.command import timebooth
from timebooth.store.file_lock import FileLock
from timebooth.store.open_store import open_store
from timebooth.store.store import Listing, StoreError

KEY = b"a key that signs guests, long enough"


@pytest.fixture(autouse=True)
def no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIMEBOOTH_SECRET", raising=False)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Create a database with one table, and its key."""
    file = tmp_path / "tables.db"

    async def write() -> None:
        store = await open_store(str(file))
        await store.append("t", 1, "c", b"{}", Listing("t", "over", True, 1.0, b"{}"))
        await store.close()

    asyncio.run(write())
    (tmp_path / "tables.db.key").write_bytes(KEY)
    return file


def test_the_key_is_backed_up_and_restored(tmp_path: Path, db: Path) -> None:
    saved = timebooth("backup", tmp_path / "copy", "--db", db)
    back = timebooth("restore", tmp_path / "copy", "--db", tmp_path / "new.db")

    assert "keep the file private" in saved.out
    assert (tmp_path / "new.db.key").read_bytes() == KEY
    assert stat.S_IMODE((tmp_path / "new.db.key").stat().st_mode) == 0o600
    assert back.out == f"Restored 1 table.\nRestored the key that signs guests’ cookies to {tmp_path / 'new.db.key'}.\n"


def test_another_key_is_overwritten_only_with_force(tmp_path: Path, db: Path) -> None:
    timebooth("backup", tmp_path / "copy", "--db", db)
    other = tmp_path / "new.db.key"
    other.write_bytes(b"another key, which is in use somewhere")

    refused = timebooth("restore", tmp_path / "copy", "--db", tmp_path / "new.db")

    assert refused.code == 2
    assert "--force" in refused.err
    assert other.read_bytes().startswith(b"another")
    assert not (tmp_path / "new.db").exists()
    assert timebooth("restore", tmp_path / "copy", "--db", tmp_path / "new.db", "--force").code == 0
    assert other.read_bytes() == KEY
    (tmp_path / "third.key").write_bytes(KEY)
    same = timebooth("restore", tmp_path / "copy", "--db", tmp_path / "3.db", "--secret-file", tmp_path / "third.key")
    assert "already" in same.out


def test_a_key_from_the_environment_is_not_backed_up_and_the_user_is_told(
    tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMEBOOTH_SECRET", KEY.decode())

    saved = timebooth("backup", tmp_path / "copy", "--db", db)
    back = timebooth("restore", tmp_path / "copy", "--db", tmp_path / "new.db")

    assert "TIMEBOOTH_SECRET" in saved.out
    assert "contains no key" in back.out
    assert not (tmp_path / "new.db.key").exists()
    with_key = timebooth("backup", tmp_path / "2", "--db", db, "--secret-file", tmp_path / "tables.db.key")
    assert "keep the file private" in with_key.out
    assert "TIMEBOOTH_SECRET" in timebooth("restore", tmp_path / "2", "--db", tmp_path / "2.db").out


def test_a_missing_key_and_a_missing_database_are_reported(tmp_path: Path, db: Path) -> None:
    (tmp_path / "tables.db.key").unlink()

    assert "--secret-file" in timebooth("backup", tmp_path / "copy", "--db", db).out
    missing = timebooth("backup", tmp_path / "copy2", "--db", tmp_path / "typo.db")

    assert missing.code == 2
    assert "typo.db" in missing.err
    assert not (tmp_path / "typo.db").exists()


def test_a_file_that_is_not_a_backup_is_refused_and_nothing_is_created(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear aunt")

    refused = timebooth("restore", tmp_path / "letter", "--db", tmp_path / "new.db")

    assert refused.code == 2
    assert "is not a backup" in refused.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter"]


def test_while_a_server_runs_a_backup_works_and_a_restore_is_refused(tmp_path: Path, db: Path) -> None:
    lock = FileLock.take(db)
    try:
        assert timebooth("backup", tmp_path / "copy", "--db", db).code == 0
        refused = timebooth("restore", tmp_path / "copy", "--db", db)
        assert refused.code == 2
        assert "Another Timebooth server" in refused.err
        link = tmp_path / "link.db"
        link.symlink_to(db)
        with pytest.raises(StoreError, match=r"store\.in_use"):
            asyncio.run(open_store(str(link), alone=True))
    finally:
        lock.close()
    again = FileLock.take(db)
    again.close()
