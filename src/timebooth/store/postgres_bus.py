"""The bus of nodes that share a PostgreSQL database, by LISTEN and NOTIFY.

Notifications take a lock that the whole database server shares, and hold it until their transaction is durable. So they
never belong to a transaction that writes: a message is a transaction of its own, with nothing to make durable.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Final

from timebooth.store.bus import messages, read_message
from timebooth.store.connections import Listener, Pool, Timeouts
from timebooth.store.store import StoreError

RECONNECT_DELAY: Final = 0.5  # seconds until a listener tries to connect again

log = logging.getLogger(__name__)


class PostgresBus:
    """A `Bus`; each topic is a channel, and has a connection of its own."""

    def __init__(self, pool: Pool, info: str, timeouts: Timeouts) -> None:
        self.sent = 0
        """How many messages this node sent."""
        self._pool = pool
        self._info = info
        self._timeouts = timeouts
        self._here = secrets.token_hex(4)
        self._listeners: list[Listener] = []
        self._closed = False

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        for message in messages(self._here, words):
            await self._pool.all(b"SELECT pg_notify(%s, %s)", (topic, message))
            self.sent += 1

    async def listen(self, topic: str) -> AsyncGenerator[Sequence[str] | None, None]:
        """Listen; after every (re)connection, say that messages may have been lost."""
        listener = Listener(self._info, topic, self._timeouts)
        self._listeners.append(listener)
        while not self._closed:
            try:
                async with aclosing(listener.notices()) as notices:
                    async for notice in notices:
                        words = None if notice is None else read_message(notice, self._here)
                        if notice is None or words is not None:
                            yield words
            except StoreError as problem:
                if not self._closed:
                    log.warning("messages of other nodes are not received: %s", problem)
                    await asyncio.sleep(RECONNECT_DELAY)

    async def close(self) -> None:
        self._closed = True
        for listener in self._listeners:
            listener.close()
