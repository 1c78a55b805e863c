"""What the compiler learns from: every game is rehearsed, or the second build of its rules would be no faster."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from timebooth.bots.bot import Bot, Budget
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.roster import make_bot
from timebooth.registry import find_game, game_types

BUILD = Path(__file__).parent.parent / "build_backend"
FEW = {"IN_THE_ENGINE": 50, "FROM_OUTSIDE": 20, "OF_LEARNERS": 5, "COPIES": 1}
FEW |= {"OF_BOTS": 1, "ITERATIONS": 2, "OF_A_SEARCH": 2}


@pytest.fixture
def rehearsal(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BUILD))
    found = import_module("rehearsal")
    for name, few in FEW.items():
        monkeypatch.setattr(found, name, few)
    return found


@pytest.mark.parametrize("key", game_types())
def test_every_game_is_rehearsed_to_the_last_bot(
    key: str, rehearsal: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def remembered(name: str, budget: Budget) -> Bot:
        asked.append(name)
        return make_bot(name, budget)

    monkeypatch.setattr(rehearsal, "make_bot", remembered)
    game = find_game(key)

    rehearsal.rehearse(game, max(game.seats), rehearsal.Diary())

    assert set(asked) == set(rehearsal.BOTS)


@pytest.mark.parametrize("key", game_types())
def test_a_second_rehearsal_comes_to_the_same_and_a_wrong_one_does_not(
    key: str, rehearsal: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a build that does anything else than the first one is found out."""
    game = find_game(key)

    def came_of_it() -> str:
        diary = rehearsal.Diary()
        rehearsal.rehearse(game, min(game.seats), diary)
        return str(diary.pages.hexdigest())

    once = came_of_it()
    assert came_of_it() == once

    monkeypatch.setattr(rehearsal, "make_bot", lambda _name, budget: RandomBot(budget))
    assert came_of_it() != once


def test_rules_that_are_not_compiled_are_not_rehearsed(rehearsal: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not compiled"):
        rehearsal.main()
