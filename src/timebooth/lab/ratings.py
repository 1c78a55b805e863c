"""Elo ratings of bots, with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt

import msgspec

from timebooth.kernel.chance import FastRng
from timebooth.lab.statistics import Z95

ITERATIONS = 200  # it converges long before
SAMPLES = 200  # bootstrap samples for an interval
TIE = 0.5  # prior: each bot has a tie against an average one, so that no rating is infinite


class Contest(msgspec.Struct, frozen=True):
    """One game: the name in each seat, and the seats that won."""

    seed: int
    players: tuple[str, ...]
    winners: tuple[int, ...]


class Rating(msgspec.Struct, frozen=True):
    """Elo points around 0 with their 95 % interval; 400 points more mean ten times the odds."""

    name: str
    elo: float
    low: float
    high: float


class Step(msgspec.Struct, frozen=True):
    """By how many Elo points one bot is stronger than another, with the 95 % interval."""

    weaker: str
    stronger: str
    elo: float
    low: float
    high: float


def rate(contests: Sequence[Contest]) -> list[Rating]:
    """Return the ratings, the strongest bot first.

    The intervals come from a bootstrap in which games that share a seed are resampled together, because they are not
    independent. A bot that won all its games wins all of them in every sample, so an interval is at least as wide as
    the curvature of the likelihood implies.
    """
    names = sorted({name for contest in contests for name in contest.players})
    measured = _elo(contests, names)
    margins = _margins(contests, measured)
    sampled = _sampled(contests, names)
    found = []
    for name in names:
        low, high = _middle95([each[name] for each in sampled])
        middle, margin = measured[name], margins[name]
        found.append(Rating(name, middle, min(low, middle - margin), max(high, middle + margin)))
    return sorted(found, key=lambda rating: (-rating.elo, rating.name))


def measure_step(contests: Sequence[Contest], weaker: str, stronger: str, opponent: str | None = None) -> Step:
    """Return how far apart two bots are by the games of these two alone, or of each against the same `opponent`."""
    among = {weaker, stronger, opponent}
    played = [contest for contest in contests if among.issuperset(contest.players)]
    names = sorted({weaker, stronger, *(name for contest in played for name in contest.players)})
    measured = _elo(played, names)
    low, high = _middle95([each[stronger] - each[weaker] for each in _sampled(played, names)])
    return Step(weaker, stronger, measured[stronger] - measured[weaker], low, high)


def _sampled(contests: Sequence[Contest], names: list[str]) -> list[dict[str, float]]:
    """Return the Elo points in each bootstrap sample."""
    by_seed: dict[int, list[Contest]] = {}
    for contest in contests:
        by_seed.setdefault(contest.seed, []).append(contest)
    seeds = list(by_seed)
    rng = FastRng(len(contests))
    found: list[dict[str, float]] = []
    for _ in range(SAMPLES):
        picked = [seeds[rng.below(len(seeds))] for _ in seeds]
        found.append(_elo([contest for seed in picked for contest in by_seed[seed]], names))
    return found


def _middle95(values: list[float]) -> tuple[float, float]:
    """Return the limits between which 95 % of the sampled values lie."""
    spread = sorted(values)
    return spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]


def _elo(contests: Sequence[Contest], names: list[str]) -> dict[str, float]:
    """Fit the Plackett–Luce model (Bradley–Terry for any number of players) by Hunter's iteration."""
    games: dict[tuple[str, ...], int] = {}
    wins = dict.fromkeys(names, TIE)
    for contest in contests:
        if contest.winners:
            table = tuple(sorted(contest.players))
            games[table] = games.get(table, 0) + 1
            for seat in contest.winners:
                wins[contest.players[seat]] += 1 / len(contest.winners)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ITERATIONS):
        exposed = {name: 2 * TIE / (strength[name] + 1.0) for name in names}
        for table, times in games.items():
            share = times / sum(strength[name] for name in table)
            for name in table:
                exposed[name] += share
        strength = {name: wins[name] / exposed[name] for name in names}
    points = {name: 400 * log10(strength[name]) for name in names}
    middle = sum(points.values()) / len(points)
    return {name: points[name] - middle for name in names}


def _margins(contests: Sequence[Contest], elo: dict[str, float]) -> dict[str, float]:
    """Return half the width of each 95 % interval, from the Fisher information of the games."""
    names = list(elo)
    strength = {name: 10 ** (points / 400) for name, points in elo.items()}
    information = [[0.0] * len(names) for _ in names]
    for i, name in enumerate(names):
        share = strength[name] / (strength[name] + 1)
        information[i][i] = 2 * TIE * share * (1 - share)
    for contest in contests:
        if not contest.winners:
            continue
        whole = sum(strength[name] for name in contest.players)
        share_of = {name: contest.players.count(name) * strength[name] / whole for name in contest.players}
        for name, share in share_of.items():
            i = names.index(name)
            information[i][i] += share
            for other, theirs in share_of.items():
                information[i][names.index(other)] -= share * theirs
    covariance = _inverse(information)
    many = len(names)
    mean = [sum(row) / many for row in covariance]
    whole = sum(mean) / many
    variance = [max(0.0, covariance[i][i] - 2 * mean[i] + whole) for i in range(many)]  # relative to the mean of all
    return {name: Z95 * 400 / log(10) * sqrt(variance[i]) for i, name in enumerate(names)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a small, symmetric, positive definite matrix by Gauss–Jordan elimination."""
    many = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(many))] for i, row in enumerate(matrix)]
    for i in range(many):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(many):
            if j != i:
                times = rows[j][i]
                rows[j] = [value - times * pivot for value, pivot in zip(rows[j], rows[i], strict=True)]
    return [row[many:] for row in rows]
