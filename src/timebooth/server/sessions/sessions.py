"""Sessions: whether what a signed cookie says still counts.

A cookie carries the epoch of its guest. The store knows a higher one once that guest has ended all sessions, and then
the cookie is nobody's any more. Most guests never do that, so the epochs, and that there is none, are remembered here
for some seconds: a session that was ended on another node ends on this one within that time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from timebooth.server.sessions.guests import Guest
from timebooth.store.store import ERASED_EPOCH, Store, StoreError

REMEMBER = 10.0  # seconds
MAX_REMEMBERED = 10_000  # guests


class _Known(NamedTuple):
    epoch: int
    at: float


class Sessions:
    """The epochs of guests, as this node knows them."""

    def __init__(
        self,
        store: Store,
        *,
        remember: float = REMEMBER,
        most: int = MAX_REMEMBERED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.remember = remember
        self._store = store
        self._most = most
        self._clock = clock
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def admits(self, guest: Guest) -> bool:
        """Return whether a guest's cookie still counts."""
        epoch = await self.epoch(guest.id)
        return epoch < ERASED_EPOCH and guest.epoch >= epoch

    async def epoch(self, person: str) -> int:
        """Return the epoch of a person's sessions; while the store is unreachable, the one known last."""
        known = self._known.get(person)
        if known is not None and self._clock() - known.at < self.remember:
            self._known.move_to_end(person)
            return known.epoch
        try:
            found = await self._store.session_epochs([person])
        except StoreError:
            if known is None:
                raise
            return known.epoch
        return self._learn(person, found.get(person, 0))

    async def end(self, person: str) -> int:
        """End all sessions of a person; returns the epoch that new ones have."""
        return self._learn(person, await self._store.raise_epoch(person))

    def forget(self, person: str) -> None:
        """Ask the store again next time."""
        self._known.pop(person, None)

    async def watch(self, people: Callable[[], Iterable[str]], ended: Callable[[str, int], None]) -> None:
        """Look at these people again and again, and say what epoch those have who ever ended their sessions."""
        while True:
            await asyncio.sleep(self.remember)
            try:
                found = await self._store.session_epochs(list(people()))
            except StoreError:
                continue
            for person, epoch in found.items():
                ended(person, self._learn(person, epoch))

    def _learn(self, person: str, epoch: int) -> int:
        """Remember an epoch, which never falls."""
        before = self._known.pop(person, None)
        epoch = max(epoch, 0 if before is None else before.epoch)
        self._known[person] = _Known(epoch, self._clock())
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return epoch
