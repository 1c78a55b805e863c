"""Persons take turns at something that only one can use at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from timebooth.server.problems import Refusal
from timebooth.tables.fair_queue import FairQueue


class Turns:
    """A bounded queue in front of one process, fair between persons."""

    def __init__(self, busy: str, most: int, each: int) -> None:
        """Refuse with the key `busy` when `most` wait in all, or `each` of one person."""
        self._busy = busy
        self._most = most
        self._each = each
        self._taken = False
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()

    def check(self, person: str) -> None:
        """Refuse somebody for whom there is no place to wait."""
        if self._taken and (len(self._queue) >= self._most or self._queue.waiting(person) >= self._each):
            raise Refusal(429, self._busy)

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for this person's turn, and hold it; whoever stops waiting leaves the queue at once."""
        self.check(person)
        mine = asyncio.get_running_loop().create_future()
        self._queue.put(person, mine)
        if not self._taken:
            self._hand_on()
        try:
            await mine
        except asyncio.CancelledError:
            self._queue.discard(person, mine)
            if mine.done() and not mine.cancelled():  # handed over in the same moment
                self._hand_on()
            raise
        try:
            yield
        finally:
            self._hand_on()

    def _hand_on(self) -> None:
        """Let the next one go on; in between it counts as taken, so that nobody gets ahead."""
        following = self._queue.take()
        while following is not None and following.done():
            following = self._queue.take()
        self._taken = following is not None
        if following is not None:
            following.set_result(None)
