"""The chapter on building a game: does what it says, command by command and change by change."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.own_environment import OwnEnvironment

CHAPTER = Path(__file__).parent.parent.parent / "docs" / "building-a-game.md"
BLOCK = re.compile(r"^```(sh|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`(tea-time/[^`]+\.\w+)`")


class Block(NamedTuple):
    """A block of commands, or a change of the file that the text before it names last."""

    kind: str
    text: str
    file: str


def blocks() -> list[Block]:
    text = CHAPTER.read_text(encoding="utf-8")
    found = []
    for each in BLOCK.finditer(text):
        named = FILE.findall(text[: each.start()])
        found.append(Block(each[1], each[2], named[-1] if named else ""))
    return found


def change(path: Path, diff: str) -> None:
    """Replace the lines before a change by those after it; they must occur once."""
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    text = path.read_text(encoding="utf-8").replace("\u00a0", " ")
    assert text.count(before) == 1, f"{path} does not have once:\n{before}"
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_the_chapter_has_commands_and_changes() -> None:
    kinds = [block.kind for block in blocks()]

    assert kinds.count("sh") >= 5
    assert kinds.count("diff") >= 5


def test_the_chapter_works_word_for_word(tmp_path: Path) -> None:
    environment = OwnEnvironment(tmp_path)
    said = ""
    for kind, text, file in blocks():
        if kind == "diff":
            change(environment.work / file, text)
            continue
        for command in text.splitlines():
            said += environment.must(command)

    assert "Tea Time" in said
    assert "§ONE" in said


def test_the_browser_gets_the_game(tmp_path: Path) -> None:
    environment = OwnEnvironment(tmp_path)
    environment.must("timebooth new game tea-time && pip install --editable tea-time")

    said = environment.must(
        "python -c 'from timebooth.server.pages.catalogue import games, words; "
        'print([game.key for game in games()], b"Tea Time" in words("en")[0])\''
    )

    assert "'tea-time'" in said
    assert said.endswith("True\n")


@pytest.mark.parametrize("level", ["novice", "expert:20"])
def test_every_kind_of_bot_plays_the_new_game(tmp_path: Path, level: str) -> None:
    environment = OwnEnvironment(tmp_path)
    environment.must("timebooth new game tea-time && pip install --editable tea-time")

    said = environment.must(f"timebooth simulate tea-time --games 1 --bots {level} --json")

    assert '"counted"' in said
