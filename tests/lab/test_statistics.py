"""Confidence intervals."""

from __future__ import annotations

import pytest

from timebooth.lab.statistics import mean, wilson


@pytest.mark.parametrize(
    ("wins", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_a_wilson_interval_is_as_published(wins: int, trials: int, low: float, high: float) -> None:
    assert wilson(wins, trials) == pytest.approx((low, high), abs=5e-5)


def test_without_trials_the_interval_is_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_mean_of_nothing_is_none() -> None:
    assert mean([]) is None


def test_a_mean_comes_with_its_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])

    assert found == pytest.approx((2.5, 1.2348, 3.7652), abs=5e-5)
    assert mean([7.0]) == (7.0, 7.0, 7.0)
