"""The README's game is played as it stands there, and its pictures are there to be seen."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_game_in_the_readme_is_true() -> None:
    found = doctest.testfile(str(README), module_relative=False)

    assert found.attempted >= 8
    assert found.failed == 0


def test_the_pictures_in_the_readme_are_in_the_checkout() -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", README.read_text(encoding="utf-8"))

    assert pictures
    assert [picture for picture in pictures if not (README.parent / picture).is_file()] == []
