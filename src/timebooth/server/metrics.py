"""Metrics for Prometheus, and who may read them.

Metrics are for the operator, who may also be a player. So nothing is counted by table, seat or person, and everything
that moves with an action is published once a minute, without the kind of action: otherwise the counters would reveal
that somebody has just answered in secret.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from timebooth.server.tables.hub import Hub
from timebooth.store.pausable import PausableStore
from timebooth.tables.bot_processes import BotProcesses

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
SOCKET_BUCKETS = (1, 10, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600)
BATCH_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
CALLS_EVERY = 60.0  # seconds between two updates of the metrics of calls
OPERATIONS = ("/metrics", "/healthz", "/readyz")


class Metrics:
    """The metrics of one node. Labels take values from our own code only, never from a request."""

    def __init__(self, hub: Hub, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        registry = self._registry = CollectorRegistry()
        self.sockets = Gauge("timebooth_sockets", "Open sockets", registry=registry)
        self.closed_sockets = Counter(
            "timebooth_sockets_cut", "Sockets that the server closed", ["reason"], registry=registry
        )
        self.requests = Counter("timebooth_requests", "HTTP requests", ["method", "status"], registry=registry)
        self.refused_connections = Counter(
            "timebooth_connections_refused",
            "Connections and requests closed or refused",
            ["reason"],
            registry=registry,
        )
        self.connections = Gauge("timebooth_connections", "Open connections", registry=registry)
        tables = Gauge("timebooth_tables_hot", "Tables held in memory", registry=registry)
        tables.set_function(lambda: len(hub.tables.live_tables.by_id))
        aside = Gauge("timebooth_tables_set_aside", "Tables that cannot be opened", registry=registry)
        aside.set_function(lambda: len(hub.tables.live_tables.set_aside))
        streams = Gauge("timebooth_streams", "Streams that have a subscriber", registry=registry)
        streams.set_function(lambda: len(hub.streams))
        nodes = Gauge("timebooth_nodes", "Nodes that are alive, as far as this one knows", registry=registry)
        nodes.set_function(lambda: len(hub.tables.nodes.alive))
        put_off = Gauge("timebooth_put_off", "How often a due action of a table was postponed", registry=registry)
        put_off.set_function(lambda: hub.tables.scheduler.failures)
        moved_on = Counter(
            "timebooth_forced_answers", "Answers that a table gave for a bot that did not finish", registry=registry
        )
        hub.tables.scheduler.on_moved_on = moved_on.inc
        calls = self._calls = CollectorRegistry()
        self.calls = Counter("timebooth_calls", "Calls on sockets, of all kinds", registry=calls)
        self.call_seconds = Histogram(
            "timebooth_call_seconds", "From a call to its reply", buckets=BUCKETS, registry=calls
        )
        self.act_seconds = Histogram(
            "timebooth_act_seconds",
            "From an action at a table, such as an answer or a line of chat, to its reply: it is durable then",
            buckets=BUCKETS,
            registry=calls,
        )
        self.socket_seconds = Histogram(
            "timebooth_socket_seconds", "How long sockets were open", buckets=SOCKET_BUCKETS, registry=calls
        )
        self._measure_bots(hub, calls)
        self._measure_store(hub, calls)
        self._calls_text = generate_latest(calls)
        self._calls_at = clock()

    def _measure_bots(self, hub: Hub, registry: CollectorRegistry) -> None:
        wait = Histogram(
            "timebooth_bot_wait_seconds", "How long bots waited for a process", buckets=BUCKETS, registry=registry
        )
        waiting = Gauge("timebooth_bots_waiting", "Bots that wait for a process", registry=registry)
        at_random = Gauge(
            "timebooth_bots_at_random", "Answers at random because too many bots waited", registry=registry
        )
        bots = hub.tables.scheduler.bot_runner
        if isinstance(bots, BotProcesses):
            bots.on_wait = wait.observe
            waiting.set_function(lambda: bots.waiting)
            at_random.set_function(lambda: bots.answered_at_random)

    def _measure_store(self, hub: Hub, registry: CollectorRegistry) -> None:
        seconds = Histogram(
            "timebooth_store_write_seconds", "How long writes to the database took", buckets=BUCKETS, registry=registry
        )
        batches = Histogram(
            "timebooth_store_batch_writes", "Writes that shared a commit", buckets=BATCH_BUCKETS, registry=registry
        )
        store = hub.tables.store
        if isinstance(store, PausableStore):
            store.on_write = seconds.observe
        store.watch_batches(batches.observe)

    def count_request(self, method: str, status: int) -> None:
        self.requests.labels(method if method in METHODS else "other", str(status)).inc()

    def text(self) -> bytes:
        now = self._clock()
        if now - self._calls_at >= CALLS_EVERY:
            self._calls_at, self._calls_text = now, generate_latest(self._calls)
        return generate_latest(self._registry) + self._calls_text


class MetricsAccess:
    """Allows reading the metrics on the metrics port, or with the token; without either, nobody may."""

    def __init__(self, token: bytes = b"") -> None:
        self.token = token
        self.port: int | None = None
        """A port for this machine only, which serves metrics and health and nothing else."""

    def serves(self, scope: Any) -> bool:
        """Return whether the port of a request serves its path."""
        return not self._on_metrics_port(scope) or scope["path"] in OPERATIONS

    def open_to(self, scope: Any, authorization: str) -> bool | None:
        """Return whether a request may read the metrics; None if this port serves them to nobody."""
        if self._on_metrics_port(scope):
            return True
        if not self.token:
            return None
        kind, _, token = authorization.partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), self.token)

    def _on_metrics_port(self, scope: Any) -> bool:
        return self.port is not None and scope["server"] is not None and scope["server"][1] == self.port
