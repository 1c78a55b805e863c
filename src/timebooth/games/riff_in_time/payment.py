"""What an action costs: actions come from unused dice and from cards, and one kind can stand in for another."""

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

NO_DIE: Final[i64] = POOL  # no die of the pool is to be spared


# The purse is what there is to pay with, as a row of bytes: how many actions of each kind are left.
FULL: Final[i64] = 256  # one more than a byte holds


def one(action: i64) -> i64:
    """A purse with one action of a kind."""
    return bit(action * BYTE)


def purse_of(s: RiffState) -> i64:
    """The actions that cards grant and those of unused dice.  §ACTIONS"""
    purse = s.granted
    unused = s.unused_dice()
    for die in range(POOL):
        purse += (unused >> die & 1) << s.face(die) * BYTE
    return purse


def left_in(purse: i64, action: i64) -> i64:
    """How many actions of a kind are left."""
    return byte(purse, action)


def actions_in(purse: i64) -> i64:
    """How many actions there are in all."""
    return purse * EACH_BYTE >> LAST_BYTE & 127


def pair_of(action: i64, way: i64) -> i64:
    """Two equal actions can be used as an Excellent: the kind that this way pays with.  §DUPLICATE §J44

    Two Moves are not offered for a Move, which one of them would pay for.
    """
    if way == BY_FIRST_PAIR:
        return INTERACT if action == MOVE else MOVE
    return INTERACT if action == REROLL else REROLL


def has(purse: i64, action: i64, enough: i64) -> i64:
    """1 where enough actions of a kind are left, otherwise 0."""
    return left_in(purse, action) + FULL - enough >> BYTE


def ways_to_pay(purse: i64, action: i64) -> i64:
    """An action is paid for by one of its kind, by an Excellent or by two equal ones: a set.  §EXCELLENT §J43"""
    single = has(purse, action, 1) << BY_ITSELF | has(purse, EXCELLENT, 1) << BY_EXCELLENT
    first_pair = has(purse, pair_of(action, BY_FIRST_PAIR), 2) << BY_FIRST_PAIR
    return single | first_pair | has(purse, pair_of(action, BY_SECOND_PAIR), 2) << BY_SECOND_PAIR


def number_of_ways(purse: i64, action: i64) -> i64:
    """How many ways to pay there are."""
    single = has(purse, action, 1) + has(purse, EXCELLENT, 1)
    first_pair = has(purse, pair_of(action, BY_FIRST_PAIR), 2)
    return single + first_pair + has(purse, pair_of(action, BY_SECOND_PAIR), 2)


def pay(s: RiffState, action: i64, way: i64, spared: i64 = NO_DIE) -> None:
    """Use up what this way of paying takes."""
    if way == BY_ITSELF:
        _spend(s, action, spared)
    elif way == BY_EXCELLENT:
        _spend(s, EXCELLENT, spared)
    elif way == BY_FIRST_PAIR or way == BY_SECOND_PAIR:
        pair = pair_of(action, way)
        _spend(s, pair, spared)
        _spend(s, pair, spared)


def _spend(s: RiffState, action: i64, spared: i64) -> None:
    """Cards first, then dice from Wyld to Triumphant: what is kept is never worse to reroll.  §SPEND"""
    if left_in(s.granted, action) > 0:
        s.granted -= one(action)
        return
    dice = s.unused_showing(action) & ~bit(spared)
    s.used |= dice & -dice
