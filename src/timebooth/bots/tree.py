"""A search tree in packed arrays: nothing is allocated for an answer, and nothing is counted in and out.

An answer of a seat at a node has a few numbers side by side and is known by the place of the first. Nodes are counted:
a node is what the answers of a round lead to together.
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
FIELDS: Final[i64] = 5

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
        self._table: vec[i64] = vec[i64]([0] * (FIRST_ROOM * 2))  # pairs: a key, and an answer's place or a node
        self._kept: i64 = 0  # pairs in the table
        self.stats: vec[float] = vec[float]([0.0] * (FIRST_ROOM * FIELDS))
        self._end: i64 = 0
        self.nodes: i64 = 1  # the root

    def reserve(self, more: i64) -> None:
        """Make room for so many more answers or nodes: until they are made, `stats` stays where it is."""
        if (self._kept + more) * 2 > self._room:
            self._grow_table(more)
        if self._end + more * FIELDS > len(self.stats):
            self._grow_stats(more)

    def find(self, node: i64, seat: i64, code: i64) -> i64:
        """The place of an answer's numbers, zeros if it is new."""
        key: i64 = (node * SEATS + seat) * CODES + code + 1
        table = self._table
        at = self._slot(table, key)
        if table[at] == 0:
            table[at] = key
            table[at + 1] = self._end
            self._kept += 1
            self._end += FIELDS
        return table[at + 1]

    def after(self, path: Codes, first: i64) -> i64:
        """The node that the answers of a round lead to, the last places of a path from `first` on; new, the last node.

        Its key is below zero, where no answer has one.
        """
        together: i64 = 1
        for i in range(first, path.size):
            together = (together * SPREAD + path.at(i)) & LARGEST
        key = -1 - together
        table = self._table
        at = self._slot(table, key)
        if table[at] == 0:
            table[at] = key
            table[at + 1] = self.nodes
            self._kept += 1
            self.nodes += 1
        return table[at + 1]

    def _slot(self, table: vec[i64], key: i64) -> i64:
        last: i64 = self._room - 1
        i: i64 = (key * MIX >> 20) & last
        while table[i * 2] != 0 and table[i * 2] != key:
            i = (i + 1) & last
        return i * 2

    def _grow_table(self, more: i64) -> None:
        """Half of it stays free: then hardly any key has to look for another slot."""
        old = self._table
        while (self._kept + more) * 2 > self._room:
            self._room *= 2
        table = vec[i64]([0] * (self._room * 2))
        for i in range(0, len(old), 2):
            if old[i] != 0:
                at = self._slot(table, old[i])
                table[at] = old[i]
                table[at + 1] = old[i + 1]
        self._table = table

    def _grow_stats(self, more: i64) -> None:
        known = self.stats
        room: i64 = len(known)
        while self._end + more * FIELDS > room:
            room *= 2
        stats = vec[float]([0.0] * room)
        for i in range(self._end):
            stats[i] = known[i]
        self.stats = stats
