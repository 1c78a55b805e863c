"""`edition check`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import GAME, STANDARD, timebooth


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    shutil.copytree(STANDARD, folder)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_good_edition_is_named_with_its_hash_and_its_sources() -> None:
    said = timebooth("edition", "check", STANDARD)

    assert said.code == 0
    assert "“standard”" in said.out
    assert len(said.out.splitlines()) == 5
    assert "reconstructed" in said.out


def test_an_edition_may_be_named_by_one_of_its_files() -> None:
    assert timebooth("edition", "check", STANDARD / "deck.toml").out == timebooth("edition", "check", STANDARD).out


def test_a_missing_card_is_named_with_its_file(mine: Path) -> None:
    text = (mine / "deck.toml").read_text(encoding="utf-8")
    tables = text.split("[[card]]")
    (mine / "deck.toml").write_text("[[card]]".join(t for t in tables if '"memo"' not in t), encoding="utf-8")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "deck.toml" in said.err
    assert "“memo” is missing" in said.err


def test_a_wrong_field_is_named_with_its_table_and_the_reason(mine: Path) -> None:
    edit(mine / "timeline.toml", 'kind = "ripplepoint"', 'kind = "wormhole"')

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    for part in ("timeline.toml", "[A-1]", "kind", "wormhole"):
        assert part in said.err


def test_a_missing_position_is_counted(mine: Path) -> None:
    text = (mine / "timeline.toml").read_text(encoding="utf-8")
    (mine / "timeline.toml").write_text(text.rpartition("[[position]]")[0], encoding="utf-8")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "there are 23, not 24" in said.err


def test_malformed_toml_is_reported(mine: Path) -> None:
    edit(mine / "deck.toml", "[[card]]", "[[card")

    said = timebooth("edition", "check", mine)

    assert said.code == 1
    assert "deck.toml is not valid TOML" in said.err


def test_an_edition_of_an_unknown_game_is_refused(mine: Path) -> None:
    edit(mine / "edition.toml", f'game = "{GAME}"', 'game = "monopoly"')

    assert timebooth("edition", "check", mine).code == 2


def test_a_folder_without_an_edition_is_refused(tmp_path: Path) -> None:
    said = timebooth("edition", "check", tmp_path)

    assert said.code == 2
    assert "edition.toml" in said.err


def test_a_game_can_be_simulated_with_your_own_edition(mine: Path) -> None:
    assert timebooth("simulate", GAME, "--games", "2", "--edition", mine).code == 0


def test_a_wrong_edition_cannot_be_played(mine: Path) -> None:
    (mine / "deck.toml").unlink()

    said = timebooth("play", GAME, "--edition", mine)

    assert said.code == 2
    assert "deck.toml" in said.err
