"""How much is too much: of calls and sockets, of requests from one address, of tables by one guest."""

from __future__ import annotations

from threading import Lock
from typing import Annotated

import msgspec
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from msgspec import Meta

from timebooth.server.problems import Refusal
from timebooth.tables.buckets import Bucket, Buckets
from timebooth.tables.quotas import Number, Quotas, Rate

__all__ = ["Bucket", "Buckets", "Limits", "Rates"]

RATES = (
    "requests",
    "guests",
    "tables",
    "tables_by_address",
    "records",
    "records_by_address",
    "courses",
    "passkeys",
)
"""The limits that are written like `20/minute; 100/hour`."""
DAY = 24 * 60 * 60.0  # seconds


def _about(words: str) -> Meta:
    return Meta(description=words)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one guest, socket or address may do; generous for people, not for programs."""

    call_size: Annotated[Number, _about("Characters of one call on a socket.")] = 32_768
    frame_size: Annotated[Number, _about("Bytes of one frame on a socket.")] = 1_048_576
    calls_burst: Annotated[Rate, _about("Calls that one guest may make at once, over all sockets together…")] = 60
    calls_per_second: Annotated[Rate, _about("…and per second from then on.")] = 20
    address_calls_burst: Annotated[Rate, _about("The same for everybody at one address together…")] = 600
    address_calls_per_second: Annotated[Rate, _about("…and per second from then on.")] = 200
    bad_calls: Annotated[Rate, _about("Calls of one guest that may be wrong or too many before the socket is cut…")] = (
        30
    )
    bad_calls_per_second: Annotated[Rate, _about("…and per second from then on.")] = 1
    guest_sockets: Annotated[Number, _about("Sockets of one guest; one more closes the oldest.")] = 20
    address_sockets: Annotated[Number, _about("Sockets from one address; one more is refused.")] = 200
    socket_streams: Annotated[Number, _about("Streams that one socket may listen to.")] = 32
    guest_streams: Annotated[Number, _about("Streams that all sockets of one guest may listen to.")] = 120
    body_size: Annotated[Number, _about("Bytes of one request.")] = 65_536
    record_size: Annotated[Number, _about("Bytes of one imported game.")] = 2_100_000
    record_bytes_per_day: Annotated[Number, _about("Bytes of all games that one guest imports in a day.")] = 40_000_000
    requests: Annotated[str, _about("Requests from one address; several people may share it.")] = "3000/minute"
    guests: Annotated[str, _about("New guests from one address.")] = "60/minute"
    tables: Annotated[str, _about("Tables that one guest opens.")] = "20/minute; 120/hour"
    tables_by_address: Annotated[str, _about("Tables opened from one address.")] = "60/minute; 600/hour"
    records: Annotated[str, _about("Games that one guest imports.")] = "6/minute; 100/day"
    records_by_address: Annotated[str, _about("Games imported from one address.")] = "30/minute; 500/day"
    courses: Annotated[str, _about("Finished games that one guest has analysed.")] = "12/minute"
    passkeys: Annotated[str, _about("Passkeys that are made or used from one address.")] = "20/minute"
    quotas: Quotas = Quotas()


class Rates:
    """Counts what each guest or address does, in this process."""

    def __init__(self, limits: Limits) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._one_at_a_time = Lock()  # handlers run in threads, and the storage is not made for them
        self._items: dict[str, list[RateLimitItem]] = {kind: parse_many(getattr(limits, kind)) for kind in RATES}
        most = limits.record_bytes_per_day
        self._record_bytes = Buckets(most, most / DAY)

    def take(self, kind: str, who: str) -> None:
        """Count one more; refuse it if that is one too many."""
        with self._one_at_a_time:
            within = all(self._limiter.hit(item, kind, who) for item in self._items[kind])
        if not within:
            raise Refusal(429, "request.too_many")

    def take_record(self, who: str, size: int) -> None:
        """Count an imported game by its size."""
        if not self._record_bytes.take(who, size):
            raise Refusal(429, "request.too_many_bytes")
