"""How well a seat stands, for bots that look one step ahead. Not a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, DOUBLEBACKS, HITCH_A_RIDE, MACHINES
from timebooth.games.back_to_the_future.state import NO_ENDING, BttfState
from timebooth.kernel.bits import count

WON: Final[i64] = 1000
FAR: Final[i64] = 4  # linchpins away; more makes no difference
PER_FLIP: Final[i64] = 90  # a headline nearer
PER_CARD: Final[i64] = 5
PER_WAY_TO_TRAVEL: Final[i64] = 14
PER_MEMO: Final[i64] = 12
PER_ITEM: Final[i64] = 6
PER_DUD_GONE: Final[i64] = 18
PER_READY_OPPONENT: Final[i64] = 20


def evaluate(s: BttfState, me: int) -> int:
    """Return how well a seat stands, from 0 (lost) to 1000 (won)."""
    seat: i64 = me
    if s.ending != NO_ENDING:
        if s.winner == seat:
            return WON
        return 0
    distance = s.distance(seat)
    if distance > FAR:
        distance = FAR
    score: i64 = 250 + (FAR - distance) * PER_FLIP
    hand = s.hand[seat]
    travel = s.box.between(0, MACHINES) | s.box.between(DOUBLEBACK, DOUBLEBACK + DOUBLEBACKS)
    score += count(hand) * PER_CARD
    score += count(hand & (travel | s.box.copies[HITCH_A_RIDE])) * PER_WAY_TO_TRAVEL
    score += (count(hand & s.box.memos) + count(s.table[seat] & s.box.memo_items)) * PER_MEMO
    score += count(s.table[seat]) * PER_ITEM
    if distance == 0:
        score += s.duds_aside * PER_DUD_GONE
    else:
        score -= s.duds_aside * PER_DUD_GONE // 3
    for other in range(s.seats):
        if other != seat and s.is_satisfied(other):
            score -= PER_READY_OPPONENT
    if score < 1:
        return 1
    if score > WON - 1:
        return WON - 1
    return score
