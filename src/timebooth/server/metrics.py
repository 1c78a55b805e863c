"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from timebooth.server.house import House

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Measured(NamedTuple):
    """One kind of call."""

    calls: Counter
    seconds: Histogram


class Metrics:
    """One node's figures."""

    def __init__(self, house: House) -> None:
        registry = self._registry = CollectorRegistry()
        self.sockets = Gauge("timebooth_sockets", "Open sockets", registry=registry)
        calls = Counter("timebooth_calls", "Calls on sockets", ["call"], registry=registry)
        seconds = Histogram(
            "timebooth_call_seconds", "From a call to its reply", ["call"], buckets=BUCKETS, registry=registry
        )
        self.call = cache(lambda kind: Measured(calls.labels(kind.__name__), seconds.labels(kind.__name__)))
        self.cut = Counter("timebooth_sockets_cut", "Sockets that were cut", ["reason"], registry=registry)
        self.requests = Counter("timebooth_requests", "HTTP requests", ["method", "status"], registry=registry)
        tables = Gauge("timebooth_tables_hot", "Tables held ready", registry=registry)
        tables.set_function(lambda: len(house.tables.room.hot))
        streams = Gauge("timebooth_streams", "Streams that somebody hears", registry=registry)
        streams.set_function(lambda: len(house.streams))
        moved_on = Counter(
            "timebooth_forced_answers", "Answers by tables for bots that did not come to an end", registry=registry
        )
        house.tables.attendant.moved_on = moved_on.inc

    def text(self) -> bytes:
        return generate_latest(self._registry)
