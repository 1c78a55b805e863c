"""Paying for actions: they come from unused dice and from cards, and one kind can replace another.

A purse says how many actions of each kind are left, as a row of bytes in one integer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.kinds import (
    BY_EXCELLENT,
    BY_FIRST_PAIR,
    BY_ITSELF,
    BY_SECOND_PAIR,
    EXCELLENT,
    INTERACT,
    MOVE,
    POOL,
    REROLL,
)
from timebooth.games.riff_in_time.state import RiffState
from timebooth.kernel.bits import EACH_BYTE, LAST_BYTE, bit
from timebooth.kernel.packed import BYTE, byte

NO_DIE: Final[i64] = POOL  # for `spared`: none
FULL: Final[i64] = 256  # one more than a byte holds


def one(action: i64) -> i64:
    """Return a purse with one action of a kind."""
    return bit(action * BYTE)


def purse_of(s: RiffState) -> i64:
    """Return the actions of unused dice and those that cards grant.  §ACTIONS"""
    purse = s.granted
    unused = s.unused_dice()
    for die in range(POOL):
        purse += (unused >> die & 1) << s.face(die) * BYTE
    return purse


def left_in(purse: i64, action: i64) -> i64:
    """Return how many actions of a kind are left."""
    return byte(purse, action)


def actions_in(purse: i64) -> i64:
    """Return how many actions there are in all."""
    return purse * EACH_BYTE >> LAST_BYTE & 127


def pair_of(action: i64, way: i64) -> i64:
    """Return the kind of which two equal actions, used as an Excellent, pay for this one.  §DUPLICATE §J44

    Two Moves do not pay for a Move: one of them does.
    """
    if way == BY_FIRST_PAIR:
        return INTERACT if action == MOVE else MOVE
    return INTERACT if action == REROLL else REROLL


def has(purse: i64, action: i64, enough: i64) -> i64:
    """Return 1 if enough actions of a kind are left, otherwise 0."""
    return left_in(purse, action) + FULL - enough >> BYTE


def ways_to_pay(purse: i64, action: i64) -> i64:
    """Return the ways to pay for an action, as a set: with its kind, an Excellent or a pair.  §EXCELLENT §J43"""
    single = has(purse, action, 1) << BY_ITSELF | has(purse, EXCELLENT, 1) << BY_EXCELLENT
    first_pair = has(purse, pair_of(action, BY_FIRST_PAIR), 2) << BY_FIRST_PAIR
    return single | first_pair | has(purse, pair_of(action, BY_SECOND_PAIR), 2) << BY_SECOND_PAIR


def number_of_ways(purse: i64, action: i64) -> i64:
    """Return how many ways to pay there are; faster than counting `ways_to_pay`."""
    single = has(purse, action, 1) + has(purse, EXCELLENT, 1)
    first_pair = has(purse, pair_of(action, BY_FIRST_PAIR), 2)
    return single + first_pair + has(purse, pair_of(action, BY_SECOND_PAIR), 2)


def pay(s: RiffState, action: i64, way: i64, spared: i64 = NO_DIE) -> None:
    """Spend what this way of paying takes, without the die `spared`."""
    if way == BY_ITSELF:
        _spend(s, action, spared)
    elif way == BY_EXCELLENT:
        _spend(s, EXCELLENT, spared)
    elif way == BY_FIRST_PAIR or way == BY_SECOND_PAIR:
        pair = pair_of(action, way)
        _spend(s, pair, spared)
        _spend(s, pair, spared)


def _spend(s: RiffState, action: i64, spared: i64) -> None:
    """Spend actions of cards first, then dice from Wyld to Triumphant: the best dice are kept for rerolls.  §SPEND"""
    if left_in(s.granted, action) > 0:
        s.granted -= one(action)
        return
    dice = s.unused_showing(action) & ~bit(spared)
    s.used |= dice & -dice
