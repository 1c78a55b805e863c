"""Set-up: the TimeLine, the stack at B-1, the deal and who begins.  §SETUP"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.effects import begin_turn, title
from timebooth.games.back_to_the_future.events import HandDealt, IdentityDealt
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.games.back_to_the_future.turn import MULLIGAN
from timebooth.kernel.bits import bit, count, members_of, nth
from timebooth.kernel.chance import Rng
from timebooth.kernel.journal import Journal

HAND: Final[i64] = 3  # §SETUP.DEAL


def set_up(s: BttfState, b1_cards: i64, mulligan: bool, first: i64, rng: Rng, journal: Journal | None) -> None:
    """Lay out the TimeLine, stack B-1, deal three cards and an identity to each.  §SETUP

    `first` is the seat that begins, or -1: a random one.  §FIRST
    """
    s.duds = b1_cards - 1
    s.fresh_ids = bit(len(s.box.identities)) - 1
    s.draw = s.box.deck
    s.draw_size = s.box.cards
    for seat in range(s.seats):
        deal_hand(s, seat, rng, journal)
    for seat in range(s.seats):
        deal_identity(s, seat, rng, journal)
    if first < 0:
        first = rng.below(s.seats)
    if mulligan:
        s.turn = first
        s.go_to(MULLIGAN)
    else:
        begin_turn(s, first, journal)


def deal_hand(s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
    """Deal three cards to a player.  §SETUP.DEAL"""
    for _ in range(HAND):
        card = nth(s.draw, rng.below(s.draw_size))
        s.draw ^= bit(card)
        s.draw_size -= 1
        s.hand[seat] |= bit(card)
    s.hand_size[seat] = HAND
    if journal is not None:
        titles = tuple([title(s, card) for card in members_of(s.hand[seat])])
        journal.add(HandDealt(seat, HAND, titles))


def deal_identity(s: BttfState, seat: i64, rng: Rng, journal: Journal | None) -> None:
    """Deal an identity to a player; the others form the ID stack.  §SETUP.DEAL §J57"""
    identity = nth(s.fresh_ids, rng.below(count(s.fresh_ids)))
    s.fresh_ids ^= bit(identity)
    s.identity[seat] = identity
    if journal is not None:
        journal.add(IdentityDealt(seat, s.box.identities[identity]))
