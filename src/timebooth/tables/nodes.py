"""Which node acts for a table: among those that are alive, the one that a hash of both prefers.

Only the owner of a table lets its bots think, closes its windows and watches its clocks. Two nodes may believe to be
the owner for a moment; that is harmless, because whatever they do is a command that counts once.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterable

from timebooth import __version__
from timebooth.store.store import Store, StoreError

BEAT_EVERY = 2.0  # seconds
DEAD_AFTER = 6.0  # seconds without a beat

log = logging.getLogger(__name__)


def owner(table: str, nodes: Iterable[str]) -> str:
    """Return the node that owns a table; when a node leaves, only its own tables change hands."""
    return max(nodes, key=lambda node: (hashlib.blake2b(f"{table}\n{node}".encode(), digest_size=8).digest(), node))


class Nodes:
    """This node, and the others that are alive as far as it knows."""

    def __init__(self, store: Store, *, dead_after: float = DEAD_AFTER) -> None:
        self.here = secrets.token_hex(8)
        self.alive: frozenset[str] = frozenset({self.here})
        self._store = store
        self._dead_after = dead_after
        self._cut_off = False

    def owns(self, table: str) -> bool:
        """Return whether this node acts for a table."""
        return len(self.alive) == 1 or owner(table, self.alive) == self.here

    async def beat(self) -> frozenset[str]:
        """Say that this node is alive, and learn which others are; return those that are gone since the last time."""
        before = self.alive
        try:
            alive = frozenset(await self._store.beat(self.here, __version__, self._dead_after)) | {self.here}
        except StoreError as problem:
            log.warning("this node cannot say that it is alive: %s", problem)
            self._cut_off = True
            return frozenset()
        # While no node could write, all of them look dead. They get one more beat to say otherwise.
        self.alive = alive | before if self._cut_off else alive
        self._cut_off = False
        if self.alive != before:
            log.info("%d nodes are alive", len(self.alive))
        return before - self.alive

    async def leave(self) -> None:
        """Say goodbye, so that others take over at once."""
        try:
            await self._store.leave(self.here)
        except StoreError as problem:
            log.warning("this node cannot say goodbye: others take over in %.0f s (%s)", self._dead_after, problem)
