"""Shares with the doubt that belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt

Z95 = 1.959963984540054  # two-sided 95 %
RARE = 0.05  # how seldom chance alone may call something odd


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


def beyond(deviations: float) -> float:
    """How likely chance goes that many standard deviations astray, either way, by the normal law."""
    return erfc(abs(deviations) / sqrt(2))


def chance_of(wins: int, expected: float, spread: float) -> float:
    """How likely as many wins, or a number further off, are when so many are expected with this variance."""
    return 1.0 if spread <= 0 else beyond((wins - expected) / sqrt(spread))


def chance_of_mean(numbers: Sequence[float]) -> float:
    """How likely an average so far from nothing is, were there nothing."""
    found = mean(list(numbers))
    if found is None or found[0] == 0:
        return 1.0
    middle, low, _ = found
    return 0.0 if middle == low else beyond(Z95 * middle / (middle - low))


def stands_out(doubts: Sequence[float]) -> list[bool]:
    """Which of many results are too odd for chance, after Holm: all of them together are wrong once in twenty."""
    odd = [False] * len(doubts)
    order = sorted(range(len(doubts)), key=lambda i: doubts[i])
    for rank, i in enumerate(order):
        if doubts[i] * (len(doubts) - rank) >= RARE:
            break
        odd[i] = True
    return odd
