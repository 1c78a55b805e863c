"""A search tree in two packed arrays: nothing is allocated for an answer, and nothing is counted in and out.

An answer of a seat at a node has a few numbers side by side and is known by the place of the first. So is the node that
the answers of a round lead to together.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.kernel._vec import vec
from timebooth.kernel.codes import Codes

ROOT: Final[i64] = 0

# The numbers of an answer.
SEEN: Final[i64] = 0  # iterations in which it was an option
VISITS: Final[i64] = 1
TOTAL: Final[i64] = 2
LOOKS: Final[i64] = 3
HOPE: Final[i64] = 4  # what it looked worth one step deep, on the average
GROWN: Final[i64] = 5  # 1 once the tree goes on from here
FIELDS: Final[i64] = 6

SEATS: Final[i64] = 16  # more than any game has
CODES: Final[i64] = 1_000_000  # more than any catalogue has
MIX: Final[i64] = 0x9E3779B1
FIRST_ROOM: Final[i64] = 1024

# To make one number of several places: of 62 bits, so that hardly ever two rounds of answers have the same.
SPREAD: Final[i64] = 0x2545F4914F6CDD1D
LARGEST: Final[i64] = 0x3FFFFFFFFFFFFFFF


@final
class Tree:
    def __init__(self) -> None:
        self._room: i64 = FIRST_ROOM
        self._table: vec[i64] = vec[i64]([0] * (FIRST_ROOM * 2))  # pairs: which answer, and where its numbers are
        self.stats: vec[float] = vec[float]([0.0] * (FIRST_ROOM // 2 * FIELDS))
        self._end: i64 = FIELDS  # the root has the first numbers

    def reserve(self, answers: i64) -> None:
        """Make room for so many more answers: until they are made, `stats` stays where it is."""
        while self._end + answers * FIELDS > self._room // 2 * FIELDS:
            self._grow()

    def find(self, node: i64, seat: i64, code: i64) -> i64:
        """The place of an answer's numbers, zeros if it is new."""
        return self._place((node * SEATS + seat) * CODES + code + 1)

    def after(self, path: Codes, first: i64) -> i64:
        """The node that the answers of one round lead to, given by their places: the last ones of a path.

        Its key is below zero, where no answer has one.
        """
        together: i64 = 1
        for i in range(first, path.size):
            together = (together * SPREAD + path.at(i)) & LARGEST
        return self._place(-1 - together)

    def _place(self, key: i64) -> i64:
        table = self._table
        at = self._slot(table, key)
        if table[at] == 0:
            table[at] = key
            table[at + 1] = self._end
            self._end += FIELDS
        return table[at + 1]

    def _slot(self, table: vec[i64], key: i64) -> i64:
        last: i64 = self._room - 1
        i: i64 = (key * MIX >> 20) & last
        while table[i * 2] != 0 and table[i * 2] != key:
            i = (i + 1) & last
        return i * 2

    def _grow(self) -> None:
        old = self._table
        room = self._room
        self._room = room * 2
        table = vec[i64]([0] * (room * 4))
        for i in range(0, room * 2, 2):
            if old[i] != 0:
                at = self._slot(table, old[i])
                table[at] = old[i]
                table[at + 1] = old[i + 1]
        self._table = table
        stats = vec[float]([0.0] * (room * FIELDS))
        known = self.stats
        for i in range(self._end):
            stats[i] = known[i]
        self.stats = stats
