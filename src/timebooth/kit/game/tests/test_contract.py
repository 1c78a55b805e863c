"""What every game has to keep."""

from __future__ import annotations

from pathlib import Path

import pytest
from my_game.game import MyGame

from timebooth.registry import find_game
from timebooth.testing import CONTRACT, Check, Ledger, missing_texts


@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", MyGame.seats)
def test_the_game_keeps_the_contract(seats: int, check: Check) -> None:
    for seed in range(3):
        check(find_game("my-game"), seats, seed)


def test_ledger_code_and_tests_agree() -> None:
    assert Ledger(MyGame.folder, Path(__file__).parent).complaints() == []


def test_everything_that_is_said_has_its_text() -> None:
    assert missing_texts(find_game("my-game")) == []
