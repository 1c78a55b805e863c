"""One open socket of a guest: its streams, and what waits to be sent.

A message is written at once if the transport takes it; otherwise it goes into a bounded queue that one task empties.
A connection whose queue is full is cut, so that a slow reader delays nobody else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from timebooth.server.protocol import Goodbye, ServerMessage
from timebooth.server.sessions.guests import Guest

if TYPE_CHECKING:
    from timebooth.server.tables.stream import Subscriber
    from timebooth.tables.table import Audience

MAX_WAITING = 512  # messages in the queue of a slow reader
MAX_BYTES = 4_000_000  # of those messages
_encode = msgspec.json.Encoder().encode

Text = bytes
"""A message as UTF-8 JSON, ready to send."""


def encode(message: ServerMessage) -> Text:
    return _encode(message)


class Connection:
    """One open socket of a guest."""

    def __init__(self, guest: Guest, now: float, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.heard_at = now
        self.streams: dict[tuple[str, Audience], Subscriber] = {}
        self.idle = asyncio.Event()
        """Set while no call is being handled; a call that was begun is always finished."""
        self.idle.set()
        self.gone = False
        self.goodbye: Goodbye | None = None
        """Why it is being closed."""
        self.write_now: Callable[[Text, bool], bool] = lambda _text, _more: False
        """Write a text; return False if the transport is full. With `more`, the text may wait for the next one."""
        self._waiting: deque[Text] = deque()
        self._size = 0
        self._sending = False
        self._wake_writer = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.cut_off = asyncio.Event()

    def subscribes_to(self, table: str) -> bool:
        """Return whether it subscribes to any stream of a table."""
        return any(subscribed == table for subscribed, _ in self.streams)

    def send(self, message: ServerMessage) -> None:
        self.send_text(encode(message))

    def send_event(self, text: Text) -> None:
        """Send what happened at a table; while a call of this connection is handled, its reply follows at once."""
        self.send_text(text, not self.idle.is_set())

    def send_text(self, text: Text, more: bool = False) -> None:
        """Write a text now or queue it; cut the connection if the queue is full."""
        if self.gone or self.goodbye is not None:
            return
        if not self._waiting and not self._sending and self.write_now(text, more):
            return
        self._waiting.append(text)
        self._size += len(text)
        self._wake_writer.set()
        if len(self._waiting) > MAX_WAITING or self._size > MAX_BYTES:
            self.cut(Goodbye("too_slow", 1.0))
        elif len(self._waiting) > MAX_WAITING // 2 or self._size > MAX_BYTES // 2:
            self._room.clear()

    async def wait_for_room(self) -> None:
        """Wait until half of the queue is free: for messages that are not urgent."""
        await self._room.wait()

    def mark_gone(self) -> None:
        """Note that the other end is gone; nothing more is sent."""
        self.gone = True
        self._room.set()

    def cut(self, goodbye: Goodbye) -> None:
        """Close at once: drop the queue, then try to send the goodbye."""
        if self.goodbye is None and not self.gone:
            self.goodbye = goodbye
            self._waiting.clear()
            self._room.set()
            self.cut_off.set()

    def leave(self, goodbye: Goodbye) -> None:
        """Close in order: send the queue first, then the goodbye."""
        if self.goodbye is None and not self.gone:
            self.send(goodbye)
            self.goodbye = goodbye
            self._wake_writer.set()

    async def write(self, send: Callable[[Text], Awaitable[None]]) -> None:
        """Send what is queued, until this is cancelled or the goodbye is sent."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._size -= len(text)
                if not self._room.is_set() and len(self._waiting) <= MAX_WAITING // 2:
                    self._room.set()
                self._sending = True
                await send(text)
                self._sending = False
            if self.goodbye is not None:
                return
            self._wake_writer.clear()
            await self._wake_writer.wait()
