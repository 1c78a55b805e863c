from __future__ import annotations
from timebooth.games.riff_in_time.state import RiffState


def missing(s: RiffState, seat: int) -> list[tuple[str, dict[str, object]]]:
    return []
