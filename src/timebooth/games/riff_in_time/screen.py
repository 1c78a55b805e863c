from __future__ import annotations
from collections.abc import Callable
from timebooth.games.riff_in_time.state import RiffState


def screen(s: RiffState, seat: int | None, say: Callable[..., str], width: int) -> str:
    return ""
