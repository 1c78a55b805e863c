"""What the compiler learns from: every game is rehearsed, or the second build of its rules would be no faster."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from timebooth.bots.bot import Bot, Budget
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

    rehearsal.rehearse(game, max(game.seats))

    assert set(asked) == set(rehearsal.BOTS)


def test_rules_that_are_not_compiled_are_not_rehearsed(rehearsal: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not compiled"):
        rehearsal.main()
