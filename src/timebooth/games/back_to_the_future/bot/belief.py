"""Belief: what the flips that a player announces tell the others about that player's identity. For bots, not a rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.back_to_the_future.pieces import ANYBODY, COUNT_BITS, IDENTITIES, MAX_COUNT
from timebooth.games.back_to_the_future.state import BttfState
from timebooth.kernel._vec import vec
from timebooth.kernel.bits import bit, count, lowest
from timebooth.kernel.chance import Rng

# How much an announced flip speaks against an identity; nothing if it brings a headline nearer.
NO_NEARER: Final[i64] = 2
FARTHER: Final[i64] = 3
NOT_SATISFIED: Final[i64] = 4  # a flip of B-1

MAX_DOUBT: Final[i64] = 63
SLACK: Final[i64] = 2  # doubt beyond the likeliest identity's that is still suspect: one flip may have other reasons

# The weight of an identity by its doubt: each point halves it.
LIKELIHOOD: Final = vec[i64]([2**20 >> doubt if doubt < 20 else 1 for doubt in range(64)])

# Playouts ask for the suspects of the same few seats again and again: an entry holds three counts and who is cleared.
CACHED: Final[i64] = 1024
CACHE: Final = vec[i64]([0] * 4096)
HASH_FACTOR: Final[i64] = 0x9E3779B1


def doubt(s: BttfState, seat: i64, person: i64) -> i64:
    """Return how much the flips that a seat announced speak against an identity."""
    place: i64 = person * COUNT_BITS
    found = ((s.reached_past[seat] >> place) & MAX_COUNT) * NO_NEARER
    found += ((s.reached_away[seat] >> place) & MAX_COUNT) * FARTHER
    found += ((s.reached_early[seat] >> place) & MAX_COUNT) * NOT_SATISFIED
    if found > MAX_DOUBT:
        return MAX_DOUBT
    return found


def suspects(s: BttfState, seat: i64) -> i64:
    """Return the identities that a seat may well have, as a set."""
    past = s.reached_past[seat]
    away = s.reached_away[seat]
    early = s.reached_early[seat]
    mixed = past ^ (away >> 1) ^ (early >> 2)
    mixed = (mixed ^ (mixed >> 30)) & 0x3FFFFFFF
    at = ((mixed * HASH_FACTOR >> 20) & (CACHED - 1)) * 4
    cache = CACHE
    if cache[at] == past and cache[at + 1] == away and cache[at + 2] == early:
        return ANYBODY ^ cache[at + 3]
    least: i64 = MAX_DOUBT
    for person in range(IDENTITIES):
        found = doubt(s, seat, person)
        if found < least:
            least = found
    people: i64 = 0
    for person in range(IDENTITIES):
        if doubt(s, seat, person) <= least + SLACK:
            people |= bit(person)
    cache[at] = past
    cache[at + 1] = away
    cache[at + 2] = early
    cache[at + 3] = ANYBODY ^ people
    return people


def threat(s: BttfState, seat: i64, other: i64, history: i64) -> i64:
    """Return how likely `seat` thinks another is satisfied in a history, in percent."""
    people = suspects(s, other) & ~(s.spent_ids | bit(s.identity[seat]))
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
            if waiting & bit(other) != 0 and count(suspects(s, other)) < count(suspects(s, next_one)):
                next_one = other
        person = sample_by_likelihood(s, next_one, s.fresh_ids, rng)
        s.identity[next_one] = person
        s.fresh_ids ^= bit(person)
        waiting ^= bit(next_one)


def sample_by_likelihood(s: BttfState, seat: i64, people: i64, rng: Rng) -> i64:
    """Return one of these identities for a seat, sampled by likelihood."""
    whole: i64 = 0
    rest = people
    while rest != 0:
        whole += LIKELIHOOD[doubt(s, seat, lowest(rest))]
        rest &= rest - 1
    left = rng.below(whole)
    while True:
        person = lowest(people)
        left -= LIKELIHOOD[doubt(s, seat, person)]
        if left < 0:
            return person
        people &= people - 1
