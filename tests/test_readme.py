"""The README's game is played as it stands there."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_game_in_the_readme_is_true() -> None:
    found = doctest.testfile(str(README), module_relative=False)

    assert found.attempted >= 10
    assert found.failed == 0
