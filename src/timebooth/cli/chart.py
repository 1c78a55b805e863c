"""Chances of winning over time as a text chart for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timebooth.words import Words

if TYPE_CHECKING:
    from timebooth.bots.analysis import Course

LEVELS = "▁▂▃▄▅▆▇█"
WON = "★"


def chart(course: Course, names: list[str], words: Words, width: int) -> list[str]:
    """Return a line for each name, and a last line with the numbers of the turning points."""
    label = max(len(name) for name in names) + 2
    ends = [_ends(course, seat, words) for seat in range(len(names))]
    room = max(10, width - label - max(len(end) for end in ends) - 4)
    shown = _moments_shown(len(course.moments), room)
    winners = course.outcome.winners if course.outcome is not None else ()
    lines = []
    for seat, name in enumerate(names):
        drawn = "".join(_block(course.moments[moment].chances[seat]) for moment in shown)
        star = WON if seat in winners else " "
        lines.append(f"{name:<{label}}{drawn}  {ends[seat]} {star}".rstrip())
    if course.turns:
        marks = [" "] * len(shown)
        for number, turn in enumerate(course.turns, start=1):
            column = next((i for i, moment in enumerate(shown) if moment > turn.moment), len(shown) - 1)
            while column > 0 and marks[column] != " ":
                column -= 1
            marks[column] = str(number)
        lines.append((" " * label + "".join(marks)).rstrip())
    return lines


def _moments_shown(moments: int, room: int) -> list[int]:
    """Return the moments to show: all if they fit, else evenly spaced ones with the first and the last."""
    if moments <= room:
        return list(range(moments))
    return [round(i * (moments - 1) / (room - 1)) for i in range(room)]


def _block(chance: float) -> str:
    return LEVELS[min(len(LEVELS) - 1, int(chance * len(LEVELS)))]


def _ends(course: Course, seat: int, words: Words) -> str:
    first, last = course.moments[0].chances[seat], course.moments[-1].chances[seat]
    return words.say("analyse.ends", first=first, last=last)
