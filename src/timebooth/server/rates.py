"""How much is too much: of calls on a socket, of requests from one address, of tables by one guest."""

from __future__ import annotations

import time
from threading import Lock

import msgspec
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from timebooth.server.problems import Refusal


class Limits(msgspec.Struct, frozen=True):
    """What one guest, socket or address may do; generous for people, not for programs."""

    call_size: int = 32_768
    frame_size: int = 1_048_576
    calls_burst: float = 60
    calls_per_second: float = 20
    bad_calls: float = 30
    bad_calls_per_second: float = 1
    body_size: int = 65_536
    record_size: int = 2_100_000
    requests: str = "3000/minute"
    """By one address: several people may share it."""
    guests: str = "60/minute"
    tables: str = "20/minute"
    records: str = "6/minute"
    courses: str = "12/minute"
    passkeys: str = "20/minute"
    exports: str = "60/minute"
    """Pages of a guest's own data."""
    privacy: str = "20/minute"
    """Ending sessions, removing passkeys, erasing."""


class Bucket:
    """So many at once, so many a second."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most = most
        self._per_second = per_second
        self._left = most
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """Counts what each guest or address does, in this process."""

    def __init__(self, limits: Limits) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._one_at_a_time = Lock()  # handlers run in threads, and the storage is not made for them
        self._items: dict[str, RateLimitItem] = {
            kind: parse(getattr(limits, kind))
            for kind in (
                "requests",
                "guests",
                "tables",
                "records",
                "courses",
                "passkeys",
                "exports",
                "privacy",
            )
        }

    def take(self, kind: str, who: str) -> None:
        with self._one_at_a_time:
            within = self._limiter.hit(self._items[kind], kind, who)
        if not within:
            raise Refusal(429, "request.too_many")
