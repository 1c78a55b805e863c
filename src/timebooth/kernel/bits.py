"""Sets of small numbers as the bits of one integer: a hand, a table, the seats that are asked."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

# A table, because mypyc takes the constant in `1 << n` for 32 bits wide.
BIT: Final = vec[i64]([2**n for n in range(63)])

# A single bit times this number has its place in the upper five of 32 bits; PLACE reads it from there.
WORD: Final[i64] = 0xFFFFFFFF
DE_BRUIJN: Final[i64] = 0x077CB531
PLACE: Final = vec[i64](sorted(range(32), key=lambda n: (2**n * 0x077CB531 & 0xFFFFFFFF) >> 27))


def lowest(members: i64) -> i64:
    """The smallest number in a set that is not empty."""
    half = members & WORD
    if half != 0:
        return PLACE[((half & -half) * DE_BRUIJN & WORD) >> 27]
    half = members >> 32
    return 32 + PLACE[((half & -half) * DE_BRUIJN & WORD) >> 27]


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
