"""One socket, as the house knows it: who is behind it, what waits to be sent, and what it listens to.

What is said to it is sent at once where the line takes it, and else goes into a bounded queue that one task empties.
Whoever does not read is cut, and nobody else notices.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from timebooth.server.protocol import Goodbye, Said
from timebooth.server.sessions.guests import Guest

if TYPE_CHECKING:
    from timebooth.server.tables.stream import Ear
    from timebooth.tables.table import Audience

MOST_WAITING = 512  # messages that a slow reader may be behind
MOST_BYTES = 4_000_000
_encode = msgspec.json.Encoder().encode

Text = bytes
"""In UTF-8, as it goes over the wire."""


def written(said: Said) -> Text:
    return _encode(said)


class Visitor:
    """A socket that was let in."""

    def __init__(self, guest: Guest, now: float, address: str = "") -> None:
        self.guest = guest
        self.address = address
        self.heard_at = now
        self.ears: dict[tuple[str, Audience], Ear] = {}
        self.idle = asyncio.Event()
        """No call of it is being done: what was begun is never broken off."""
        self.idle.set()
        self.nudged = False
        self.gone = False
        self.goodbye: Goodbye | None = None
        """Why it is being cut."""
        self.at_once: Callable[[Text, bool], bool] = lambda _text, _more: False
        """Sends a text, or says that the line does not take it now; a text after which more comes may wait for that."""
        self._waiting: deque[Text] = deque()
        self._size = 0
        self._sending = False
        self._something = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.cut_off = asyncio.Event()

    def hears(self, table: str) -> bool:
        """Whether it listens to any stream of a table."""
        return any(heard == table for heard, _ in self.ears)

    def say(self, said: Said) -> None:
        self.say_text(written(said))

    def tell(self, text: Text) -> None:
        """News: of a call of its own that is being done the reply is about to follow."""
        self.say_text(text, not self.idle.is_set())

    def say_text(self, text: Text, more: bool = False) -> None:
        """Send it, or queue it behind what waits; too much of that means that nobody reads."""
        if self.gone or self.goodbye is not None:
            return
        if not self._waiting and not self._sending and self.at_once(text, more):
            return
        self._waiting.append(text)
        self._size += len(text)
        self._something.set()
        if len(self._waiting) > MOST_WAITING or self._size > MOST_BYTES:
            self.cut(Goodbye("too_slow", 1.0))
        elif len(self._waiting) > MOST_WAITING // 2 or self._size > MOST_BYTES // 2:
            self._room.clear()

    async def room(self) -> None:
        """Wait until half of the queue is free: for what need not be told at once."""
        await self._room.wait()

    def went(self) -> None:
        """Nobody is there any more."""
        self.gone = True
        self._room.set()

    def cut(self, goodbye: Goodbye) -> None:
        """End the line: what waits is dropped, a last word is tried."""
        if self.goodbye is None and not self.gone:
            self.goodbye = goodbye
            self._waiting.clear()
            self._room.set()
            self.cut_off.set()

    def leave(self, goodbye: Goodbye) -> None:
        """End the line kindly: what waits is sent first, then the last word."""
        if self.goodbye is None and not self.gone:
            self.say(goodbye)
            self.goodbye = goodbye
            self._something.set()

    async def write(self, send: Callable[[Text], Awaitable[None]]) -> None:
        """Send what waits, until this is cancelled or the last word is said."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._size -= len(text)
                if not self._room.is_set() and len(self._waiting) <= MOST_WAITING // 2:
                    self._room.set()
                self._sending = True
                await send(text)
                self._sending = False
            if self.goodbye is not None:
                return
            self._something.clear()
            await self._something.wait()
