"""How much flips and cards are worth to a seat, in points, for the policy. Not a rule.

Most numbers are guesses. Those marked "tuned" were compared in thousands of games: one seat used the new number and
the others the old one, in all seatings of the same deals.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.bot.belief import threat
from timebooth.games.back_to_the_future.deck.doublebacks import can_go_back_again
from timebooth.games.back_to_the_future.deck.kinds import (
    CASE,
    CLOCK_TOWER,
    DOUBLEBACK,
    DOUBLEBACKS,
    EMERGENCY_CASH,
    FAX,
    HITCH_A_RIDE,
    ITEM,
    ITEMS,
    LIGHTNING_PREDICTION,
    LOCOMOTIVE,
    MACHINES,
    MR_FUSION,
    NEWSPAPER,
    PELLET,
    TIME_CAR_V1,
    TIME_CAR_V2,
    TIME_CAR_V3,
    TIME_CAR_V4,
    TIME_CAR_V5,
    TIME_TRAIN,
)
from timebooth.games.back_to_the_future.pieces import HISTORIES, LINCHPINS
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit

TRY: Final[i64] = 300  # a flip of B-1 by a satisfied seat
NO_TRY: Final[i64] = -80  # by another
HEADLINE: Final[i64] = 100  # a linchpin nearer
CONTENT: Final[i64] = 250  # lost by a flip after which the seat is no longer satisfied
RELIEF: Final[i64] = 90  # tuned: the only opponent is no longer satisfied
IDLE: Final[i64] = -20  # a card without effect
NEEDED: Final[i64] = 12  # added for a DoubleBack of a linchpin that the seat wants flipped

# The value of a card in hand, by kind: machines, DoubleBacks, items, actions, power actions.
IN_HAND: Final = vec[i64](
    [16, 10, 20, 16, 10, 24]
    + [14] * 8
    + [6, 8, 8, 5, 14, 14, 14, 4, 3, 7, 8, 3, 3, 3, 3, 3, 3, 8]
    + [12, 6, 5, 4, 4, 5, 4, 4, 10, 4, 5]
    + [20, 16, 18, 22, 12, 9, 4, 3]
)


# History


def distance_in(s: BttfState, seat: i64, history: i64) -> i64:
    """Return how many linchpins this seat would still have to flip in a history."""
    return s.box.distances[s.identity[seat] * HISTORIES + history]


def flip_value(s: BttfState, seat: i64, history: i64, linchpin: i64) -> i64:
    """Return what a flip is worth in a history."""
    before = distance_in(s, seat, history)
    if linchpin == s.box.b1:
        if before == 0:
            return TRY
        return NO_TRY
    after = distance_in(s, seat, history ^ bit(linchpin))
    if before == 0 and after > 0:
        return -CONTENT
    return (before - after) * HEADLINE + relief_value(s, seat, history, linchpin)


def relief_value(s: BttfState, seat: i64, history: i64, linchpin: i64) -> i64:
    """Return what it is worth that a flip makes others less likely to be satisfied, or more."""
    found: i64 = 0
    changed = history ^ bit(linchpin)
    for other in range(s.seats):
        if other != seat:
            found += threat(s, seat, other, history) - threat(s, seat, other, changed)
    return shared_value(s, found)


def shared_value(s: BttfState, percent: i64) -> i64:
    """Return what it is worth to stop somebody: little at a big table, where one pays and all others gain as much."""
    return percent * RELIEF // (100 * (s.seats - 1) * (s.seats - 1))


def best_flip_value(s: BttfState, seat: i64, history: i64, but: i64 = -1) -> i64:
    """Return the value of the best flip of any linchpin, except `but`."""
    most = NO_TRY
    for linchpin in range(LINCHPINS):
        if linchpin != but and s.may_change(seat, linchpin):
            found = flip_value(s, seat, history, linchpin)
            if found > most:
                most = found
    return most


def doubleback_value(s: BttfState, seat: i64, number: i64, altered: bool) -> i64:
    """Return the value of both actions of a DoubleBack that sets its linchpin to this side."""
    linchpin = s.box.doubleback_linchpin[number]
    history = s.history
    found: i64 = 0
    if s.is_altered(linchpin) != altered:
        found = flip_value(s, seat, history, linchpin)
        history ^= bit(linchpin)
    if can_go_back_again(s, seat, DOUBLEBACK + number):
        again = best_flip_value(s, seat, history, linchpin)
        if again > 0:
            found += again
    return found


# Cards


def hand_value(s: BttfState, seat: i64, kind: i64) -> i64:
    """Return what a card is worth in hand."""
    if DOUBLEBACK <= kind < DOUBLEBACK + DOUBLEBACKS:
        if flip_value(s, seat, s.history, s.box.doubleback_linchpin[kind - DOUBLEBACK]) > 0:
            return IN_HAND[kind] + NEEDED
    return IN_HAND[kind]


def table_value(s: BttfState, seat: i64, kind: i64) -> i64:
    """Return what an item is worth on this seat's table."""
    hand = s.hand[seat]
    if NEWSPAPER <= kind <= FAX:
        return 22
    if (kind == PELLET or kind == CASE) and hand & s.box.copies[TIME_CAR_V1] != 0:
        return 24
    if kind == LIGHTNING_PREDICTION and hand & s.box.copies[TIME_CAR_V2] != 0:
        return 24
    if kind == LOCOMOTIVE and hand & s.box.copies[TIME_CAR_V5] != 0:
        return 24
    if kind == LIGHTNING_PREDICTION:
        return 4 * (s.seats - 1)
    if kind == MR_FUSION:
        return 12
    for number in range(DOUBLEBACKS):
        if s.box.doubleback_item[number] == kind or kind == EMERGENCY_CASH:
            if hand & s.box.copies[DOUBLEBACK + number] != 0:
                return 18
    if kind == EMERGENCY_CASH:
        return 6
    return 3


