"""The event that tells everybody what is played, and at what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from timebooth.games.back_to_the_future.answers import FlipAnother, Play, Use
from timebooth.games.back_to_the_future.deck.actions import HAND_AFTER_ALPHA
from timebooth.games.back_to_the_future.deck.kinds import DOUBLEBACK, KEYS
from timebooth.games.back_to_the_future.events import CardAnnounced

if TYPE_CHECKING:
    from timebooth.games.back_to_the_future.state import BttfState

NEEDS_AN_AIM = frozenset(
    (
        "time_car_v1",
        "time_car_v2",
        "time_car_v3",
        "time_car_v4",
        "time_car_v5",
        "time_train",
        "hitch_a_ride",
        "so_gullible",
        "erased",
        "rewind",
        "science_experiment",
    )
)


def announced(s: BttfState, seat: int, code: int, kind: int) -> CardAnnounced:
    """Return the event of an announcement; it is `idle` if it can have no effect.  §J21 §J33"""
    match s.box.catalogue[code]:
        case FlipAnother(linchpin, cash):
            spend = "emergency_cash" if cash else KEYS[s.box.doubleback_item[kind - DOUBLEBACK]]
            return CardAnnounced(seat, KEYS[kind], linchpin=linchpin, spend=spend)
        case Use(item, owner, feed):
            return CardAnnounced(seat, item, owner=owner, spend=feed or item)
        case Play(card, linchpin, spend, side, item, owner, target, direction, fetch):
            aimless = linchpin is None and item is None and fetch is None and card in NEEDS_AN_AIM
            idle = aimless or finds_nothing(s, seat, card, target)
            return CardAnnounced(seat, card, linchpin, spend, side, item, owner, target, direction, fetch, idle)
        case other:
            raise AssertionError(f"not an announcement: {other}")


def finds_nothing(s: BttfState, seat: int, card: str, target: int | None) -> bool:
    """Return whether everybody can see that the card, or its target, has nothing to give."""
    others = [s.hand_size[other] for other in range(s.seats) if other != seat]
    match card:
        case "quick_trip":
            return s.draw_size == 0
        case "clock_tower":
            return not any(others)
        case "alpha_rhythm":
            return max(others) <= HAND_AFTER_ALPHA
        case "fading_away":
            assert target is not None
            return s.hand_size[target] == 0 and s.table[target] == 0
        case _:
            return False
