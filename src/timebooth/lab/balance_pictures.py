"""Draws the pictures of a balance report: seats, endings, lengths and traits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from timebooth.lab.balance import AtTable, Balance, Kind, Row
from timebooth.lab.drawing import BAD, FAINT, GOOD, INK, SERIES, intervals, percent, picture
from timebooth.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 8.6  # inches
LINE = 0.27
MARGIN = 0.9
MAX_SHOWN = 24  # rows of one kind; if there are more, those at both ends


def name_tables(axes: Axes, tables: Sequence[AtTable], words: Words) -> None:
    """Give each table a line, with its number of players before it."""
    axes.set_yticks(range(len(tables)), [words.say("report.players", seats=table.seats) for table in tables])
    axes.set_ylim(-0.6, len(tables) - 0.4)


def seats_picture(found: Balance, words: Words) -> str:
    """Return an SVG: the share of wins of every seat and the fair share, a panel for each number of players."""
    most = max(table.seats for table in found.tables)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(1, len(found.tables), sharex=False, squeeze=False)[0]
        for axes, table in zip(panels, found.tables, strict=True):
            _fair_line(axes, table.fair)
            places = [float(table.seats - 1 - seat) for seat in range(table.seats)]
            for seat, share in enumerate(table.by_seat):
                colour = SERIES[0] if seat not in table.odd_seats else (GOOD if share.share > table.fair else BAD)
                intervals(axes, [places[seat]], [share.share], [share.low], [share.high], colour)
            axes.set_yticks(places, [str(seat + 1) for seat in range(table.seats)])
            axes.set_ylim(table.seats - most - 0.6, table.seats - 0.4)
            axes.set_title(words.say("report.players", seats=table.seats))
            axes.locator_params(axis="x", nbins=4)
            percent(axes, words)

    return picture(draw, WIDTH, MARGIN + LINE * 1.3 * most)


def won_picture(found: Balance, words: Words) -> str:
    """Return an SVG: how often a cooperative game is won, by the number of players."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        tables = found.tables[::-1]
        places = [float(i) for i in range(len(tables))]
        won = [table.won for table in tables]
        intervals(axes, places, [s.share for s in won], [s.low for s in won], [s.high for s in won], SERIES[0])
        name_tables(axes, tables, words)
        axes.set_xlim(0, 1)
        percent(axes, words)

    return picture(draw, WIDTH, MARGIN + LINE * 1.3 * len(found.tables))


def endings_picture(found: Balance, words: Words) -> str:
    """Return an SVG: how games end, a stacked bar for each number of players."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        tables = found.tables[::-1]
        for place, table in enumerate(tables):
            left = 0.0
            for number, share in enumerate(table.endings.values()):
                axes.barh(place, share.share, left=left, height=0.62, color=SERIES[number % len(SERIES)], alpha=0.75)
                if share.share >= 0.06:
                    middle = left + share.share / 2
                    said = words.say("percent.whole", share=share.share)
                    axes.text(middle, place, said, ha="center", va="center", fontsize=9, color=INK)
                left += share.share
        name_tables(axes, tables, words)
        axes.set_xlim(0, 1)
        percent(axes, words)

    return picture(draw, WIDTH, MARGIN + LINE * 1.5 * len(found.tables))


def lengths_picture(found: Balance, words: Words) -> str:
    """Return an SVG: the length of games; the median, the middle half, and nine games of ten."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        tables = found.tables[::-1]
        for place, table in enumerate(tables):
            low, lower, middle, upper, high = table.lengths
            axes.hlines(place, low, high, colors=SERIES[0], linewidth=1.6, alpha=0.5)
            axes.hlines(place, lower, upper, colors=SERIES[0], linewidth=9, alpha=0.4)
            axes.plot([middle], [place], "o", color=SERIES[0], markersize=7, markeredgewidth=0)
        name_tables(axes, tables, words)
        axes.set_xlim(left=0)
        axes.set_xlabel(words.say("figure.turns" if _has_turns(found.tables) else "figure.decisions"))

    return picture(draw, WIDTH, MARGIN + LINE * 1.4 * len(found.tables))


def kind_picture(kind: Kind, names: dict[str, str], words: Words) -> str:
    """Return an SVG: wins over the fair number for each value of a trait; significant ones are coloured."""
    rows = shown(kind)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        _fair_line(axes, 1.0)
        for place, row in enumerate(rows[::-1]):
            colour = FAINT if not row.stands_out else (GOOD if row.ratio > 1 else BAD)
            intervals(axes, [float(place)], [row.ratio], [row.low], [row.high], colour)
        axes.set_yticks(range(len(rows)), [names[row.value] for row in rows[::-1]])
        axes.set_ylim(-0.7, len(rows) - 0.3)
        axes.set_xlabel(words.say("report.ratio"))

    return picture(draw, WIDTH, MARGIN + LINE * len(rows))


def shown(kind: Kind) -> list[Row]:
    """Return all rows, or those at both ends if there are many."""
    rows = list(kind.rows)
    return rows if len(rows) <= MAX_SHOWN else rows[: MAX_SHOWN // 2] + rows[-MAX_SHOWN // 2 :]


def _fair_line(axes: Axes, fair: float) -> None:
    axes.axvline(fair, color=FAINT, linewidth=1.0, linestyle=(0, (2, 3)))


def _has_turns(tables: tuple[AtTable, ...]) -> bool:
    return all(table.turns is not None for table in tables)