def fetch_value(s: BttfState, seat: i64, kind: i64) -> i64:
    """Return what it is worth to play this card from a pile."""
    if kind < MACHINES:
        return machine_value(s, seat, kind)
    if kind < DOUBLEBACK + DOUBLEBACKS:
        number = kind - DOUBLEBACK
        stays = doubleback_value(s, seat, number, s.is_altered(s.box.doubleback_linchpin[number]))
        if not s.may_change(seat, s.box.doubleback_linchpin[number]):
            return stays
        flips = doubleback_value(s, seat, number, not s.is_altered(s.box.doubleback_linchpin[number]))
        if flips > stays:
            return flips
        return stays
    if kind < ITEM + ITEMS:
        return table_value(s, seat, kind)
    if kind == HITCH_A_RIDE and s.previous_changed:
        return best_flip_value(s, seat, s.history)
    if kind == HITCH_A_RIDE:
        return IDLE
    if kind == CLOCK_TOWER:
        return 4 * (s.seats - 1)
    return 2


def machine_value(s: BttfState, seat: i64, kind: i64) -> i64:
    """Return what it is worth to play a Time Machine."""
    if not can_run(s, seat, kind):
        return IDLE
    found = best_flip_value(s, seat, s.history)
    if kind == TIME_TRAIN:
        return found + 15
    if kind == TIME_CAR_V3:
        return found + 6
    return found


def can_run(s: BttfState, seat: i64, kind: i64) -> bool:
    """Return whether this seat has what a Time Machine needs.  §TIME_MACHINE"""
    if kind == TIME_CAR_V1:
        return s.has_on_table(seat, PELLET) or s.has_on_table(seat, CASE)
    if kind == TIME_CAR_V2:
        return s.has_on_table(seat, LIGHTNING_PREDICTION)
    if kind == TIME_CAR_V5:
        return s.has_on_table(seat, LOCOMOTIVE)
    return kind != TIME_CAR_V4 or s.hand_size[seat] > 1
