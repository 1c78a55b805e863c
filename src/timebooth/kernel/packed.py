"""Short rows of small numbers, packed into one integer: copied with it, and searched in a few operations.

A row of nibbles has up to fifteen places for numbers from 0 to 15, a row of bytes up to seven for numbers from 0 to
255. A place that was never written holds 0.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

EACH_NIBBLE: Final[i64] = 0x0111111111111111  # a number times this stands in every place

BYTE: Final[i64] = 8  # bits: shifting a row of bytes to the right by this drops its first place

# Masks to gather the lowest bits of all nibbles: in twos, in fours, in eights.
TWOS: Final[i64] = 0x0303030303030303
FOURS: Final[i64] = 0x000F000F000F000F
EIGHTS: Final[i64] = 0x000000FF000000FF
ALL: Final[i64] = 0x7FFF


def nibble(row: i64, place: i64) -> i64:
    """Return the number in one place of a row of nibbles."""
    return row >> (place << 2) & 15


def with_nibble(row: i64, place: i64, number: i64) -> i64:
    """Return the row with another number in one place."""
    at = place << 2
    return row ^ (row >> at & 15 ^ number) << at


def places_of(row: i64, number: i64) -> i64:
    """Return the places of a row of nibbles that hold a number, as a set."""
    other = row ^ number * EACH_NIBBLE
    other |= other >> 1
    other |= other >> 2
    found = ~other & EACH_NIBBLE
    found = (found | found >> 3) & TWOS
    found = (found | found >> 6) & FOURS
    found = (found | found >> 12) & EIGHTS
    return (found | found >> 24) & ALL


def byte(row: i64, place: i64) -> i64:
    """Return the number in one place of a row of bytes."""
    return row >> (place << 3) & 255


def with_byte(row: i64, place: i64, number: i64) -> i64:
    """Return the row with another number in one place."""
    at = place << 3
    return row ^ (row >> at & 255 ^ number) << at
