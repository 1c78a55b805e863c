"""Measures whether a game is fair: shares of wins by seat and by trait (identity, card, action)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from timebooth.kernel.game import Game
from timebooth.lab.simulate import Played
from timebooth.lab.statistics import significant, wilson, wins_p_value
from timebooth.lab.summary import Mean, Share, average, share

Games = dict[int, list[Played]]
"""Finished games by their number of seats."""


class Row(msgspec.Struct, frozen=True):
    """One value of a trait: wins of the seats that had it over the fair number (ratio 1.0), with the 95 % interval."""

    value: str
    trials: int
    wins: int
    ratio: float
    low: float
    high: float
    doubt: float
    """The p-value: how likely a result at least this far off is in a fair game."""
    stands_out: bool
    """Whether the result is significant, corrected for the number of rows; in a report, for all its results."""


class Kind(msgspec.Struct, frozen=True):
    """One kind of trait, with the highest ratio first."""

    kind: str
    rows: tuple[Row, ...]


class AtTable(msgspec.Struct, frozen=True):
    """The results for one number of seats."""

    seats: int
    games: int
    fair: float
    """The share of wins that every seat should have; in cooperative games, the share of games that were won."""
    by_seat: tuple[Share, ...]
    odd_seats: tuple[int, ...]
    """Seats that win significantly too often or too rarely."""
    doubts: tuple[float, ...]
    """The p-value of each seat; none in a cooperative game."""
    won: Share
    endings: dict[str, Share]
    decisions: Mean
    turns: Mean | None
    lengths: tuple[float, float, float, float, float]
    """The 5th, 25th, 50th, 75th and 95th percentile of turns, or of decisions in games without turns."""
    figures: dict[str, Mean]


class Balance(msgspec.Struct, frozen=True):
    tables: tuple[AtTable, ...]
    kinds: tuple[Kind, ...]


def balance(game: Game, games: Games) -> Balance:
    """Return the balance of finished games."""
    tables = tuple(_at_table(game, seats, played) for seats, played in games.items())
    return Balance(tables, tuple(_kinds(game, games, tables)))


def _at_table(game: Game, seats: int, games: list[Played]) -> AtTable:
    many = len(games)
    wins = Counter(seat for one in games for seat in one.winners)
    won = share(sum(1 for one in games if one.winners), many)
    fair = won.share if game.cooperative else 1 / seats
    p_values = [wins_p_value(wins[seat], many * fair, many * fair * (1 - fair)) for seat in range(seats)]
    odd = () if game.cooperative else tuple(i for i, off in enumerate(significant(p_values)) if off)
    turns = [float(one.turns) for one in games if one.turns is not None]
    decisions = average([float(one.decisions) for one in games])
    assert decisions is not None
    figures = {name: average([one.figures[name] for one in games]) for name in games[0].figures}
    return AtTable(
        seats=seats,
        games=many,
        fair=fair,
        by_seat=tuple(share(wins[seat], many) for seat in range(seats)),
        odd_seats=odd,
        doubts=() if game.cooperative else tuple(p_values),
        won=won,
        endings={name: share(times, many) for name, times in _endings(game, games)},
        decisions=decisions,
        turns=average(turns),
        lengths=_percentiles(turns or [float(one.decisions) for one in games]),
        figures={name: figure for name, figure in figures.items() if figure is not None},
    )


def _endings(game: Game, games: list[Played]) -> list[tuple[str, int]]:
    times = Counter(one.ending for one in games)
    return [(ending, times[ending]) for ending in dict.fromkeys((*game.endings, *sorted(times)))]


def _percentiles(numbers: list[float]) -> tuple[float, float, float, float, float]:
    ordered = sorted(numbers)
    last = len(ordered) - 1
    low, lower, middle, upper, high = (ordered[round(last * part)] for part in (0.05, 0.25, 0.5, 0.75, 0.95))
    return (low, lower, middle, upper, high)


class _Count:
    """The wins of seats that had a trait, and the number that would be fair."""

    def __init__(self) -> None:
        self.trials = 0
        self.wins = 0
        self.expected = 0.0
        self.variance = 0.0


def _kinds(game: Game, games: Games, tables: Sequence[AtTable]) -> Iterable[Kind]:
    counts: dict[str, dict[str, _Count]] = {kind: {} for kind in game.trait_words}
    for table, played in zip(tables, games.values(), strict=True):
        for one in played:
            for trait in one.traits:
                count = counts[trait.kind].setdefault(trait.value, _Count())
                count.trials += 1
                count.wins += bool(one.winners) if trait.seat is None else trait.seat in one.winners
                count.expected += table.fair
                count.variance += table.fair * (1 - table.fair)
    for kind, values in counts.items():
        p_values = [wins_p_value(count.wins, count.expected, count.variance) for count in values.values()]
        rows = [
            _row(value, count, doubt, odd)
            for (value, count), doubt, odd in zip(values.items(), p_values, significant(p_values), strict=True)
        ]
        yield Kind(kind, tuple(sorted(rows, key=lambda row: (-row.ratio, row.value))))


def _row(value: str, count: _Count, doubt: float, odd: bool) -> Row:
    fair = count.expected / count.trials
    low, high = wilson(count.wins, count.trials)
    if fair == 0:  # a cooperative game that was never won says nothing about traits
        return Row(value, count.trials, count.wins, 1.0, 0.0, 2.0, 1.0, False)
    ratio = count.wins / count.expected
    return Row(value, count.trials, count.wins, ratio, low / fair, high / fair, doubt, odd)
