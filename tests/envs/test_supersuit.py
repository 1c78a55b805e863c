"""SuperSuit's usual recipe works: a parallel environment becomes a vector environment for all seats of many tables."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("supersuit", reason="SuperSuit is not installed, or has no wheel for this Python")

import numpy as np
import supersuit

from timebooth.envs.parallel import SeatsTogether
from timebooth.registry import game_types

TABLES = 2
SEATS = 2


@pytest.fixture
def without_their_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.usefixtures("without_their_warnings")
@pytest.mark.parametrize("processes", [0, 2])
@pytest.mark.parametrize("key", list(game_types()))
def test_tables_become_one_vector_environment(key: str, processes: int) -> None:
    seats = supersuit.pettingzoo_env_to_vec_env_v1(SeatsTogether(key, SEATS, scaled=True))
    env = supersuit.concat_vec_envs_v1(seats, TABLES, num_cpus=processes, base_class="gymnasium")
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    ended = 0
    for _ in range(30 if processes else 150):
        assert seen["observation"].shape[0] == TABLES * SEATS
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        seen, _, terminated, _, _ = env.step(np.array(actions))
        ended += int(terminated.sum())
    env.close()

    assert ended % SEATS == 0
    assert ended > 0 or key != "excellent-boardgame" or processes
