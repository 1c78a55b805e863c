"""How well the band stands: what a bot looks at. A guide for play, not a rule."""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.state import NO_ENDING, WON, RiffState


def standing(s: RiffState) -> int:
    if s.ending != NO_ENDING:
        return 1000 if s.ending == WON else 0
    x: i64 = 500
    return x
