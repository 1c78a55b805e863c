"""The workload of the profile-guided build covers every game, and its hash tells a wrong build from a right one."""

from __future__ import annotations

import pytest

import profile_run
from timebooth.bots.bot import Bot, Budget
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.roster import make_bot
from timebooth.kernel import state
from timebooth.kernel.game import Game
from timebooth.registry import find_game, game_types


def hash_of(game: Game, seats: int) -> str:
    digest = profile_run.Digest()
    profile_run.run_workload(game, seats, profile_run.Amounts(50, 20, 5, 1, 1, 1, 2, 2), digest)
    return digest.hex()


@pytest.mark.parametrize("key", game_types())
def test_every_bot_plays_and_the_hash_repeats_and_changes_with_what_a_bot_chooses(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a miscompiled build is noticed."""
    game = find_game(key)
    seats = min(game.seats)
    made: list[str] = []

    def make_and_note(name: str, budget: Budget) -> Bot:
        made.append(name)
        return make_bot(name, budget)

    monkeypatch.setattr(profile_run, "make_bot", make_and_note)

    once = hash_of(game, seats)
    assert hash_of(game, seats) == once
    assert set(made) == set(profile_run.BOTS)

    monkeypatch.setattr(profile_run, "make_bot", lambda _name, budget: RandomBot(budget))
    assert hash_of(game, seats) != once


def test_interpreted_rules_are_not_profiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "__file__", "state.py")

    with pytest.raises(SystemExit, match="not compiled"):
        profile_run.main(short=False)
