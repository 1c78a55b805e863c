"""Limits on requests, calls, sockets, connections and tables, and the counters that enforce the rates."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from timebooth.server.problems import Refusal
from timebooth.tables.buckets import Buckets
from timebooth.tables.quotas import Number, Quotas, Rate

__all__ = ["Buckets", "Limits", "Rates"]

RATES = (
    "requests",
    "guests",
    "tables",
    "tables_by_address",
    "records",
    "records_by_address",
    "courses",
    "passkeys",
    "exports",
    "privacy",
    "qr_codes",
)
"""The limits that are rates, such as `20/minute; 100/hour`."""
SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86_400.0}
MAX_COUNTED = 100_000  # guests and addresses; beyond that the least busy half is dropped

Seconds = Annotated[float, Meta(gt=0, le=3600)]


def _about(words: str) -> Meta:
    return Meta(description=words)


class ConnectionLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on connections."""

    header_size: Annotated[Number, _about("Bytes of a request's headers.")] = 16_384
    header_seconds: Annotated[
        Seconds, _about("For a request's headers, counted from the start of the connection or of the request.")
    ] = 10.0
    body_seconds: Annotated[Seconds, _about("For a request's body, plus a second for every least_rate bytes.")] = 20.0
    unread_seconds: Annotated[Seconds, _about("After which a reader must have taken least_rate bytes a second.")] = 20.0
    least_rate: Annotated[Number, _about("Bytes per second that a slow connection must manage.")] = 4_096
    idle_seconds: Annotated[Number, _about("Between two requests.")] = 10
    per_address: Annotated[Number, _about("Connections from one address; a trusted proxy is not counted.")] = 200
    per_node: Annotated[Number, _about("Connections in all.")] = 4_000


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one guest, socket or address may do: generous for people, not for programs."""

    call_size: Annotated[Number, _about("Characters of one call on a socket.")] = 32_768
    frame_size: Annotated[Number, _about("Bytes of one frame on a socket.")] = 1_048_576
    calls_burst: Annotated[Rate, _about("Calls that one guest may make at once, over all sockets together…")] = 60
    calls_per_second: Annotated[Rate, _about("…and per second from then on.")] = 20
    address_calls_burst: Annotated[Rate, _about("The same for everybody at one address together…")] = 600
    address_calls_per_second: Annotated[Rate, _about("…and per second from then on.")] = 200
    bad_calls: Annotated[Rate, _about("Malformed or excess calls of one guest before the socket is closed…")] = 30
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
    exports: Annotated[str, _about("Pages of a guest's own data.")] = "60/minute"
    privacy: Annotated[str, _about("Sessions that a guest ends, passkeys removed, erasures.")] = "20/minute"
    qr_codes: Annotated[str, _about("QR codes drawn for one address.")] = "120/minute"
    connections: ConnectionLimits = ConnectionLimits()
    quotas: Quotas = Quotas()


class Period(NamedTuple):
    """One part of a rate: a burst of so many, refilled evenly over `seconds`."""

    seconds: float
    step: float
    """Seconds after which one more is allowed."""


def parse_rate(text: str) -> tuple[Period, ...]:
    """Parse a rate such as `20/minute; 100/hour`; raise ValueError for anything else."""
    found = []
    for part in text.split(";"):
        number, _, unit = part.strip().partition("/")
        if unit not in SECONDS or not number.isdecimal() or int(number) < 1:
            raise ValueError(f"{text!r} is not a rate like '20/minute; 100/hour'")
        found.append(Period(SECONDS[unit], SECONDS[unit] / int(number)))
    return tuple(found)


class Rates:
    """Counts what each guest or address does, in this process (GCRA).

    For each of them one number is kept: when its whole allowance will be available again.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._full_again: dict[tuple[str, str, float], float] = {}
        self._rates = {kind: parse_rate(getattr(limits, kind)) for kind in RATES}
        most = limits.record_bytes_per_day
        self._record_bytes = Buckets(most, most / SECONDS["day"])

    def take(self, kind: str, who: str) -> None:
        """Count one, or refuse."""
        with self._lock:
            now = self._clock()
            counted = {}
            for period in self._rates[kind]:
                key = (kind, who, period.seconds)
                counted[key] = max(self._full_again.get(key, now), now) + period.step
            within = all(at - now <= seconds * (1 + 1e-9) for (_, _, seconds), at in counted.items())
            if within:
                self._full_again.update(counted)
                if len(self._full_again) > MAX_COUNTED:
                    self._forget(now)
        if not within:
            raise Refusal(429, "request.too_many")

    def take_record(self, who: str, size: int) -> None:
        """Count an imported game by its size."""
        if not self._record_bytes.take(who, size):
            raise Refusal(429, "request.too_many_bytes")

    def _forget(self, now: float) -> None:
        """Drop everybody whose allowance is full again, and keep at most the busiest half."""
        kept = sorted((at, key) for key, at in self._full_again.items() if at > now)
        self._full_again = {key: at for at, key in kept[-MAX_COUNTED // 2 :]}
