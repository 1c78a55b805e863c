"""Options of `serve` as environment variables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.cli.command import timebooth
from timebooth.cli.main import app

ROOT = Path(__file__).parent.parent.parent
NOT_SETTINGS = {"show_limits"}


def test_every_option_of_serve_has_a_variable_of_its_name() -> None:
    command: Any = typer.main.get_command(app)
    for option in command.commands["serve"].params:
        if option.name not in NOT_SETTINGS:
            assert option.envvar == "TIMEBOOTH_" + option.opts[0].removeprefix("--").upper().replace("-", "_")


def test_a_variable_counts_and_an_option_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.toml").write_text("[quotas]\npublic_tables = 1\n")
    (tmp_path / "two.toml").write_text("[quotas]\npublic_tables = 2\n")
    monkeypatch.setenv("TIMEBOOTH_LIMITS", str(tmp_path / "one.toml"))
    assert "public_tables = 1 " in timebooth("serve", "--show-limits").out
    assert "public_tables = 2 " in timebooth("serve", "--show-limits", "--limits", tmp_path / "two.toml").out
    monkeypatch.setenv("TIMEBOOTH_PORT", "none")
    assert timebooth("serve", "--show-limits").code == 2


def test_other_commands_read_the_database_from_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMEBOOTH_DB", str(tmp_path / "none.db"))
    for command in (("admin", "list"), ("upgrade", "check")):
        assert "none.db" in timebooth(*command).err


def test_the_docs_list_every_option_and_variable() -> None:
    check = [sys.executable, str(ROOT / "tools" / "options_page.py"), "--check"]
    found = subprocess.run(check, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
