"""Every possible Active Dice Pool, the fullest first, and sets of them by the dice they need.  §POOL"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from timebooth.games.riff_in_time.kinds import CHARACTER, POOL, TRIUMPHANT, WYLD
from timebooth.kernel._vec import vec
from timebooth.kernel.packed import with_nibble

MAX_WYLD: Final = 3  # §CONTENTS


def _pools() -> list[list[int]]:
    """Return the numbers of Wyld, Character and Triumphant dice in each pool; Bogus dice cannot be left out."""
    found: list[list[int]] = []
    for size in range(POOL, -1, -1):
        for triumphant in range(size, -1, -1):
            for character in range(size - triumphant, -1, -1):
                if size - triumphant - character <= MAX_WYLD:
                    found.append([size - triumphant - character, character, triumphant])
    return found


ALL_POOLS: Final = _pools()
WYLD_IN: Final[vec[i64]] = vec[i64]([pool[0] for pool in ALL_POOLS])
CHARACTER_IN: Final[vec[i64]] = vec[i64]([pool[1] for pool in ALL_POOLS])
TRIUMPHANT_IN: Final[vec[i64]] = vec[i64]([pool[2] for pool in ALL_POOLS])
SIZE_OF: Final[vec[i64]] = vec[i64]([sum(pool) for pool in ALL_POOLS])


def _kinds(pool: list[int]) -> int:
    """Return the dice of a pool as a row of kinds."""
    row = 0
    for place, kind in enumerate([WYLD] * pool[0] + [CHARACTER] * pool[1] + [TRIUMPHANT] * pool[2]):
        row = with_nibble(row, place, kind)
    return row


KINDS_IN: Final[vec[i64]] = vec[i64]([_kinds(pool) for pool in ALL_POOLS])


def _with(die: int, most: int) -> int:
    """Return the pools with at most `most` dice of a kind, as a set."""
    return sum(2**i for i, pool in enumerate(ALL_POOLS) if pool[die] <= most)


# The pools with at most so many dice of a kind, or in all, as sets.
WITH_WYLD: Final[vec[i64]] = vec[i64]([_with(0, most) for most in range(POOL + 1)])
WITH_CHARACTER: Final[vec[i64]] = vec[i64]([_with(1, most) for most in range(POOL + 1)])
WITH_TRIUMPHANT: Final[vec[i64]] = vec[i64]([_with(2, most) for most in range(POOL + 1)])
WITH_ROOM: Final[vec[i64]] = vec[i64](
    [sum(2**i for i, pool in enumerate(ALL_POOLS) if sum(pool) <= most) for most in range(POOL + 1)]
)
