"""The example learns, on a toy budget."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium has no wheel for this Python")

import gymnasium
from examples.train_tiny import train

from tests.tiny.objection import Objection
from timebooth.envs.names import environment
from timebooth.envs.one_seat import OneSeat
from timebooth.registry import game_types


def test_the_example_learns_to_win_a_tiny_game() -> None:
    learnt, unlearnt = (train(OneSeat(Objection(), 2), games=300, rate=rate)[-100:] for rate in (0.3, 0.0))

    assert sum(learnt) > sum(unlearnt) + 30


@pytest.mark.parametrize("key", list(game_types()))
def test_the_example_runs_on_every_game(key: str) -> None:
    env = gymnasium.make(environment(game_types()[key]), disable_env_checker=True)

    assert len(train(env, games=2)) == 2
