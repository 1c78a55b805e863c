"""`timebooth new`: names, folders, and a bot from the first minute."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import timebooth
from tests.kit.own_environment import OwnEnvironment
from timebooth.kit.make import renamed

BAD_NAMES = ("", "Tea", "tea_time", "9-men", "-tea", "../tea", "tea time", "x" * 31, "json", "timebooth", "class")
OLD_NAMES = ("my-game", "my_game", "MyGame", "My Game", "my-bot", "my_bot", "MyBot", "My Bot")


@pytest.mark.parametrize("kind", ["game", "bot"])
@pytest.mark.parametrize("name", BAD_NAMES)
def test_what_cannot_be_a_name_is_refused_and_nothing_written(kind: str, name: str, tmp_path: Path) -> None:
    said = timebooth("new", kind, "--", name, tmp_path / "new")

    assert said.code == 2
    assert said.err.startswith("“")
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")

    said = timebooth("new", "game", "tea-time", tmp_path)

    assert said.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


@pytest.mark.parametrize("kind", ["game", "bot"])
def test_nothing_of_the_template_keeps_its_name(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "tea-time"

    assert timebooth("new", kind, "tea-time", folder).code == 0

    for path in folder.rglob("*"):
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert "my_" not in str(path.relative_to(folder))
        assert not [word for word in ("my-game", "my_game", "MyGame", "my_bot", "MyBot", "My Game") if word in text], (
            path
        )


def test_every_form_of_a_name_is_replaced() -> None:
    assert renamed("my-game my_game MyGame My Game", "game", "tea-time") == "tea-time tea_time TeaTime Tea Time"


def test_a_new_bot_plays_from_the_first_minute(tmp_path: Path) -> None:
    environment = OwnEnvironment(tmp_path)
    environment.must("timebooth new bot tea-bot && pip install --editable tea-bot")

    said = environment.must("timebooth arena excellent-boardgame --bots tea-bot,random --seats 2 --games 1 --jobs 1")
    by_class = environment.must("timebooth simulate riff-in-time --games 1 --bots tea_bot.bot:TeaBot --seats 2 --json")
    tested = environment.must("python -m pytest tea-bot -k 'excellent' -p no:cacheprovider")

    assert "tea-bot" in said
    assert "tea_bot.bot:TeaBot" in by_class
    assert "3 passed" in tested
