"""Which node owns a table: rendezvous hashing among the nodes that are alive.

Only the owner of a table meets its deadlines: bots, windows and clocks. Two nodes may both believe to be the owner for
a moment; that is harmless, because everything they do is a command that counts once.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Iterable

from timebooth.store.store import Store, StoreError
from timebooth.version import VERSION

BEAT_EVERY = 2.0  # seconds
DEAD_AFTER = 6.0  # seconds without a heartbeat

log = logging.getLogger(__name__)


def owner(table: str, nodes: Iterable[str]) -> str:
    """Return the owner of a table; when a node leaves, only its own tables change owners."""
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
        """Record a heartbeat and update `alive`; return the nodes that died since the last one."""
        before = self.alive
        try:
            alive = frozenset(await self._store.beat(self.here, VERSION, self._dead_after)) | {self.here}
        except StoreError as problem:
            log.warning("the heartbeat of this node is not recorded: %s", problem)
            self._cut_off = True
            return frozenset()
        # While no node could write, all of them look dead. They get one more beat to recover.
        self.alive = alive | before if self._cut_off else alive
        self._cut_off = False
        if self.alive != before:
            log.info("%d nodes are alive", len(self.alive))
        return before - self.alive

    async def leave(self) -> None:
        """Remove this node, so that others take over its tables at once."""
        try:
            await self._store.leave(self.here)
        except StoreError as problem:
            log.warning("this node cannot be removed: others take over in %.0f s (%s)", self._dead_after, problem)
