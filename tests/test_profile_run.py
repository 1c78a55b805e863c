"""The workload of the profile-guided build covers every game, and its hash tells a wrong build from a right one."""

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
def profile_run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BUILD))
    return import_module("profile_run")


def hash_of(profile_run: ModuleType, game: Game, seats: int) -> str:
    digest = profile_run.Digest()
    profile_run.run_workload(game, seats, profile_run.Amounts(50, 20, 5, 1, 1, 1, 2, 2), digest)
    return str(digest.hex())


@pytest.mark.parametrize("key", game_types())
def test_every_bot_plays_and_the_hash_repeats_and_changes_with_what_a_bot_chooses(
    key: str, profile_run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a miscompiled build is noticed."""
    game = find_game(key)
    seats = min(game.seats)
    made: list[str] = []

    def make_and_note(name: str, budget: Budget) -> Bot:
        made.append(name)
        return make_bot(name, budget)

    monkeypatch.setattr(profile_run, "make_bot", make_and_note)

    once = hash_of(profile_run, game, seats)
    assert hash_of(profile_run, game, seats) == once
    assert set(made) == set(profile_run.BOTS)

    monkeypatch.setattr(profile_run, "make_bot", lambda _name, budget: RandomBot(budget))
    assert hash_of(profile_run, game, seats) != once


def test_interpreted_rules_are_not_profiled(profile_run: ModuleType) -> None:
    with pytest.raises(SystemExit, match="not compiled"):
        profile_run.main(short=False)
