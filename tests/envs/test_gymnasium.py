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
from timebooth.envs.names import environment
from timebooth.envs.one_seat import OneSeat
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
