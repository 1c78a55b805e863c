"""Sets of small numbers as the bits of one integer: a hand, a table, the seats that are asked."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

# A table, because mypyc takes the constant in `1 << n` for 32 bits wide.
BIT: Final = vec[i64]([2**n for n in range(63)])


def lowest(members: i64) -> i64:
    """The smallest number in a set that is not empty."""
    n: i64 = 0
    if members & 0xFFFFFFFF == 0:
        members >>= 32
        n += 32
    if members & 0xFFFF == 0:
        members >>= 16
        n += 16
    if members & 0xFF == 0:
        members >>= 8
        n += 8
    if members & 0xF == 0:
        members >>= 4
        n += 4
    if members & 3 == 0:
        members >>= 2
        n += 2
    if members & 1 == 0:
        n += 1
    return n


def count(members: i64) -> i64:
    """How many numbers are in the set."""
    n: i64 = 0
    while members != 0:
        members &= members - 1
        n += 1
    return n


def nth(members: i64, n: i64) -> i64:
    """The n-th number of the set in ascending order, counted from 0."""
    while n > 0:
        members &= members - 1
        n -= 1
    return lowest(members)


def members_of(members: i64) -> list[int]:
    """The numbers in the set, ascending."""
    out: list[int] = []
    while members != 0:
        out.append(lowest(members))
        members &= members - 1
    return out
