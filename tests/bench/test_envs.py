"""The benchmark of environments counts steps; how long they take is not tested."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel for this Python")

from tests.tiny.fingers import ROUNDS, Fingers
from timebooth.bench.envs import play, play_one_seat
from timebooth.bench.measure import Measure, measure_all
from timebooth.envs.aec import SeatsInTurn
from timebooth.envs.one_seat import OneSeat
from timebooth.kernel.chance import FastRng


def test_a_step_is_a_real_choice() -> None:
    assert play(SeatsInTurn(Fingers(), 3), FastRng(1)) == 3 * ROUNDS
    assert play_one_seat(OneSeat(Fingers(), 3), FastRng(1)) == ROUNDS


def test_steps_are_given_as_a_ratio_over_those_of_the_peer() -> None:
    ours = Measure("ours", "environment", "steps", lambda _: 50.0)
    theirs = Measure("theirs", "environment", "steps", lambda _: 10.0, peer=True)

    (ratio,) = measure_all([ours, theirs], seconds=1, rounds=2).ratios

    assert (ratio.game, ratio.unit, ratio.over, ratio.times) == ("ours", "steps", "theirs", 5.0)
