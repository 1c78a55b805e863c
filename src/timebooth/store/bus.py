"""The bus: how the nodes of one database tell each other what has changed, at once and without the database's locks.

A message may be lost. Whoever listens learns when that may have happened, and also looks into the store now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from typing import Final, Protocol

from timebooth.store.store import StoreError

GATHER_FOR: Final = 0.003  # seconds; what is announced within them goes into one message
MAX_MESSAGE: Final = 7900  # bytes: PostgreSQL takes less than 8000

log = logging.getLogger(__name__)


class Bus(Protocol):
    """Carries messages, each a list of short words without spaces, to the other nodes that listen to a topic."""

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        """Send words in as few messages as possible; raise `StoreError` if that fails."""
        ...

    def listen(self, topic: str) -> AsyncGenerator[Sequence[str] | None, None]:
        """Yield what other nodes send, until the bus is closed; None if messages may have been lost."""
        ...

    async def close(self) -> None:
        """Stop listening and sending."""
        ...


class Announcer:
    """Gathers words for a few milliseconds and sends them together; what cannot be sent is lost."""

    def __init__(self, bus: Bus, topic: str) -> None:
        self._bus = bus
        self._topic = topic
        self._words: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def announce(self, words: Iterable[str]) -> None:
        """Send words soon, each once."""
        self._words.update(dict.fromkeys(words))
        if self._words and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._words:
            await asyncio.sleep(GATHER_FOR)
            words, self._words = self._words, {}
            try:
                await self._bus.publish(self._topic, list(words))
            except StoreError as problem:
                log.warning("other nodes are not told of %d changes: %s", len(words), problem)

    async def close(self) -> None:
        """Send what waits."""
        if self._task is not None:
            await self._task


def messages(sender: str, words: Sequence[str]) -> Iterator[str]:
    """Yield words as messages that are not too long; without words, one empty message."""
    length, some = 0, [sender]
    for word in words:
        length += len(word) + 1
        if length > MAX_MESSAGE - len(sender) and len(some) > 1:
            yield " ".join(some)
            length, some = len(word) + 1, [sender]
        some.append(word)
    yield " ".join(some)


def read_message(message: str, receiver: str) -> Sequence[str] | None:
    """Return the words of a message; None if the receiver sent it."""
    sender, *words = message.split(" ")
    return None if sender == receiver else words
