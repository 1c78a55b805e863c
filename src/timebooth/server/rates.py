"""How much is too much: of calls on a socket, of requests from one address, of tables by one guest."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

import msgspec

from timebooth.server.problems import Refusal

RATES = ("requests", "guests", "tables", "records", "courses", "passkeys", "qr_codes", "exports", "privacy")
SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86_400.0}
MAX_COUNTED = 100_000  # guests and addresses; beyond that the least busy half is forgotten


class ConnectionLimits(msgspec.Struct, frozen=True):
    """What one connection may take, and how many there may be."""

    header_size: int = 16_384
    header_seconds: float = 10.0
    """From the first byte of a request to the end of its headers; also from the connection to its first byte."""
    body_seconds: float = 20.0
    """For a request's body, and one second more for every `least_rate` bytes that have come."""
    unread_seconds: float = 20.0
    """In which a reader must take `least_rate` bytes a second of what waits for it."""
    least_rate: int = 4_096
    idle_seconds: int = 10
    """Between two requests."""
    per_address: int = 200
    """Several people may share an address. A trusted proxy is not counted, the addresses behind it are."""
    per_node: int = 4_000


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
    qr_codes: str = "120/minute"
    connections: ConnectionLimits = ConnectionLimits()


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


class Rate:
    """A limit such as `20/minute`: so many at once, and as many again over that time."""

    def __init__(self, said: str) -> None:
        number, _, unit = said.partition("/")
        self.period = SECONDS[unit]
        self.step = self.period / int(number)


class Rates:
    """Counts what each guest or address does, in this process.

    Of each one number is kept, when all that it took will have come back; so the work does not grow with their number.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._one_at_a_time = Lock()
        self._full_again: dict[tuple[str, str], float] = {}
        self._rates = {kind: Rate(getattr(limits, kind)) for kind in RATES}

    def take(self, kind: str, who: str) -> None:
        """Count one, or refuse."""
        rate, key = self._rates[kind], (kind, who)
        with self._one_at_a_time:
            now = self._clock()
            full_again = max(self._full_again.get(key, now), now) + rate.step
            within = full_again - now <= rate.period * (1 + 1e-9)
            if within:
                self._full_again[key] = full_again
                if len(self._full_again) > MAX_COUNTED:
                    self._forget(now)
        if not within:
            raise Refusal(429, "request.too_many")

    def _forget(self, now: float) -> None:
        """Drop whoever has everything back; if that is not half of all, then those who have the most."""
        kept = sorted((at, key) for key, at in self._full_again.items() if at > now)
        self._full_again = {key: at for at, key in kept[-MAX_COUNTED // 2 :]}
