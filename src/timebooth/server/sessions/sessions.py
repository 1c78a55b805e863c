"""Sessions: whether a signed cookie is still valid.

A cookie carries the epoch of its guest. Once the guest has ended all sessions, the store holds a higher epoch and the
cookie is invalid. Epochs are cached for some seconds, so a session that ends on another node ends here within that
time.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from timebooth.server.sessions.guests import Guest
from timebooth.store.store import ERASED_EPOCH, Store, StoreError

CACHED_FOR = 10.0  # seconds
MAX_CACHED = 10_000  # guests


class _Known(NamedTuple):
    epoch: int
    at: float


class Sessions:
    """Checks the epochs of cookies, with a cache."""

    def __init__(
        self,
        store: Store,
        *,
        cache_for: float = CACHED_FOR,
        max_cached: int = MAX_CACHED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.cache_for = cache_for
        self._store = store
        self._max_cached = max_cached
        self._clock = clock
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def admits(self, guest: Guest) -> bool:
        """Return whether a guest's cookie is still valid."""
        epoch = await self.epoch(guest.id)
        return epoch < ERASED_EPOCH and guest.epoch >= epoch

    async def epoch(self, person: str) -> int:
        """Return the epoch of a person's sessions; if the store is unreachable, the cached one."""
        known = self._known.get(person)
        if known is not None and self._clock() - known.at < self.cache_for:
            self._known.move_to_end(person)
            return known.epoch
        try:
            found = await self._store.session_epochs([person])
        except StoreError:
            if known is None:
                raise
            return known.epoch
        return self._cache(person, found.get(person, 0))

    async def end(self, person: str) -> int:
        """End all sessions of a person; return the epoch of new ones."""
        return self._cache(person, await self._store.raise_epoch(person))

    def forget(self, person: str) -> None:
        """Drop the cached epoch of a person."""
        self._known.pop(person, None)

    async def watch(self, people: Callable[[], Iterable[str]], ended: Callable[[str, int], None]) -> None:
        """Poll the epochs of these people; call `ended` with each person who has ever ended their sessions."""
        while True:
            await asyncio.sleep(self.cache_for)
            try:
                found = await self._store.session_epochs(list(people()))
            except StoreError:
                continue
            for person, epoch in found.items():
                ended(person, self._cache(person, epoch))

    def _cache(self, person: str, epoch: int) -> int:
        """Cache and return an epoch, which never decreases."""
        before = self._known.pop(person, None)
        epoch = max(epoch, 0 if before is None else before.epoch)
        self._known[person] = _Known(epoch, self._clock())
        while len(self._known) > self._max_cached:
            self._known.popitem(last=False)
        return epoch
