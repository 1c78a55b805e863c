"""The bus of a large host: nodes tell each other what changed over a NATS server instead of the database."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from timebooth.store.bus import messages, read_message
from timebooth.store.store import StoreError

CONNECT_TIMEOUT: Final = 5.0  # seconds; until it connected once, it does not try for longer
FLUSH_TIMEOUT: Final = 1  # seconds
MAX_UNREAD: Final = 10_000  # messages; if more wait to be read, they are lost, and the listener is told so

log = logging.getLogger(__name__)


class NatsBus:
    """A `Bus`; nodes with the same name of a database hear each other."""

    def __init__(self, client: Client, database: str) -> None:
        self.sent = 0
        """How many messages this node sent."""
        self._client = client
        self._database = database.encode().hex()
        self._here = secrets.token_hex(4)
        self._unread: list[asyncio.Queue[Sequence[str] | None]] = []

    @classmethod
    async def open(cls, address: str, database: str) -> NatsBus:
        """Connect to the server at a `nats://…` address; from then on, reconnect whenever it is lost."""
        client = Client()
        bus = cls(client, database)
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await client.connect(
                    address,
                    name="timebooth",
                    no_echo=True,
                    max_reconnect_attempts=-1,
                    allow_reconnect=True,
                    error_cb=_log_error,
                    reconnected_cb=bus._reconnected,
                )
        except (Error, OSError, TimeoutError, ValueError) as problem:
            reason = str(client.last_error or problem)
            await client.close()
            raise StoreError("store.bus_unreachable", address=address, reason=reason) from None
        return bus

    async def publish(self, topic: str, words: Sequence[str]) -> None:
        try:
            for message in messages(self._here, words):
                await self._client.publish(self._subject(topic), message.encode())
                self.sent += 1
        except (Error, OSError) as problem:
            raise StoreError("store.failed", reason=str(problem)) from None

    async def listen(self, topic: str) -> AsyncGenerator[Sequence[str] | None, None]:
        """Listen; at first and after every reconnection, say that messages may have been lost."""
        unread: asyncio.Queue[Sequence[str] | None] = asyncio.Queue()
        self._unread.append(unread)

        async def receive(message: Msg) -> None:
            words = read_message(message.data.decode(errors="replace"), self._here)
            if words is not None:
                if unread.qsize() >= MAX_UNREAD:
                    _lose(unread)
                unread.put_nowait(words)

        subscription = await self._client.subscribe(self._subject(topic), cb=receive)
        try:
            await self._flush()
            yield None
            while not self._client.is_closed:
                yield await unread.get()
        finally:
            self._unread.remove(unread)
            if not self._client.is_closed:
                await subscription.unsubscribe()

    async def close(self) -> None:
        await self._client.close()
        for unread in self._unread:
            _lose(unread)  # whoever listens wakes up, and stops

    async def _flush(self) -> None:
        """Wait until the server knows of the subscriptions; if it is away, it is told when it is back."""
        with suppress(Error, OSError, TimeoutError):
            await self._client.flush(timeout=FLUSH_TIMEOUT)

    def _subject(self, topic: str) -> str:
        return f"timebooth.{self._database}.{topic}"

    async def _reconnected(self) -> None:
        for unread in self._unread:
            _lose(unread)


def _lose(unread: asyncio.Queue[Sequence[str] | None]) -> None:
    """Replace what was not read by the word that messages may have been lost."""
    while not unread.empty():
        unread.get_nowait()
    unread.put_nowait(None)


async def _log_error(problem: Exception) -> None:
    log.warning("the bus: %s", problem)
