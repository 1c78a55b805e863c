"""Whether win chances come true as often as they say."""

from __future__ import annotations

import pytest

from timebooth.kernel.chance import FastRng
from timebooth.lab.jobs import InProcess
from timebooth.lab.reliability import (
    Sample,
    phase_of,
    reliabilities,
    reliability,
    sample,
    samplings,
    slope_of,
)


def drawn(chances: tuple[float, ...], many: int, bold: bool = False) -> list[Sample]:
    """Return estimates that come true as often as they say; bold ones are farther from a half than they should be."""
    rng = FastRng(1)
    found = []
    for _ in range(many):
        for chance in chances:
            won = int(rng.below(1000)) < 1000 * chance
            odds = chance / (1 - chance)
            said = odds**2 / (1 + odds**2) if bold else chance
            found.append(Sample(0, said, won))
    return found


def test_chances_that_come_true_have_a_slope_of_1() -> None:
    assert slope_of(drawn((0.2, 0.4, 0.6, 0.8), 800)) == pytest.approx(1.0, abs=0.1)


def test_bold_chances_have_a_lower_slope() -> None:
    assert slope_of(drawn((0.2, 0.4, 0.6, 0.8), 800, bold=True)) == pytest.approx(0.5, abs=0.1)


def test_the_gain_is_measured_against_always_saying_the_base_rate() -> None:
    sure = [Sample(0, 1.0, True), Sample(0, 0.0, False)]
    none = [Sample(0, 0.5, True), Sample(0, 0.5, False)]

    assert reliability(2, "early", sure).gain == 1.0
    assert reliability(2, "early", none).gain == 0.0


def test_the_curve_says_how_often_each_estimate_came_true() -> None:
    found = reliability(2, "early", [Sample(0, 0.72, True), Sample(0, 0.78, False), Sample(0, 0.1, False)])

    assert [(row.estimated, row.won, row.moments) for row in found.bins] == [(0.1, 0.0, 1), (0.75, 0.5, 2)]


def test_phases_are_thirds_of_the_game() -> None:
    assert [phase_of(progress) for progress in (0.0, 0.3, 0.34, 0.6, 0.7, 1.0)] == [0, 0, 1, 1, 2, 2]
    found = reliabilities(2, [Sample(0, 0.5, True), Sample(2, 0.5, False)])
    assert [each.phase for each in found] == ["early", "late"]


def test_the_chances_of_fresh_games_say_more_than_the_base_rate() -> None:
    """`tools/reliability.py` does the same with as many games as you like, for every game and phase."""
    tasks = samplings("back-to-the-future", "standard", 2, ["regular"], games=40, seed=3)
    samples = [each for some in sample(tasks, InProcess()) for each in some]

    found = reliability(2, "all", samples)

    assert found.brier < found.base_brier
    assert found.slope > 0.5
