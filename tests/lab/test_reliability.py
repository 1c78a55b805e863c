"""Whether win chances come true as often as they say."""

from __future__ import annotations

from math import inf

import pytest

from timebooth.kernel.chance import FastRng
from timebooth.lab.jobs import InProcess
from timebooth.lab.reliability import (
    MAX_EACH,
    Sample,
    margins,
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


def in_games(many: int) -> list[list[Sample]]:
    samples = drawn((0.2, 0.4, 0.6, 0.8), many)
    return [samples[at : at + 4] for at in range(0, len(samples), 4)]


def test_more_moments_of_one_game_make_a_figure_no_more_certain_but_more_games_do() -> None:
    few = in_games(60)
    gain, slope = margins(few, "early")

    assert margins([samples * 10 for samples in few], "early") == pytest.approx((gain, slope), rel=1e-3)
    assert margins(in_games(960), "early") == pytest.approx((gain / 4, slope / 4), rel=0.5)


def test_a_single_game_says_nothing_about_the_interval() -> None:
    assert margins([drawn((0.2, 0.8), 5)], "early") == (inf, inf)


def test_a_long_game_gives_no_more_than_so_many_estimates_of_each_phase() -> None:
    tasks = samplings("back-to-the-future", "standard", 2, ["random"], games=2, seed=3, every=1)

    for samples in sample(tasks, InProcess()):
        for phase in range(3):
            assert sum(each.phase == phase for each in samples) <= MAX_EACH
        assert sum(each.phase == 0 for each in samples) == MAX_EACH


def test_the_chances_of_fresh_games_say_more_than_the_base_rate() -> None:
    """`tools/reliability.py` does the same with as many games as you like, for every game and phase."""
    tasks = samplings("back-to-the-future", "standard", 2, ["regular"], games=40, seed=3)
    samples = [each for some in sample(tasks, InProcess()) for each in some]

    found = reliability(2, "all", samples)

    assert found.brier < found.base_brier
    assert found.slope > 0.5
