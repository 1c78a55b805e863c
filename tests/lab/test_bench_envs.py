"""The measure of environments: an environment is as fast as itself."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel for this Python")

from tests.tiny.fingers import Fingers
from timebooth.envs.aec import SeatsInTurn
from timebooth.lab.bench_envs import compare


def test_both_sides_are_measured_in_every_round() -> None:
    pace = compare(lambda: SeatsInTurn(Fingers(), 2), lambda: SeatsInTurn(Fingers(), 2), rounds=3, steps=300)

    assert len(pace.ratios) == 3
    assert pace.steps > 0
    assert pace.ratio == pytest.approx(1, abs=0.9)
