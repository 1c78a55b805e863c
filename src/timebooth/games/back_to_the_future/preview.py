"""What a flip would change: the headlines that would show, and how many of the player's own."""

from __future__ import annotations

from collections.abc import Mapping

from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, KEYS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel.bits import members_of


def preview(s: BttfState, seat: int, named: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
    """Return what an answer does to a linchpin other than B-1, if nobody cancels it.  §FLIP §RIPPLE"""
    linchpin = _linchpin(s, named)
    if linchpin is None or linchpin == s.box.b1:
        return None
    if "side" in named and s.is_altered(linchpin) == (named["side"] == "altered"):
        return "preview.stays", {"linchpin": s.box.linchpins[linchpin]}
    after = s.box.altered[s.history ^ (1 << linchpin)]
    changed = members_of(after ^ s.box.altered[s.history])
    ripples = [f"{s.box.positions[i]}.{'altered' if after >> i & 1 else 'original'}" for i in changed]
    return "preview.flip", {"ripples": ripples, "yours": _yours(s, seat, after)}


def _linchpin(s: BttfState, named: Mapping[str, object]) -> int | None:
    if "linchpin" in named:
        return s.box.linchpins.index(str(named["linchpin"]))
    if "side" not in named or "card" not in named:
        return None
    return s.box.doubleback_linchpin[KEYS.index(str(named["card"])) - DOUBLEBACK]


def _yours(s: BttfState, seat: int, shown: int) -> int:
    """Return how many of the seat's three headlines would show."""
    original, altered = s.box.goals[s.identity[seat]]
    wanted = {original: 0, altered[0]: 1, altered[1]: 1}
    return sum(shown >> s.box.positions.index(place) & 1 == side for place, side in wanted.items())
