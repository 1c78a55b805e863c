"""What a table does by itself, and when."""

from __future__ import annotations

from typing import Literal, NamedTuple

from timebooth.bots.roster import bot_types
from timebooth.tables import clocks
from timebooth.tables.authorisation import MAX_FACTS
from timebooth.tables.table import Table
from timebooth.tables.wire import Live


class Deadline(NamedTuple):
    """Something to do at a time; its command id is the same on every node, so it is done once."""

    at: float
    kind: Literal["window", "bot", "clock", "away"]
    seat: int
    command: str


def deadlines_of(table: Table, resumed_at: float = 0.0, asked: float | None = None) -> list[Deadline]:
    """Return all deadlines of a running table that are known now; a table whose log is full has none.

    Bots and live windows count from `resumed_at`, when this node began to act for the table, if that is later than the
    question: only then did the bots start to think, and only then could anybody answer. `asked` replaces the time of a
    question that the log dates in the future, because the machine's clock was set back before a start.
    """
    if table.status != "running" or table.version >= MAX_FACTS:
        return []
    delay = max(resumed_at, asked or table.asked_at) - table.asked_at
    found = [
        Deadline(
            seat_state.away_since + table.settings.keep_seat_for,
            "away",
            seat,
            f"patience:{seat}:{seat_state.away_since}",
        )
        for seat, seat_state in enumerate(table.seats)
        if seat_state.away_since is not None and not seat_state.bot
    ]
    window = table.window
    for seat in table.owes():
        label = f"{seat}:{table.asked_version}"
        if table.played_by_bot(seat):
            found.append(Deadline(_bot_answers_at(table, seat, label) + delay, "bot", seat, f"bot:{label}"))
        elif not window:
            ends = table.clock_ends(seat)
            if ends is not None:
                found.append(Deadline(ends, "clock", seat, f"clock:{label}"))
    if window:
        closes = _closes(table, delay)
        if closes is not None:
            found.append(Deadline(closes, "window", -1, f"window:{table.asked_version}"))
    return found


def _bot_answers_at(table: Table, seat: int, label: str) -> float:
    """Return when a bot's answer counts; all bots asked in a window answer at the same time.

    Otherwise a bot that searches answers after the full thinking time of its level, even if it has no choice.
    """
    if table.window:
        return clocks.window_held_until(table.asked_at, table.seed, b"%d" % table.asked_version)
    kind = bot_types().get(table.seats[seat].bot)  # its package may have been removed since
    thinks = 0.0 if kind is None else kind.default_budget.seconds or 0.0
    return clocks.bot_answers_at(table.asked_at, table.seed, label.encode(), thinks)


def _closes(table: Table, delay: float) -> float | None:
    """Return when a window closes by itself; if everybody has answered, as soon as it is no longer held.

    A hold is never prolonged, but `delay` is negative if the log dates the question in the future.
    """
    if not table.owes():
        return table.window_held_until() + min(0.0, delay)
    closes = table.window_closes()
    return closes + delay if closes is not None and isinstance(table.settings.pace, Live) else closes
