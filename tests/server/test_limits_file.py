"""Limits in a file: read, or refused with one sentence, and printed with comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import timebooth
from timebooth.kernel.errors import TimeboothError
from timebooth.server.limits_file import at_home, read_limits, show_limits
from timebooth.server.rates import Limits, Rates

PAGE = Path(__file__).parent.parent.parent / "docs" / "quotas.md"


def test_what_is_shown_is_read_back(tmp_path: Path) -> None:
    for limits in (Limits(), at_home(Limits())):
        (tmp_path / "limits.toml").write_text(show_limits(limits), encoding="utf-8")
        assert read_limits(tmp_path / "limits.toml") == limits


def test_a_file_names_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text('tables = "5/minute; 30/day"\ncalls_burst = 10\n[quotas]\npublic_tables = 1\n')
    limits = read_limits(file)
    assert (limits.tables, limits.calls_burst, limits.quotas.public_tables) == ("5/minute; 30/day", 10, 1)
    assert limits.quotas.open_tables == Limits().quotas.open_tables
    Rates(limits)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("call_sizes = 1", "call_sizes"),
        ("call_size = 'much'", "call_size"),
        ("call_size = -1", "call_size"),
        ("guest_sockets = 1.5", "guest_sockets"),
        ("[quotas]\nopen_table = 3", "open_table"),
        ("[quotas]\nopen_tables = -3", "open_tables"),
        ("quotas = 3", "quotas"),
        ("tables = 'many'", "$.tables"),
        ("tables = ", "Invalid value"),
        (b"\xff", "utf-8"),
    ],
)
def test_a_malformed_file_is_refused_and_the_error_is_located(tmp_path: Path, text: str | bytes, part: str) -> None:
    file = tmp_path / "limits.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(TimeboothError, match=r"limits\.malformed") as problem:
        read_limits(file)
    assert part in str(problem.value.args_by_name["reason"])


def test_the_command_shows_and_refuses_limits(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("[quotas]\npublic_tables = 1\n")
    shown = timebooth("serve", "--show-limits", "--limits", file)
    assert shown.code == 0
    assert "public_tables = 1 " in shown.out
    file.write_text("nonsense = 1\n")
    refused = timebooth("serve", "--limits", file, "--no-open", "--port", "0")
    missing = timebooth("serve", "--limits", tmp_path / "none", "--lang", "fr", "--no-open", "--port", "0")
    assert (refused.code, missing.code) == (2, 2)
    assert "nonsense" in refused.err
    assert missing.err.startswith("Les limites de")


def test_docs_show_the_default_limits() -> None:
    assert show_limits(Limits()) in PAGE.read_text(encoding="utf-8"), "run `python tools/limits_page.py`"
