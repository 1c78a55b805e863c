"""Sets of small numbers as the bits of one integer: a hand, a table, the seats that are asked."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from timebooth.kernel._vec import vec

# A de Bruijn sequence: the six highest bits of a power of two times this are different for each power.
ONE_OF_64: Final[i64] = 0x0218A392CD3D5DBF
HIGHEST_SIX: Final[i64] = 58
SIX_BITS: Final[i64] = 63

# Masks to count bits in parallel: in pairs, in fours, in bytes.
PAIRS: Final[i64] = 0x1555555555555555  # sets hold numbers up to 62
FOURS: Final[i64] = 0x3333333333333333
BYTES: Final[i64] = 0x0F0F0F0F0F0F0F0F
EACH_BYTE: Final[i64] = 0x0101010101010101  # times this: each byte becomes the sum of itself and all lower ones
TOPS: Final[i64] = 0x0080808080808080  # the highest bit of every byte but the last
LAST_BYTE: Final[i64] = 56
SIGN: Final[i64] = 63
FEW: Final[i64] = 4


def _by_highest_six() -> list[int]:
    """Return the exponent of the power of two for each value of these six bits."""
    found = [0] * 64
    for n in range(63):
        found[2**n * int(ONE_OF_64) >> int(HIGHEST_SIX) & int(SIX_BITS)] = n
    return found


BY_HIGHEST_SIX: Final = vec[i64](_by_highest_six())


def _by_byte() -> list[int]:
    """Return the n-th number of each byte, at the index byte * 8 + n."""
    found: list[int] = []
    for byte in range(256):
        members = [n for n in range(8) if byte >> n & 1]
        found += members + [0] * (8 - len(members))
    return found


NTH_OF_BYTE: Final = vec[u8]([u8(n) for n in _by_byte()])


def bit(n: i64) -> i64:
    """Return the set that contains only this number."""
    one = n - n + 1  # mypyc compiles the constant in `1 << n` as 32 bits wide
    return one << n


def lowest(members: i64) -> i64:
    """Return the smallest number of a set, which must not be empty."""
    return BY_HIGHEST_SIX[(members & -members) * ONE_OF_64 >> HIGHEST_SIX & SIX_BITS]


def count(members: i64) -> i64:
    """Return how many numbers are in the set."""
    pairs = members - (members >> 1 & PAIRS)
    fours = (pairs & FOURS) + (pairs >> 2 & FOURS)
    return (fours + (fours >> 4) & BYTES) * EACH_BYTE >> LAST_BYTE & 127


# `n` is mostly random, so a branch would be mispredicted: these functions have none.


def nth(members: i64, n: i64) -> i64:
    """Return the n-th number of the set in ascending order, counted from 0.

    First find the byte that holds it: each byte of `up_to` says how many numbers there are up to its end, and `before`
    marks every byte that ends too early.
    """
    pairs = members - (members >> 1 & PAIRS)
    fours = (pairs & FOURS) + (pairs >> 2 & FOURS)
    up_to = (fours + (fours >> 4) & BYTES) * EACH_BYTE
    before = (n * EACH_BYTE | TOPS) - up_to & TOPS
    at = (before >> 4) * EACH_BYTE >> LAST_BYTE & 127
    n -= up_to << 8 >> at & 127
    return at + i64(NTH_OF_BYTE[(members >> at & 255) << 3 | n])


def nth_of_few(members: i64, n: i64) -> i64:
    """Return the same as `nth` for n up to 4, faster: drop the lowest number n times."""
    for _time in range(FEW):
        beyond = -n >> SIGN
        members &= members - 1 | ~beyond
        n += beyond
    return lowest(members)


def members_of(members: i64) -> list[int]:
    """Return the numbers of the set in ascending order."""
    out: list[int] = []
    while members != 0:
        out.append(lowest(members))
        members &= members - 1
    return out
