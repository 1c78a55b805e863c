"""The fitted chance of the band."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from fitting import fit_logistic

from timebooth.games.riff_in_time.bot import win_chances
from timebooth.games.riff_in_time.kinds import SAN_DIMAS
from timebooth.games.riff_in_time.state import riff
from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game


def test_every_mark_has_a_weight_and_every_weight_a_mark() -> None:
    weights = tomllib.loads(Path(win_chances.__file__).with_name("win_chances.toml").read_text(encoding="utf-8"))

    assert list(weights) == ["one", "two", "three", "four"]
    assert all(tuple(marks) == win_chances.NAMES for marks in weights.values())
    assert len(win_chances.NAMES) == win_chances.MARKS


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_all_have_the_same_chance_and_a_high_rift_in_san_dimas_lowers_it(seats: int) -> None:
    """§COOPERATIVE"""
    state = riff(find_game("riff-in-time").start(seats, None, FastRng(1)))
    before = state.win_chances()
    state.set_level(SAN_DIMAS, state.level(SAN_DIMAS) + 3)

    assert len(set(before)) == 1
    assert len(before) == seats
    assert 0.0 < state.win_chances()[0] < before[0] < 1.0


def test_weights_are_fitted_to_the_outcomes() -> None:
    marks = np.array([[1.0, 1.0], [1.0, -1.0]] * 200)
    won = np.array(([1.0, 0.0] * 3 + [0.0, 1.0]) * 50)

    bias, slope = fit_logistic(marks, won)

    assert bias == pytest.approx(0.0, abs=0.05)
    assert slope == pytest.approx(np.log(3), abs=0.05)  # three times as likely to win as to lose
