"""Token buckets: so many at once, then so many a second, counted for each key."""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_KEPT = 10_000  # keys, before those with a full bucket are dropped: a new bucket is full too


class Buckets:
    """A bucket for each key (a guest, an address, a table): it holds `capacity` and refills at `per_second`."""

    def __init__(self, capacity: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._clock = clock
        self._left_at: dict[str, tuple[float, float]] = {}
        """What was left in each bucket, and when."""
        self._drop_at = MAX_KEPT

    def take(self, key: str, amount: float = 1) -> bool:
        """Take an amount from the bucket of a key if it is there; return whether it was."""
        now = self._clock()
        if key not in self._left_at and len(self._left_at) >= self._drop_at:
            self._drop_full(now)
        left = self._left(key, now)
        enough = left >= amount
        self._left_at[key] = (left - amount if enough else left), now
        return enough

    def __len__(self) -> int:
        return len(self._left_at)

    def _left(self, key: str, now: float) -> float:
        left, at = self._left_at.get(key, (self._capacity, now))
        return min(self._capacity, left + max(0.0, now - at) * self._per_second)  # the clock may have been set back

    def _drop_full(self, now: float) -> None:
        kept = {key: at for key, at in self._left_at.items() if self._left(key, now) < self._capacity}
        self._left_at = kept
        self._drop_at = max(MAX_KEPT, 2 * len(kept))  # so that the work per new key stays small
