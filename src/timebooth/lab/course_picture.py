"""Draws the win chances in the course of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timebooth.lab.drawing import FAINT, INK, SERIES, percent, picture
from timebooth.words import Words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from timebooth.bots.analysis import Course

DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (4, 1, 1, 1, 1, 1)), (0, (1, 1)))


def course_picture(course: Course, names: list[str], words: Words) -> str:
    """Return an SVG with a line for each seat, distinguished by colour and dashes, and numbered turning points."""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        at = [moment.at for moment in course.moments]
        for seat, name in enumerate(names):
            chances = [moment.chances[seat] for moment in course.moments]
            axes.plot(at, chances, color=SERIES[seat % len(SERIES)], linestyle=DASHES[seat % len(DASHES)], label=name)
        for number, turn in enumerate(course.turns, start=1):
            where = course.moments[turn.moment + 1].at
            axes.axvline(where, color=FAINT, linewidth=0.7, linestyle=(0, (1, 3)))
            axes.annotate(
                str(number),
                (where, 1.0),
                xycoords=("data", "axes fraction"),
                xytext=(0, 2),
                textcoords="offset points",
                ha="center",
                color=INK,
                fontsize=9,
            )
        axes.set_ylim(0, 1)
        axes.set_xlim(0, max(1, at[-1]))
        axes.set_xlabel(words.say("analyse.answers"))
        axes.set_ylabel(words.say("analyse.chance"))
        axes.set_title(words.say("game.title"), pad=16)
        percent(axes, words, "y")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))

    return picture(draw, 9.0, 4.0)
