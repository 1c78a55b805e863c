"""Sets of small numbers as the bits of one integer: a hand, a table, the seats that are asked."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.kernel._vec import vec

# A table, because mypyc takes the constant in `1 << n` for 32 bits wide.
BIT: Final = vec[i64]([2**n for n in range(63)])

# A number alone in its set, times this, has in its six highest bits what no other has (a de Bruijn sequence).
ONE_OF_64: Final[i64] = 0x0218A392CD3D5DBF
HIGHEST_SIX: Final[i64] = 58
SIX_BITS: Final[i64] = 63

# To count bits side by side: in pairs, in fours, in bytes, in pairs of bytes, in halves.
PAIRS: Final[i64] = 0x1555555555555555  # no set has a number above 62
FOURS: Final[i64] = 0x3333333333333333
BYTES: Final[i64] = 0x0F0F0F0F0F0F0F0F
TWO_BYTES: Final[i64] = 0x00FF00FF00FF00FF
SIGN: Final[i64] = 63
FEW: Final[i64] = 4


def _by_highest_six() -> list[int]:
    """Which number it is, for each value of these six bits."""
    found = [0] * 64
    for n in range(63):
        found[2**n * int(ONE_OF_64) >> int(HIGHEST_SIX) & int(SIX_BITS)] = n
    return found


BY_HIGHEST_SIX: Final = vec[i64](_by_highest_six())


def lowest(members: i64) -> i64:
    """The smallest number in a set that is not empty."""
    return BY_HIGHEST_SIX[(members & -members) * ONE_OF_64 >> HIGHEST_SIX & SIX_BITS]


def count(members: i64) -> i64:
    """How many numbers are in the set."""
    pairs = members - (members >> 1 & PAIRS)
    fours = (pairs & FOURS) + (pairs >> 2 & FOURS)
    found = fours + (fours >> 4) & BYTES
    found += found >> 8
    found += found >> 16
    found += found >> 32
    return found & 127


# Which one is looked for is mostly chance's, so a processor cannot foresee it and there is no branch: `beyond` is all
# bits where the number lies farther on, and none where it does not.


def nth(members: i64, n: i64) -> i64:
    """The n-th number of the set in ascending order, counted from 0.

    Which half holds it, which half of that half, and so on.
    """
    pairs = members - (members >> 1 & PAIRS)
    fours = (pairs & FOURS) + (pairs >> 2 & FOURS)
    bytes_ = fours + (fours >> 4) & BYTES
    two_bytes = bytes_ + (bytes_ >> 8) & TWO_BYTES
    below = two_bytes + (two_bytes >> 16) & 127
    beyond = below - 1 - n >> SIGN
    n -= below & beyond
    at = 32 & beyond
    below = two_bytes >> at & 127
    beyond = below - 1 - n >> SIGN
    n -= below & beyond
    at += 16 & beyond
    below = bytes_ >> at & 15
    beyond = below - 1 - n >> SIGN
    n -= below & beyond
    at += 8 & beyond
    below = fours >> at & 7
    beyond = below - 1 - n >> SIGN
    n -= below & beyond
    at += 4 & beyond
    below = pairs >> at & 3
    beyond = below - 1 - n >> SIGN
    n -= below & beyond
    at += 2 & beyond
    below = members >> at & 1
    return at - (below - 1 - n >> SIGN)


def nth_of_few(members: i64, n: i64) -> i64:
    """The same for an n up to 4, sooner: drop the lowest number so many times."""
    for _time in range(FEW):
        beyond = -n >> SIGN
        members &= members - 1 | ~beyond
        n += beyond
    return lowest(members)


def members_of(members: i64) -> list[int]:
    """The numbers in the set, ascending."""
    out: list[int] = []
    while members != 0:
        out.append(lowest(members))
        members &= members - 1
    return out
