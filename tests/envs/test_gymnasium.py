"""The Gymnasium environment passes Gymnasium's own check and ours."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium has no wheel for this Python")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import timebooth.envs.register  # noqa: F401
from tests.envs.games import TABLES
from tests.tiny.fingers import Fingers
from timebooth.envs.names import environment
from timebooth.envs.one_seat import OneSeat
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.game import Game
from timebooth.registry import game_types


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_seat_passes_their_check(game: Game, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(OneSeat(game, seats, seat=seats - 1), skip_render_check=True)


@pytest.mark.parametrize("key", list(game_types()))
def test_every_game_is_made_by_its_versioned_name(key: str) -> None:
    env = gymnasium.make(environment(game_types()[key]), disable_env_checker=True)

    assert isinstance(env.unwrapped, OneSeat)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_game_against_bots_reaches_its_end(game: Game, seats: int) -> None:
    env = OneSeat(game, seats)
    rng = np.random.default_rng(3)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        assert np.array_equal(info["action_mask"], env.action_masks())
        _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        over = terminated or truncated

    assert reward == env.run.rewards()[0]
    assert terminated


def test_an_illegal_action_is_replaced_by_the_first_legal_one() -> None:
    illegal, first = OneSeat("back-to-the-future"), OneSeat("back-to-the-future")
    illegal.reset(seed=5)
    first.reset(seed=5)
    for _ in range(20):
        illegal.step(np.int64(illegal.actions - 1))
        first.step(np.int64(first.run.choices[0][0]))

    assert illegal.run.state.numbers() == first.run.state.numbers()


def test_every_other_seat_is_played_by_its_bot() -> None:
    env = OneSeat(Fingers(), 3, seat=1, bots=("greedy", "random"))

    assert {seat: bot.name for seat, bot in env.bots.items()} == {0: "greedy", 2: "random"}
    with pytest.raises(BadSetup):
        OneSeat(Fingers(), 3, bots="nobody")
