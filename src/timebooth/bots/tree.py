"""A search tree in packed arrays, which avoids allocation and reference counting.

The statistics of an answer of a seat at a node are adjacent numbers; the answer is known by the index of the first. A
node is a number: what all answers of a round lead to together.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from timebooth.kernel._vec import vec
from timebooth.kernel.codes import Codes

ROOT: Final[i64] = 0

# The statistics of an answer.
SEEN: Final[i64] = 0  # iterations in which it was an option
VISITS: Final[i64] = 1
TOTAL: Final[i64] = 2
PRIOR_SAMPLES: Final[i64] = 3
PRIOR: Final[i64] = 4  # its value one step ahead, the mean of all samples
FIELDS: Final[i64] = 5

SEATS: Final[i64] = 16  # more than any game has
CODES: Final[i64] = 1_000_000  # more than any catalogue has
HASH_FACTOR: Final[i64] = 0x9E3779B1
INITIAL_SLOTS: Final[i64] = 1024

# To hash several indices into one number of 62 bits: hardly ever do two rounds of answers get the same one.
PATH_FACTOR: Final[i64] = 0x2545F4914F6CDD1D
PATH_MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF


@final
class Tree:
    def __init__(self) -> None:
        self._slots: i64 = INITIAL_SLOTS
        self._table: vec[i64] = vec[i64](
            [0] * (INITIAL_SLOTS * 2)
        )  # pairs: a key, and the index of an answer or a node
        self._used: i64 = 0  # pairs in the table
        self.stats: vec[float] = vec[float]([0.0] * (INITIAL_SLOTS * FIELDS))
        self._end: i64 = 0
        self.nodes: i64 = 1  # the root

    def reserve(self, more: i64) -> None:
        """Make room for `more` answers or nodes: adding these does not reallocate `stats`."""
        if (self._used + more) * 2 > self._slots:
            self._grow_table(more)
        if self._end + more * FIELDS > len(self.stats):
            self._grow_stats(more)

    def find(self, node: i64, seat: i64, code: i64) -> i64:
        """Return the index of an answer's statistics, which are zeros if it is new."""
        key: i64 = (node * SEATS + seat) * CODES + code + 1
        table = self._table
        at = self._slot(table, key)
        if table[at] == 0:
            table[at] = key
            table[at + 1] = self._end
            self._used += 1
            self._end += FIELDS
        return table[at + 1]

    def child(self, path: Codes, first: i64) -> i64:
        """Return the node that the answers of a round lead to: those of the path from `first` on.

        A new node gets the next number. Keys of nodes are negative, those of answers positive.
        """
        path_hash: i64 = 1
        for i in range(first, path.size):
            path_hash = (path_hash * PATH_FACTOR + path.at(i)) & PATH_MASK
        key = -1 - path_hash
        table = self._table
        at = self._slot(table, key)
        if table[at] == 0:
            table[at] = key
            table[at + 1] = self.nodes
            self._used += 1
            self.nodes += 1
        return table[at + 1]

    def _slot(self, table: vec[i64], key: i64) -> i64:
        last: i64 = self._slots - 1
        i: i64 = (key * HASH_FACTOR >> 20) & last
        while table[i * 2] != 0 and table[i * 2] != key:
            i = (i + 1) & last
        return i * 2

    def _grow_table(self, more: i64) -> None:
        """Keep half of the slots free, so that keys rarely collide."""
        old = self._table
        while (self._used + more) * 2 > self._slots:
            self._slots *= 2
        table = vec[i64]([0] * (self._slots * 2))
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
