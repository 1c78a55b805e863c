"""Token buckets: so many at once, then so many a second, counted for each key."""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_KEPT = 10_000  # buckets, before full ones are dropped: a new bucket is full too


class Bucket:
    """Holds at most `capacity`, and refills at `per_second`."""

    def __init__(self, capacity: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._clock = clock
        self._left = capacity
        self._at = clock()

    def take(self, amount: float = 1) -> bool:
        """Take an amount if it is there; return whether it was."""
        self._fill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._capacity

    def _fill(self) -> None:
        now = self._clock()
        # A clock that is set back must not empty a bucket.
        self._left = min(self._capacity, self._left + max(0.0, now - self._at) * self._per_second)
        self._at = now


class Buckets:
    """A bucket for each key: a guest, an address, a table."""

    def __init__(self, capacity: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._new: Callable[[], Bucket] = lambda: Bucket(capacity, per_second, clock)
        self._by_key: dict[str, Bucket] = {}
        self._drop_at = MAX_KEPT

    def take(self, key: str, amount: float = 1) -> bool:
        """Take an amount from the bucket of a key if it is there; return whether it was."""
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) >= self._drop_at:
                self._drop_full()
            bucket = self._by_key[key] = self._new()
        return bucket.take(amount)

    def __len__(self) -> int:
        return len(self._by_key)

    def _drop_full(self) -> None:
        self._by_key = {key: bucket for key, bucket in self._by_key.items() if not bucket.is_full()}
        self._drop_at = max(MAX_KEPT, 2 * len(self._by_key))  # so that the work per new key stays small
