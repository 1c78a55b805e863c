"""What a seat can know of the Riff deck, and of who begins; all else lies open.  §HIDDEN"""

from __future__ import annotations

from mypy_extensions import i64

from timebooth.games.riff_in_time.deck import take_any_card
from timebooth.games.riff_in_time.state import NO_ENDING, RiffState
from timebooth.kernel.bits import bit
from timebooth.kernel.chance import Rng


def knows_top(s: RiffState, seer: i64) -> bool:
    """Return whether a seat, or a spectator, knows the cards on top of the deck.  §PEEK"""
    return s.seers & bit(seer) != 0


def resample(s: RiffState, seat: int, rng: Rng) -> None:
    """Redraw the top of the deck for a seat that does not know it, and who begins if nobody knows.  §HIDDEN §J5"""
    if s.ending != NO_ENDING:
        return
    if s.first_is_secret:
        s.first = rng.below(s.players)
    if knows_top(s, seat):
        return
    for i in range(s.top_size):
        s.deck |= bit(s.top_card(i))
    for i in range(s.top_size):
        s.set_top_card(i, take_any_card(s, rng))
