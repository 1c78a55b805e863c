"""Draws the ratings and the duels of an arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timebooth.lab.arena import THE_GAME, Duel, Table
from timebooth.lab.drawing import FAINT, INK, SERIES, intervals, percent, picture
from timebooth.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE = 0.34  # inches
MARGIN = 1.3


def arena_picture(table: Table, words: Words, fair: float | None) -> str:
    """Return an SVG with ratings on the left and shares of wins on the right; cooperative games have shares only."""
    duels = [duel for duel in table.duels if duel.bot != THE_GAME]
    ratings = [] if fair is None else table.ratings
    lines = max(len(ratings), len(duels))

    def draw(figure: Figure) -> None:
        if ratings:
            left, right = figure.subplots(1, 2, width_ratios=(2, 3))
            _ratings(left, table, words)
            _shares(right, duels, words, fair)
        else:
            _shares(figure.subplots(), duels, words, fair)

    return picture(draw, 9.0 if ratings else 6.0, MARGIN + LINE * lines)


def _ratings(axes: Axes, table: Table, words: Words) -> None:
    found = table.ratings[::-1]
    places = [float(i) for i in range(len(found))]
    axes.axvline(0, color=FAINT, linewidth=0.8, linestyle=(0, (2, 3)))
    intervals(axes, places, [r.elo for r in found], [r.low for r in found], [r.high for r in found], SERIES[0])
    axes.set_yticks(places, [rating.name for rating in found])
    axes.set_title(words.say("arena.ratings"))
    axes.set_xlabel(words.say("arena.elo"))
    axes.margins(y=0.2)


def _shares(axes: Axes, duels: list[Duel], words: Words, fair: float | None) -> None:
    found = duels[::-1]
    places = [float(i) for i in range(len(found))]
    if fair is not None:
        axes.axvline(fair, color=FAINT, linewidth=0.8, linestyle=(0, (2, 3)))
        axes.annotate(
            words.say("arena.fair"),
            (fair, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(3, 1),
            textcoords="offset points",
            color=FAINT,
            fontsize=8,
        )
    middles = [duel.wins / duel.games for duel in found]
    intervals(axes, places, middles, [duel.low for duel in found], [duel.high for duel in found], SERIES[1])
    axes.set_yticks(places, [_pair(duel, words) for duel in found])
    axes.set_title(words.say("arena.duels"), color=INK, pad=14)
    axes.set_xlim(-0.02, 1.02)  # so that a dot on the edge is not cut off
    percent(axes, words)
    axes.margins(y=0.2)


def _pair(duel: Duel, words: Words) -> str:
    if duel.against == THE_GAME:
        return duel.bot
    return words.say("arena.pair", bot=duel.bot, against=duel.against)
