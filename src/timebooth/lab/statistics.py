"""Confidence intervals and significance."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, inf, sqrt
from statistics import NormalDist

Z95 = 1.959963984540054  # two-sided 95 %
SIGNIFICANCE = 0.05
POWER = 0.8  # the chance with which a study should find an effect


def wilson(wins: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's method, which holds for few trials and near 0 and 1."""
    if trials == 0:
        return (0.0, 1.0)
    share = wins / trials
    weight = Z95 * Z95 / trials
    middle = (share + weight / 2) / (1 + weight)
    margin = Z95 * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return (max(0.0, middle - margin), min(1.0, middle + margin))


def mean(numbers: list[float]) -> tuple[float, float, float] | None:
    """Return the mean with its 95 % interval by the normal approximation; None for no numbers."""
    many = len(numbers)
    if many == 0:
        return None
    middle = sum(numbers) / many
    variance = sum((number - middle) ** 2 for number in numbers) / max(1, many - 1)
    margin = Z95 * sqrt(variance / many)
    return (middle, middle - margin, middle + margin)


def jackknife(without: Sequence[float]) -> float:
    """Return the margin of a 95 % interval from what is measured without each of some equal parts of the data."""
    many = len(without)
    if many < 2:
        return inf
    middle = sum(without) / many
    return Z95 * sqrt((many - 1) / many * sum((each - middle) ** 2 for each in without))


def two_sided(deviations: float) -> float:
    """Return the two-sided p-value of a deviation in standard deviations, for a normal distribution."""
    return erfc(abs(deviations) / sqrt(2))


def wins_p_value(wins: int, expected: float, variance: float) -> float:
    """Return the p-value of a number of wins, given the expected number and its variance."""
    return 1.0 if variance <= 0 else two_sided((wins - expected) / sqrt(variance))


def mean_p_value(numbers: Sequence[float]) -> float:
    """Return the p-value of a mean, if the true mean is 0."""
    found = mean(list(numbers))
    if found is None or found[0] == 0:
        return 1.0
    middle, low, _ = found
    return 0.0 if middle == low else two_sided(Z95 * middle / (middle - low))


def significant(p_values: Sequence[float]) -> list[bool]:
    """Return which of many results are significant, corrected by Holm's method for their number."""
    found = [False] * len(p_values)
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, i in enumerate(order):
        if p_values[i] * (len(p_values) - rank) >= SIGNIFICANCE:
            break
        found[i] = True
    return found


def smallest_effect(deviation: float, trials: float, tests: int) -> float:
    """Return the smallest true difference of a mean that so many trials find four times out of five.

    `deviation` is the standard deviation of one trial, and `tests` the number of results among which a significant one
    is looked for: the more there are, the further off each of them has to be.
    """
    if trials <= 0:
        return inf
    normal = NormalDist()
    needed = normal.inv_cdf(1 - SIGNIFICANCE / (2 * max(1, tests))) + normal.inv_cdf(POWER)
    return needed * deviation / sqrt(trials)
