"""Is a game fair? Who wins how often by seat and by what they were, had and did; and what another edition changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from timebooth.kernel.game import Game
from timebooth.lab.simulate import Played
from timebooth.lab.statistics import chance_of, stands_out, wilson
from timebooth.lab.summary import Mean, Share, average, share

Games = dict[int, list[Played]]
"""Finished games by their number of seats."""


class Row(msgspec.Struct, frozen=True):
    """One thing to have: how often who had it won, over what would be fair (1.0), with its 95 % interval."""

    value: str
    trials: int
    wins: int
    ratio: float
    low: float
    high: float
    doubt: float
    """The chance of such a result, or one further off, were it fair."""
    stands_out: bool
    """Too far off for chance, all rows of its kind taken together."""


class Kind(msgspec.Struct, frozen=True):
    """All that is of one kind, the luckiest first."""

    kind: str
    rows: tuple[Row, ...]


class AtTable(msgspec.Struct, frozen=True):
    """What games of one size tell."""

    seats: int
    games: int
    fair: float
    """The share of wins that every seat should have; of a cooperative game the share that was won."""
    by_seat: tuple[Share, ...]
    odd_seats: tuple[int, ...]
    """Seats that win too often or too seldom for chance."""
    won: Share
    endings: dict[str, Share]
    decisions: Mean
    turns: Mean | None
    lengths: tuple[float, float, float, float, float]
    """Of turns, or else decisions: what 5, 25, 50, 75 and 95 of 100 games stay below."""
    figures: dict[str, Mean]


class Balance(msgspec.Struct, frozen=True):
    tables: tuple[AtTable, ...]
    kinds: tuple[Kind, ...]


def balance(game: Game, games: Games) -> Balance:
    """All that the games tell about fairness."""
    tables = tuple(_at_table(game, seats, played) for seats, played in games.items())
    return Balance(tables, tuple(_kinds(game, games, tables)))


def _at_table(game: Game, seats: int, games: list[Played]) -> AtTable:
    many = len(games)
    wins = Counter(seat for one in games for seat in one.winners)
    won = share(sum(1 for one in games if one.winners), many)
    fair = won.share if game.cooperative else 1 / seats
    doubts = [chance_of(wins[seat], many * fair, many * fair * (1 - fair)) for seat in range(seats)]
    odd = () if game.cooperative else tuple(i for i, off in enumerate(stands_out(doubts)) if off)
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
        won=won,
        endings={name: share(times, many) for name, times in _endings(game, games)},
        decisions=decisions,
        turns=average(turns),
        lengths=_spread(turns or [float(one.decisions) for one in games]),
        figures={name: figure for name, figure in figures.items() if figure is not None},
    )


def _endings(game: Game, games: list[Played]) -> list[tuple[str, int]]:
    times = Counter(one.ending for one in games)
    return [(ending, times[ending]) for ending in dict.fromkeys((*game.endings, *sorted(times)))]


def _spread(numbers: list[float]) -> tuple[float, float, float, float, float]:
    ordered = sorted(numbers)
    last = len(ordered) - 1
    low, lower, middle, upper, high = (ordered[round(last * part)] for part in (0.05, 0.25, 0.5, 0.75, 0.95))
    return (low, lower, middle, upper, high)


class _Count:
    """Wins of those who had something, beside what would be fair."""

    def __init__(self) -> None:
        self.trials = 0
        self.wins = 0
        self.expected = 0.0
        self.spread = 0.0


def _kinds(game: Game, games: Games, tables: Sequence[AtTable]) -> Iterable[Kind]:
    counts: dict[str, dict[str, _Count]] = {kind: {} for kind in game.trait_words}
    for table, played in zip(tables, games.values(), strict=True):
        for one in played:
            for trait in one.traits:
                count = counts[trait.kind].setdefault(trait.value, _Count())
                count.trials += 1
                count.wins += bool(one.winners) if trait.seat is None else trait.seat in one.winners
                count.expected += table.fair
                count.spread += table.fair * (1 - table.fair)
    for kind, values in counts.items():
        doubts = [chance_of(count.wins, count.expected, count.spread) for count in values.values()]
        rows = [
            _row(value, count, doubt, odd)
            for (value, count), doubt, odd in zip(values.items(), doubts, stands_out(doubts), strict=True)
        ]
        yield Kind(kind, tuple(sorted(rows, key=lambda row: (-row.ratio, row.value))))


def _row(value: str, count: _Count, doubt: float, odd: bool) -> Row:
    fair = count.expected / count.trials
    low, high = wilson(count.wins, count.trials)
    if fair == 0:  # a cooperative game that was never won: nothing can be said
        return Row(value, count.trials, count.wins, 1.0, 0.0, 2.0, 1.0, False)
    ratio = count.wins / count.expected
    return Row(value, count.trials, count.wins, ratio, low / fair, high / fair, doubt, odd)
