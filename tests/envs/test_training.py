"""The example runs on every game, and learns a tiny one on a toy budget."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium has no wheel for this Python")

import train_ppo
from ppo import Learner, Player

from tests.tiny.objection import Objection
from timebooth.envs.one_seat import OneSeat
from timebooth.registry import game_types


def test_it_learns_to_win_a_tiny_game() -> None:
    tables = [OneSeat(Objection(), 2, scaled=True) for _ in range(4)]
    learner = Learner(tables, discount=0.98, seed=1)
    won = []
    for _ in range(30):
        kept = learner.collect(64)
        won.append(float((kept["rewards"][kept["ends"]] > 0).mean()))
        learner.learn(kept)

    assert sum(won[-5:]) > sum(won[:5]) + 0.5


@pytest.mark.parametrize("self_play", [False, True])
@pytest.mark.parametrize("key", list(game_types()))
def test_it_runs_on_every_game(key: str, self_play: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_ppo, "STEPS", 2)
    monkeypatch.setattr(train_ppo, "UPDATES", 1)
    monkeypatch.setattr(train_ppo, "TABLES", 2)
    steps = train_ppo.train(key, minutes=1, games=1, self_play=self_play)

    assert [next(steps)["steps"] for _ in range(3)] == [0, 4, 8]


def test_an_earlier_self_does_not_learn_any_more() -> None:
    learner = Learner([OneSeat(Objection(), 2, scaled=True)], discount=0.98)
    agent = Player(learner.network, seed=1)
    before = agent.as_it_is()
    learner.learn(learner.collect(32))

    now, then = (one._network.weights["out"] for one in (agent, before))
    assert (now != then).any()


def test_the_curve_is_written_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'timebooth[lab]'")
    arguments = ["excellent-boardgame", "--minutes", "0", "--games", "2", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["train_ppo.py", *arguments])
    train_ppo.main()

    (point,) = json.loads((tmp_path / "excellent-boardgame.json").read_text(encoding="utf-8"))
    assert point["steps"] == 0
    assert "minutes of one core" in (tmp_path / "excellent-boardgame.svg").read_text(encoding="utf-8")
