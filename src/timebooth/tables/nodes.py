"""Which node owns a table: rendezvous hashing among the newest nodes that are alive.

Only the owner of a table meets its deadlines: bots, windows and clocks. Two nodes may both believe to be the owner for
a moment; that is harmless, because everything they do is a command that counts once.

While nodes of two versions share a database, those of the newer version own all tables. They begin some seconds after
their start, so that the older ones have time to keep every moment: only kept moments survive a change of the rules.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress

from timebooth.registry import STANDARD, game_types
from timebooth.store.store import AliveNode, Store, StoreError
from timebooth.tables.table import FindGame
from timebooth.version import VERSION

BEAT_EVERY = 2.0  # seconds
DEAD_AFTER = 6.0  # seconds without a heartbeat
HAND_OVER = 6.0  # seconds after the start of a newer node until the older ones stop acting for tables
TAKE_OVER = 10.0  # seconds after its start until a newer node acts for tables, if older ones are alive

log = logging.getLogger(__name__)

Rank = tuple[tuple[int, ...], tuple[int, ...]]


def owner(table: str, nodes: Iterable[str]) -> str:
    """Return the owner of a table; when a node leaves, only its own tables change owners."""
    return max(nodes, key=lambda node: (hashlib.blake2b(f"{table}\n{node}".encode(), digest_size=8).digest(), node))


def version_here(find_game: FindGame) -> str:
    """Return the version of this node: that of Timebooth, and of the rules of every game."""
    return " ".join([VERSION, *(f"{key}={find_game(key, STANDARD).rules}" for key in sorted(game_types()))])


def rank(version: str) -> Rank:
    """Return what versions of nodes are compared by; an unknown one is the oldest."""
    release, *rules = version.split(" ")
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", release)
    numbers = [each.rpartition("=")[2] for each in rules]
    return (
        tuple(map(int, found.groups())) if found is not None else (),
        tuple(int(number) for number in numbers if number.lstrip("-").isdecimal()),
    )


class Nodes:
    """This node, and the others that are alive as far as it knows."""

    def __init__(
        self,
        store: Store,
        *,
        version: str = VERSION,
        dead_after: float = DEAD_AFTER,
        hand_over: float = HAND_OVER,
        take_over: float = TAKE_OVER,
    ) -> None:
        self.here = secrets.token_hex(8)
        self.version = version
        self.alive: frozenset[str] = frozenset({self.here})
        self.newest: frozenset[str] = self.alive
        """The nodes that share all tables."""
        self.has_successor = False
        """Whether a node of a newer version is alive: this one keeps every moment until that one takes over."""
        self._store = store
        self._dead_after = dead_after
        self._hand_over = hand_over
        self._take_over = take_over
        self._known: dict[str, AliveNode] = {}
        self._cut_off = False
        self._in_charge = asyncio.Event()
        self._in_charge.set()

    def owns(self, table: str) -> bool:
        """Return whether this node acts for a table."""
        return self.here in self.newest and (len(self.newest) == 1 or owner(table, self.newest) == self.here)

    @property
    def outdated(self) -> bool:
        """Whether nodes of a newer version have taken over all tables."""
        return self.has_successor and self.here not in self.newest

    @property
    def taking_over(self) -> bool:
        """Whether this node is newer than others and waits until they have kept everything."""
        return not self._in_charge.is_set()

    async def until_in_charge(self) -> None:
        """Wait until older nodes have kept everything: only then may tables go on under newer rules."""
        while not self._known or not self._in_charge.is_set():
            await self.beat()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_EVERY):
                    await self._in_charge.wait()

    async def beat(self) -> frozenset[str]:
        """Record a heartbeat and update `alive`; return the nodes that died since the last one."""
        before = self.alive
        try:
            found = await self._store.beat(self.here, self.version, self._dead_after)
        except StoreError as problem:
            log.warning("the heartbeat of this node is not recorded: %s", problem)
            self._cut_off = True
            return frozenset()
        self._known |= {node.id: node for node in found}
        alive = frozenset(node.id for node in found) | {self.here}
        # While no node could write, all of them look dead. They get one more beat to recover.
        self.alive = alive | before if self._cut_off else alive
        self._cut_off = False
        self._compare_versions()
        if self.alive != before:
            log.info("%d nodes are alive", len(self.alive))
        return before - self.alive

    def _compare_versions(self) -> None:
        """Find the newest nodes; one that is newer than others counts only some seconds after its start."""
        self._known = {id: node for id, node in self._known.items() if id in self.alive}
        here = rank(self.version)
        ranks = {id: rank(node.version) for id, node in self._known.items()} | {self.here: here}
        oldest = min(ranks.values())
        settled = {
            id: ranks[id]
            for id, node in self._known.items()
            if ranks[id] == oldest or node.age >= (self._take_over if id == self.here else self._hand_over)
        }
        top = max(settled.values(), default=here)
        self.newest = frozenset(id for id, each in settled.items() if each == top) or frozenset({self.here})
        self.has_successor = any(each > here for each in ranks.values())
        if self.here in settled or len(self.alive) == 1:
            self._in_charge.set()
        else:
            self._in_charge.clear()

    async def leave(self) -> None:
        """Remove this node, so that others take over its tables at once."""
        try:
            await self._store.leave(self.here)
        except StoreError as problem:
            log.warning("this node cannot be removed: others take over in %.0f s (%s)", self._dead_after, problem)
