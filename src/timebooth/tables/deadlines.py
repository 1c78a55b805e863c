"""What has to happen at a table by itself, and when."""

from __future__ import annotations

from typing import Literal, NamedTuple

from timebooth.bots.roster import BOTS
from timebooth.tables import clocks
from timebooth.tables.authorisation import MAX_FACTS
from timebooth.tables.table import Table
from timebooth.tables.wire import Live


class Deadline(NamedTuple):
    """Something to do at a time; its command id is the same on every node, so it is done once."""

    at: float
    kind: Literal["window", "bot", "clock", "patience"]
    seat: int
    command: str


def deadlines_of(table: Table, since: float = 0.0, asked: float | None = None) -> list[Deadline]:
    """Return all that is ahead of a running table, as far as it is known now.

    Bots and live windows take their time from the moment at which this node took the table up (`since`), if that is
    later than the question: whatever was asked before, bots have just begun to think, and nobody could answer.
    `asked` is when the question was asked if the log says a later time: then the clock was set back before a start.
    Nothing is due at a table whose log is full.
    """
    if table.status != "running" or table.version >= MAX_FACTS:
        return []
    late = max(since, asked or table.asked_at) - table.asked_at
    found = [
        Deadline(sitting.away_since + table.settings.patience, "patience", i, f"patience:{i}:{sitting.away_since}")
        for i, sitting in enumerate(table.seats)
        if sitting.away_since is not None and not sitting.bot
    ]
    window = table.window
    for seat in table.owes():
        label = f"{seat}:{table.asked_version}"
        if table.played_by_bot(seat):
            found.append(Deadline(_bot_due(table, seat, label) + late, "bot", seat, f"bot:{label}"))
        elif not window:
            ends = table.clock_ends(seat)
            if ends is not None:
                found.append(Deadline(ends, "clock", seat, f"clock:{label}"))
    if window:
        closes = _closes(table, late)
        if closes is not None:
            found.append(Deadline(closes, "window", -1, f"window:{table.asked_version}"))
    return found


def _bot_due(table: Table, seat: int, label: str) -> float:
    """Return when a bot's answer counts; all bots asked in a window answer at the same time.

    Elsewhere a bot that searches answers after the time for which its level thinks, also if it has no choice.
    """
    if table.window:
        return clocks.window_held_until(table.asked_at, table.seed, b"%d" % table.asked_version)
    thinks = BOTS[table.seats[seat].bot].default_budget.seconds or 0.0
    return clocks.bot_due(table.asked_at, table.seed, label.encode(), thinks)


def _closes(table: Table, late: float) -> float | None:
    """Return when a window closes by itself; one in which everybody has answered, when it is no longer held."""
    if not table.owes():
        return table.window_held_until()
    closes = table.window_closes()
    return closes + late if closes is not None and isinstance(table.settings.pace, Live) else closes
