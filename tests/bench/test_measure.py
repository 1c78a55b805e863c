"""How measurements are combined into rates and ratios."""

from __future__ import annotations

import pytest

from timebooth.bench.measure import Measure, Report, Slice, measure_all


def steady(*rates: float, order: list[str] | None = None, name: str = "") -> Slice:
    left = list(rates)

    def run(_seconds: float) -> float:
        if order is not None:
            order.append(name)
        return left.pop(0)

    return run


def two_games() -> Report:
    return measure_all(
        [
            Measure("ours", "engine", "choices", steady(100, 200, 400), answers=3.0),
            Measure("ours", "copies", "copies", steady(200, 400, 800)),
            Measure("theirs", "engine", "answers", steady(50, 100, 800), peer=True),
        ],
        seconds=3,
        rounds=3,
    )


def test_a_rate_is_the_median_of_its_rounds_for_choices_and_for_all_answers() -> None:
    assert [(rate.game, rate.unit, rate.per_second) for rate in two_games().rates] == [
        ("ours", "choices", 200),
        ("ours", "answers", 600),
        ("ours", "copies", 400),
        ("theirs", "answers", 100),
    ]


def test_a_ratio_is_the_median_of_the_ratios_of_single_rounds() -> None:
    assert [(ratio.unit, ratio.over, ratio.times) for ratio in two_games().ratios] == [
        ("cost", "choice", 0.5),
        ("answers", "theirs", pytest.approx(6.0)),
        ("choices", "theirs", pytest.approx(2.0)),
    ]


def test_every_other_round_runs_backwards() -> None:
    order: list[str] = []
    measures = [
        Measure(name, "engine", "answers", steady(1, 1, order=order, name=name), peer=True) for name in ("a", "b")
    ]

    measure_all(measures, seconds=1, rounds=2)

    assert order == ["a", "b", "b", "a"]
