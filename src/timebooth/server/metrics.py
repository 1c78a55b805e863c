"""What the server counts, as Prometheus reads it, and who may read it.

Figures are for the host, and a host may be a player, too. So nothing is counted by table, seat or person, and of the
calls on sockets neither the kind nor the minute can be told: otherwise the counters would say that somebody has just
answered in secret.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from timebooth.server.tables.hub import House

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
CALLS_EVERY = 60.0  # seconds between two looks at the figures of calls
OPERATIONS = ("/metrics", "/healthz", "/readyz")


class Metrics:
    """One node's figures. Labels take values of ours only, never of a guest's choice."""

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        registry = self._registry = CollectorRegistry()
        self.sockets = Gauge("timebooth_sockets", "Open sockets", registry=registry)
        self.cut = Counter("timebooth_sockets_cut", "Sockets that were cut", ["reason"], registry=registry)
        self.requests = Counter("timebooth_requests", "HTTP requests", ["method", "status"], registry=registry)
        self.closed = Counter(
            "timebooth_connections_refused", "Connections and requests closed or refused", ["reason"], registry=registry
        )
        self.connections = Gauge("timebooth_connections", "Open connections", registry=registry)
        tables = Gauge("timebooth_tables_hot", "Tables held ready", registry=registry)
        tables.set_function(lambda: len(house.tables.live_tables.by_id))
        aside = Gauge("timebooth_tables_set_aside", "Tables that cannot be opened", registry=registry)
        aside.set_function(lambda: len(house.tables.live_tables.set_aside))
        streams = Gauge("timebooth_streams", "Streams that somebody hears", registry=registry)
        streams.set_function(lambda: len(house.streams))
        nodes = Gauge("timebooth_nodes", "Nodes that are alive, as far as this one knows", registry=registry)
        nodes.set_function(lambda: len(house.tables.nodes.alive))
        put_off = Gauge("timebooth_put_off", "How often something due at a table had to be put off", registry=registry)
        put_off.set_function(lambda: house.tables.scheduler.failures)
        moved_on = Counter(
            "timebooth_forced_answers", "Answers by tables for bots that did not come to an end", registry=registry
        )
        house.tables.scheduler.on_moved_on = moved_on.inc
        calls = self._calls = CollectorRegistry()
        self.calls = Counter("timebooth_calls", "Calls on sockets, of whatever kind", registry=calls)
        self.call_seconds = Histogram(
            "timebooth_call_seconds", "From a call to its reply", buckets=BUCKETS, registry=calls
        )
        self._calls_then = generate_latest(calls)
        self._calls_at = clock()

    def count_request(self, method: str, status: int) -> None:
        self.requests.labels(method if method in METHODS else "other", str(status)).inc()

    def text(self) -> bytes:
        now = self._clock()
        if now - self._calls_at >= CALLS_EVERY:
            self._calls_at, self._calls_then = now, generate_latest(self._calls)
        return generate_latest(self._registry) + self._calls_then


class MetricsAccess:
    """Who may read the figures: whoever comes by a port of their own, or brings a token; without either, nobody."""

    def __init__(self, token: bytes = b"") -> None:
        self.token = token
        self.port: int | None = None
        """A port of this machine only, which serves figures and health and nothing else."""

    def serves(self, scope: Any) -> bool:
        """Return whether a path may be asked for on the port that it was asked on."""
        return not self._own_port(scope) or scope["path"] in OPERATIONS

    def open_to(self, scope: Any, authorization: str) -> bool | None:
        """Return whether the figures are for this request; None if they are for nobody who comes this way."""
        if self._own_port(scope):
            return True
        if not self.token:
            return None
        kind, _, token = authorization.partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), self.token)

    def _own_port(self, scope: Any) -> bool:
        return self.port is not None and scope["server"] is not None and scope["server"][1] == self.port
