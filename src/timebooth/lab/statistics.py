"""Shares with the doubt that belongs to them."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # two-sided 95 %


def wilson(wins: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson: sound for few trials and for shares near 0 and 1."""
    if trials == 0:
        return (0.0, 1.0)
    share = wins / trials
    weight = Z95 * Z95 / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = Z95 * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return (max(0.0, middle - reach), min(1.0, middle + reach))


def mean(numbers: list[float]) -> tuple[float, float, float] | None:
    """The average with its 95 % interval, by the normal law: sound for many numbers; none of nothing."""
    many = len(numbers)
    if many == 0:
        return None
    middle = sum(numbers) / many
    spread = sum((number - middle) ** 2 for number in numbers) / max(1, many - 1)
    reach = Z95 * sqrt(spread / many)
    return (middle, middle - reach, middle + reach)
