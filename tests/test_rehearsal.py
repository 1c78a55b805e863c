"""What the compiler learns from: every game is rehearsed, or the second build of its rules would be no faster."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from timebooth.bots.bot import Bot, Budget
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.roster import make_bot
from timebooth.kernel.game import Game
from timebooth.registry import find_game, game_types

BUILD = Path(__file__).parent.parent / "build_backend"


@pytest.fixture
def rehearsal(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BUILD))
    return import_module("rehearsal")


def come_of(rehearsal: ModuleType, game: Game, seats: int) -> str:
    diary = rehearsal.Diary()
    rehearsal.rehearse(game, seats, rehearsal.Amounts(50, 20, 5, 1, 1, 1, 2, 2), diary)
    return str(diary.pages.hexdigest())


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

    come_of(rehearsal, game, max(game.seats))

    assert set(asked) == set(rehearsal.BOTS)


@pytest.mark.parametrize("key", game_types())
def test_a_second_rehearsal_comes_to_the_same_and_a_wrong_one_does_not(
    key: str, rehearsal: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a build that does anything else than the sources is found out."""
    game = find_game(key)
    seats = min(game.seats)

    once = come_of(rehearsal, game, seats)
    assert come_of(rehearsal, game, seats) == once

    monkeypatch.setattr(rehearsal, "make_bot", lambda _name, budget: RandomBot(budget))
    assert come_of(rehearsal, game, seats) != once


def test_rules_that_are_not_compiled_are_not_rehearsed(rehearsal: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not compiled"):
        rehearsal.main(short=False)
