"""What has to happen at a table by itself, and when."""

from __future__ import annotations

from typing import Literal, NamedTuple

from timebooth.tables import clocks
from timebooth.tables.table import Table


class Due(NamedTuple):
    """Something to do at a time; its command id is the same on every node, so it is done once."""

    at: float
    what: Literal["window", "bot", "clock", "patience"]
    seat: int
    command: str


def dues(table: Table) -> list[Due]:
    """All that is ahead of a running table, as far as it is known now."""
    if table.status != "running":
        return []
    found = [
        Due(sitting.away_since + table.settings.patience, "patience", i, f"patience:{i}:{sitting.away_since}")
        for i, sitting in enumerate(table.seats)
        if sitting.away_since is not None and not sitting.bot
    ]
    window = table.window
    for seat in table.owes():
        label = f"{seat}:{table.asked_version}"
        if table.played_by_bot(seat):
            found.append(Due(clocks.bot_due(table.asked_at, table.seed, label.encode()), "bot", seat, f"bot:{label}"))
        elif not window:
            ends = table.clock_ends(seat)
            if ends is not None:
                found.append(Due(ends, "clock", seat, f"clock:{label}"))
    if window:
        closes = table.window_closes()
        if closes is not None:
            found.append(Due(closes, "window", -1, f"window:{table.asked_version}"))
    return found
