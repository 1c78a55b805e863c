"""The keys that sign cookies: several in one file, the newest last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from timebooth.cli.main import app
from timebooth.kernel.errors import TimeboothError
from timebooth.server.sessions.secret import keys_from_file, keys_from_text, rotate


def test_a_rotated_file_holds_the_old_key_and_then_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "key"
    (first,) = keys_from_file(file)

    old, new = rotate(file)

    assert old == first != new
    assert keys_from_file(file) == (old, new)
    assert os.stat(file).st_mode & 0o777 == 0o600
    assert rotate(file, drop_old=True) == (new,)
    assert keys_from_file(file) == (new,)
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_key_file_of_an_older_version_holds_one_key(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"a key with spaces in it, as ever \n")
    assert keys_from_file(tmp_path / "key") == (b"a key with spaces in it, as ever",)


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        (b"one key that has spaces", (b"one key that has spaces",)),
        (b" 0123456789abcdef\n", (b"0123456789abcdef",)),
        (b"0123456789abcdef 0123456789ABCDEF", (b"0123456789abcdef", b"0123456789ABCDEF")),
        (b"0123456789abcdef short", (b"0123456789abcdef short",)),
    ],
)
def test_a_variable_holds_one_key_or_several(said: bytes, keys: tuple[bytes, ...]) -> None:
    assert keys_from_text(said) == keys


@pytest.mark.parametrize("content", [b"", b"\n\n", b"short", b"0123456789abcdef\nshort"])
def test_a_key_that_is_too_short_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(TimeboothError, match="secret_short"):
        keys_from_file(tmp_path / "key")


def test_the_command_says_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIMEBOOTH_SECRET", raising=False)
    db = ["--db", str(tmp_path / "tables.db"), "--lang", "en"]
    run = CliRunner().invoke

    assert "cannot be read" in run(app, ["key", "rotate", *db]).output
    keys_from_file(tmp_path / "tables.db.key")
    assert "2 keys" in run(app, ["key", "rotate", *db]).output
    assert "only the newest key" in run(app, ["key", "rotate", "--drop-old", *db]).output
    assert len(keys_from_file(tmp_path / "tables.db.key")) == 1
    monkeypatch.setenv("TIMEBOOTH_SECRET", "0123456789abcdef")
    assert "TIMEBOOTH_SECRET" in run(app, ["key", "rotate", *db]).output
