"""A lock that is fair between people, with a bounded queue."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from timebooth.server.problems import Refusal
from timebooth.tables.fair_queue import FairQueue


class FairLock:
    """Lets one person in at a time; people take turns, however much each of them asks for."""

    def __init__(self, busy: str, max_waiting: int, max_each: int) -> None:
        """Refuse with the key `busy` if `max_waiting` wait in all, or `max_each` of one person."""
        self._busy = busy
        self._max_waiting = max_waiting
        self._max_each = max_each
        self._taken = False
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()

    def check(self, person: str) -> None:
        """Refuse a person if the queue has no place for them."""
        if self._taken and (len(self._queue) >= self._max_waiting or self._queue.waiting(person) >= self._max_each):
            raise Refusal(429, self._busy)

    @asynccontextmanager
    async def hold(self, person: str) -> AsyncIterator[None]:
        """Wait for the lock and hold it; a waiter that is cancelled leaves the queue at once."""
        self.check(person)
        mine = asyncio.get_running_loop().create_future()
        self._queue.put(person, mine)
        if not self._taken:
            self._hand_on()
        try:
            await mine
        except asyncio.CancelledError:
            self._queue.discard(person, mine)
            if mine.done() and not mine.cancelled():  # it got the lock at the same moment
                self._hand_on()
            raise
        try:
            yield
        finally:
            self._hand_on()

    def _hand_on(self) -> None:
        """Pass the lock to the next waiter; it stays taken meanwhile, so that nobody jumps the queue."""
        following = self._queue.take()
        while following is not None and following.done():
            following = self._queue.take()
        self._taken = following is not None
        if following is not None:
            following.set_result(None)
