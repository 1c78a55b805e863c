"""Announcing a game action: what is played, by whom, and its target. Then everybody else is asked.  §PLAY §MEMO"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.announcement import announced
from timebooth.games.back_to_the_future.codes import (
    DOUBLE_BACK,
    DOUBLE_BACK_END,
    FLIP_V4,
    FLIP_V4_END,
    USE_FUSION,
)
from timebooth.games.back_to_the_future.deck.items import spent_item
from timebooth.games.back_to_the_future.effects import discard_item, take_from_hand
from timebooth.games.back_to_the_future.knowledge import note_reach
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import GAME_ACTION
from timebooth.kernel.bits import bit
from timebooth.kernel.journal import Journal

# The numbers of a frame of GAME_ACTION.
CODE: Final[i64] = 1
CARD: Final[i64] = 2
ACTOR: Final[i64] = 3
CLOSED: Final[i64] = 4  # 1 after everybody was asked
VERDICT: Final[i64] = 5
OTHER: Final[i64] = 6  # the card that v4 discards, or the seat that takes the Train
KIND: Final[i64] = 7


def begin_action(s: BttfState, seat: i64, code: i64, card: i64, paid: i64, kind: i64, journal: Journal | None) -> None:
    """Announce a game action: what is played, by whom, and its target."""
    s.push(GAME_ACTION, code, card, seat)
    s.set_arg(OTHER, paid)
    s.set_arg(KIND, kind)
    linchpin = to_flip(s, code)
    if linchpin >= 0:
        note_reach(s, seat, linchpin)
    if journal is not None:
        journal.add(announced(s, seat, code, kind))


def play_from_hand(s: BttfState, seat: i64, code: i64, journal: Journal | None) -> None:
    """Announce a card from the hand."""
    card = take_from_hand(s, seat, s.box.answer_card[code])
    s.in_play |= bit(card)
    play_card(s, seat, code, card, journal)


def play_card(s: BttfState, seat: i64, code: i64, card: i64, journal: Journal | None) -> None:
    """Announce a card that is in play already; the card that Time Car v4 costs counts as in play, too.  §TIME_CAR_V4"""
    paid: i64 = -1
    if FLIP_V4 <= code < FLIP_V4_END:
        paid = take_from_hand(s, seat, s.box.answer_spend[code])
        s.in_play |= bit(paid)
    begin_action(s, seat, code, card, paid, s.box.answer_card[code], journal)


def use_power(s: BttfState, seat: i64, code: i64, journal: Journal | None) -> None:
    """Announce an item's power: the item it costs is discarded now, and lost even if cancelled.  §ITEM.POWER §J12"""
    if code >= USE_FUSION:
        s.fusion_used = True  # §J13
    card = discard_item(s, seat, spent_item(s, code), journal)
    begin_action(s, seat, code, card, -1, s.box.answer_card[code], journal)


def to_flip(s: BttfState, code: i64) -> i64:
    """Return the linchpin that an announced card would flip, or -1: a DoubleBack may leave its own as it is."""
    linchpin = s.box.answer_linchpin[code]
    if DOUBLE_BACK <= code < DOUBLE_BACK_END and s.is_altered(linchpin) == (s.box.answer_side[code] == 1):
        return -1
    return linchpin
