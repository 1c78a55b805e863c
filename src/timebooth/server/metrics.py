"""Metrics for Prometheus, and who may read them.

Metrics are for the operator, who may also be a player. So nothing is counted by table, seat or person, and calls are
published once a minute without their kind: otherwise the counters would reveal that somebody has just answered in
secret.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from timebooth.server.tables.hub import Hub

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
CALLS_EVERY = 60.0  # seconds between two updates of the metrics of calls
OPERATIONS = ("/metrics", "/healthz", "/readyz")


class Metrics:
    """The metrics of one node. Labels take values from our own code only, never from a request."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        registry = self._registry = CollectorRegistry()
        self.sockets = Gauge("timebooth_sockets", "Open sockets", registry=registry)
        self.cut = Counter("timebooth_sockets_cut", "Sockets that were cut", ["reason"], registry=registry)
        self.requests = Counter("timebooth_requests", "HTTP requests", ["method", "status"], registry=registry)
        self.closed = Counter(
            "timebooth_connections_refused",
            "Connections and requests closed or refused",
            ["reason"],
            registry=registry,
        )
        self.connections = Gauge("timebooth_connections", "Open connections", registry=registry)
        tables = Gauge("timebooth_tables_hot", "Tables held ready", registry=registry)
        tables.set_function(lambda: len(hub.tables.live_tables.by_id))
        aside = Gauge("timebooth_tables_set_aside", "Tables that cannot be opened", registry=registry)
        aside.set_function(lambda: len(hub.tables.live_tables.set_aside))
        streams = Gauge("timebooth_streams", "Streams that somebody hears", registry=registry)
        streams.set_function(lambda: len(hub.streams))
        nodes = Gauge("timebooth_nodes", "Nodes that are alive, as far as this one knows", registry=registry)
        nodes.set_function(lambda: len(hub.tables.nodes.alive))
        put_off = Gauge("timebooth_put_off", "How often something due at a table had to be put off", registry=registry)
        put_off.set_function(lambda: hub.tables.scheduler.failures)
        moved_on = Counter(
            "timebooth_forced_answers", "Answers by tables for bots that did not come to an end", registry=registry
        )
        hub.tables.scheduler.on_moved_on = moved_on.inc
        calls = self._calls = CollectorRegistry()
        self.calls = Counter("timebooth_calls", "Calls on sockets, of whatever kind", registry=calls)
        self.call_seconds = Histogram(
            "timebooth_call_seconds", "From a call to its reply", buckets=BUCKETS, registry=calls
        )
        self._calls_text = generate_latest(calls)
        self._calls_at = clock()

    def count_request(self, method: str, status: int) -> None:
        self.requests.labels(method if method in METHODS else "other", str(status)).inc()

    def text(self) -> bytes:
        now = self._clock()
        if now - self._calls_at >= CALLS_EVERY:
            self._calls_at, self._calls_text = now, generate_latest(self._calls)
        return generate_latest(self._registry) + self._calls_text


class MetricsAccess:
    """Allows metrics on the metrics port, or with the token; without either, to nobody."""

    def __init__(self, token: bytes = b"") -> None:
        self.token = token
        self.port: int | None = None
        """A port for this machine only, which serves metrics and health and nothing else."""

    def serves(self, scope: Any) -> bool:
        """Return whether the port of a request serves its path."""
        return not self._own_port(scope) or scope["path"] in OPERATIONS

    def open_to(self, scope: Any, authorization: str) -> bool | None:
        """Return whether a request may read the metrics; None if this port serves them to nobody."""
        if self._own_port(scope):
            return True
        if not self.token:
            return None
        kind, _, token = authorization.partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), self.token)

    def _own_port(self, scope: Any) -> bool:
        return self.port is not None and scope["server"] is not None and scope["server"][1] == self.port
