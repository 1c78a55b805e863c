"""How strong bots are, from who won against whom: one number each, with the doubt that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt

import msgspec

from timebooth.kernel.chance import FastRng
from timebooth.lab.statistics import Z95

ROUNDS = 200  # of the iteration; it converges long before
SAMPLES = 200  # resampled tournaments behind an interval
TIE = 0.5  # of one imagined game of each against a middling one, so that nobody is infinitely strong


class Contest(msgspec.Struct, frozen=True):
    """One game: who sat at the table (a name for each seat) and which of the seats won."""

    seed: int
    players: tuple[str, ...]
    winners: tuple[int, ...]


class Rating(msgspec.Struct, frozen=True):
    """Elo points around 0: 400 more are ten times the chance; `low` to `high` holds the truth in 95 of 100 cases."""

    name: str
    elo: float
    low: float
    high: float


def rate(contests: Sequence[Contest]) -> list[Rating]:
    """The strongest first. Games that share a seed are resampled together: they are not independent.

    Resampling knows nothing of games that were not played (who won all wins all again), so an interval is at least as
    wide as the curvature of the likelihood has it.
    """
    names = sorted({name for contest in contests for name in contest.players})
    measured = _elo(contests, names)
    reaches = _reaches(contests, measured)
    by_seed: dict[int, list[Contest]] = {}
    for contest in contests:
        by_seed.setdefault(contest.seed, []).append(contest)
    seeds = list(by_seed)
    rng = FastRng(len(contests))
    sampled: list[dict[str, float]] = []
    for _ in range(SAMPLES):
        picked = [seeds[rng.below(len(seeds))] for _ in seeds]
        sampled.append(_elo([contest for seed in picked for contest in by_seed[seed]], names))
    found = []
    for name in names:
        spread = sorted(each[name] for each in sampled)
        low, high = spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]
        middle, reach = measured[name], reaches[name]
        found.append(Rating(name, middle, min(low, middle - reach), max(high, middle + reach)))
    return sorted(found, key=lambda rating: (-rating.elo, rating.name))


def _elo(contests: Sequence[Contest], names: list[str]) -> dict[str, float]:
    """Bradley and Terry's model for any number of players (Plackett, Luce), by Hunter's iteration."""
    games: dict[tuple[str, ...], int] = {}
    wins = dict.fromkeys(names, TIE)
    for contest in contests:
        if contest.winners:
            table = tuple(sorted(contest.players))
            games[table] = games.get(table, 0) + 1
            for seat in contest.winners:
                wins[contest.players[seat]] += 1 / len(contest.winners)
    strength = dict.fromkeys(names, 1.0)
    for _ in range(ROUNDS):
        exposed = {name: 2 * TIE / (strength[name] + 1.0) for name in names}
        for table, times in games.items():
            share = times / sum(strength[name] for name in table)
            for name in table:
                exposed[name] += share
        strength = {name: wins[name] / exposed[name] for name in names}
    points = {name: 400 * log10(strength[name]) for name in names}
    middle = sum(points.values()) / len(points)
    return {name: points[name] - middle for name in names}


def _reaches(contests: Sequence[Contest], elo: dict[str, float]) -> dict[str, float]:
    """Half the width of each 95 % interval, from the information that the games hold about the strengths."""
    names = list(elo)
    strength = {name: 10 ** (points / 400) for name, points in elo.items()}
    known = [[0.0] * len(names) for _ in names]
    for i, name in enumerate(names):
        share = strength[name] / (strength[name] + 1)
        known[i][i] = 2 * TIE * share * (1 - share)
    for contest in contests:
        if not contest.winners:
            continue
        whole = sum(strength[name] for name in contest.players)
        share_of = {name: contest.players.count(name) * strength[name] / whole for name in contest.players}
        for name, share in share_of.items():
            i = names.index(name)
            known[i][i] += share
            for other, theirs in share_of.items():
                known[i][names.index(other)] -= share * theirs
    doubt = _inverse(known)
    many = len(names)
    mean = [sum(row) / many for row in doubt]
    whole = sum(mean) / many
    spread = [max(0.0, doubt[i][i] - 2 * mean[i] + whole) for i in range(many)]  # around the middle of all
    return {name: Z95 * 400 / log(10) * sqrt(spread[i]) for i, name in enumerate(names)}


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan; the matrices here are small, symmetric and positive."""
    many = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(many))] for i, row in enumerate(matrix)]
    for i in range(many):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(many):
            if j != i:
                times = rows[j][i]
                rows[j] = [value - times * pivot for value, pivot in zip(rows[j], rows[i], strict=True)]
    return [row[many:] for row in rows]
