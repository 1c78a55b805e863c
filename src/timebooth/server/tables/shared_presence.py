"""Presence across nodes: each tells the others who is connected to it, in batches.

A node announces a table when its first connection comes and when its last one goes; in between only while another node
has connections there too. A node that has none there ignores it, and asks when it gets its first. What may have been
lost is asked for again, and what a dead node said is forgotten.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from timebooth.store.store import StoreError

TOPIC = "presence"
SHARE_EVERY = 0.5  # seconds between two messages of a node
MAX_TABLES = 100  # in one message; the others follow

log = logging.getLogger(__name__)


class Share(Protocol):
    """Carries short words without spaces to the other nodes; they may be lost."""

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        """Send words; raise `StoreError` if that fails."""
        ...

    def listen(self, topic: str) -> AsyncGenerator[Sequence[str] | None, None]:
        """Yield what others send; None if messages may have been lost."""
        ...


class Connected(NamedTuple):
    """The seats that are connected to one node, and how many spectators."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


NOBODY = Connected()


class Word(NamedTuple):
    """What one node says of one table."""

    node: str
    table: str
    connected: Connected
    asks: bool = False
    """Whether the others shall say who is connected to them."""

    def encode(self) -> str:
        seats = ".".join(map(str, sorted(self.connected.seats)))
        return f"{self.node}:{self.table}:{seats}:{self.connected.spectators}:{'?' if self.asks else ''}"

    @classmethod
    def decode(cls, text: str) -> Word | None:
        """Return what a word says; None if this version cannot read it."""
        try:
            node, table, seats, spectators, asks = text.split(":")
            taken = frozenset(int(seat) for seat in seats.split(".") if seat)
            return cls(node, table, Connected(taken, int(spectators)), asks == "?")
        except ValueError:
            return None


class SharedPresence:
    """Who is connected to the other nodes, at the tables that somebody is connected to here."""

    def __init__(
        self, share: Share, node: str, connected: Callable[[str], Connected | None], on_change: Callable[[str], None]
    ) -> None:
        """`connected` says who is here, or None for a table that this node need not know about."""
        self._share = share
        self._node = node
        self._connected = connected
        self._on_change = on_change
        self._elsewhere: dict[str, dict[str, Connected]] = {}
        """By table of this node, then by other node."""
        self._unsent: dict[str, bool] = {}
        """Tables to announce, and whether to ask the others."""
        self._wake = asyncio.Event()

    def elsewhere(self, table: str) -> Iterable[Connected]:
        """Return who is connected to each of the other nodes."""
        return self._elsewhere.get(table, {}).values()

    def changed(self, table: str) -> None:
        """Take note that somebody came or went here."""
        if self._connected(table) is None:
            if self._elsewhere.pop(table, None) is not None:
                self._announce(table)
        elif table not in self._elsewhere:
            self._elsewhere[table] = {}
            self._announce(table, asks=True)
        elif self._elsewhere[table]:
            self._announce(table)

    def _announce(self, table: str, *, asks: bool = False) -> None:
        self._unsent[table] = self._unsent.get(table, False) or asks
        self._wake.set()

    def forget(self, nodes: Iterable[str]) -> None:
        """Forget what nodes said that died."""
        dead = set(nodes)
        for table, by_node in self._elsewhere.items():
            gone = dead & by_node.keys()
            for node in gone:
                del by_node[node]
            if gone:
                self._on_change(table)

    async def run(self) -> None:
        """Send and receive until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send())
            group.create_task(self._listen())

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(SHARE_EVERY)
            try:
                await self.send()
            except StoreError as problem:
                log.warning("other nodes are told later who is connected: %s", problem)

    async def send(self) -> None:
        """Tell the other nodes, in one message, of tables where somebody came or went."""
        some = list(self._unsent.items())[:MAX_TABLES]
        words = [Word(self._node, table, self._connected(table) or NOBODY, asks).encode() for table, asks in some]
        for table, _ in some:
            del self._unsent[table]
        try:
            if words:
                await self._share.publish(TOPIC, words)
        except BaseException:
            for table, asks in some:
                self._announce(table, asks=asks)
            raise
        if not self._unsent:
            self._wake.clear()

    async def _listen(self) -> None:
        async for words in self._share.listen(TOPIC):
            self.hear(words)

    def hear(self, words: Sequence[str] | None) -> None:
        """Take in what another node says; if messages may have been lost, ask about every table."""
        if words is None:
            for table in self._elsewhere:
                self._announce(table, asks=True)
            return
        for word in map(Word.decode, words):
            if word is not None and word.node != self._node and word.table in self._elsewhere:
                self._hear(word)

    def _hear(self, word: Word) -> None:
        by_node = self._elsewhere[word.table]
        if by_node.get(word.node, NOBODY) != word.connected:
            if word.connected == NOBODY:
                del by_node[word.node]
            else:
                by_node[word.node] = word.connected
            self._on_change(word.table)
        if word.asks:
            self._announce(word.table)
