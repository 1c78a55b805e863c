"""Belief: what the flips that a player announces tell the others about that player's identity. For bots, not a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.pieces import ANYBODY, HISTORIES, IDENTITIES
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest
from timebooth.kernel.chance import Rng

# How much an announced flip speaks against an identity; nothing if it brings a headline nearer.
NO_NEARER: Final[i64] = 2
FARTHER: Final[i64] = 3
NOT_SATISFIED: Final[i64] = 4  # a flip of B-1

DOUBT_BITS: Final[i64] = 6  # for each identity
MAX_DOUBT: Final[i64] = 63
SLACK: Final[i64] = 2  # doubt beyond the likeliest identity's that is still suspect: one flip may have other reasons

# The weight of an identity by its doubt: each point halves it.
LIKELIHOOD: Final = vec[i64]([2**20 >> doubt if doubt < 20 else 1 for doubt in range(64)])


def update_belief(s: BttfState, seat: i64, linchpin: i64) -> None:
    """Update what everybody suspects after `seat` announced a flip, cancelled or not."""
    box = s.box
    doubts = s.doubts[seat]
    least: i64 = MAX_DOUBT
    for person in range(IDENTITIES):
        row: i64 = person * HISTORIES
        place: i64 = person * DOUBT_BITS
        before = box.distances[row + s.history]
        had = (doubts >> place) & MAX_DOUBT
        more: i64 = 0
        if linchpin == box.b1:
            if before > 0:
                more = NOT_SATISFIED
        else:
            after = box.distances[row + (s.history ^ bit(linchpin))]
            if after == before:
                more = NO_NEARER
            elif after > before:
                more = FARTHER
        if had + more > MAX_DOUBT:
            more = MAX_DOUBT - had
        doubts += more << place
        if had + more < least:
            least = had + more
    s.doubts[seat] = doubts
    suspects: i64 = 0
    for person in range(IDENTITIES):
        if (doubts >> (person * DOUBT_BITS)) & MAX_DOUBT <= least + SLACK:
            suspects |= bit(person)
    s.suspects[seat] = suspects


def reset_suspicion(s: BttfState, seat: i64) -> None:
    """Forget all suspicion of a seat that got a new identity."""
    s.doubts[seat] = 0
    s.suspects[seat] = ANYBODY


def threat(s: BttfState, seat: i64, other: i64, history: i64) -> i64:
    """Return how likely `seat` thinks another is satisfied in a history, in percent."""
    people = s.suspects[other] & ~(s.spent_ids | bit(s.identity[seat]))
    if people == 0:
        return 0
    return 100 * count(people & s.box.satisfied[history]) // count(people)


def sample_identities(s: BttfState, seat: i64, rng: Rng) -> None:
    """In a sampled world, deal the identities that `seat` cannot see again, by their likelihood.

    The seat with the fewest suspects is dealt first, because the others take what is left.
    """
    waiting = s.others(seat)
    for other in range(s.seats):
        if other != seat:
            s.fresh_ids |= bit(s.identity[other])
    while waiting != 0:
        next_one = lowest(waiting)
        for other in range(s.seats):
            if waiting & bit(other) != 0 and count(s.suspects[other]) < count(s.suspects[next_one]):
                next_one = other
        person = sample_by_likelihood(s.fresh_ids, s.doubts[next_one], rng)
        s.identity[next_one] = person
        s.fresh_ids ^= bit(person)
        waiting ^= bit(next_one)


def sample_by_likelihood(people: i64, doubts: i64, rng: Rng) -> i64:
    """Return one of these identities, sampled by likelihood."""
    whole: i64 = 0
    rest = people
    while rest != 0:
        whole += LIKELIHOOD[(doubts >> (lowest(rest) * DOUBT_BITS)) & MAX_DOUBT]
        rest &= rest - 1
    left = rng.below(whole)
    while True:
        person = lowest(people)
        left -= LIKELIHOOD[(doubts >> (person * DOUBT_BITS)) & MAX_DOUBT]
        if left < 0:
            return person
        people &= people - 1
