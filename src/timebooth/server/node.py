"""A node from start to stop: store, tables, services and server."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

import msgspec
import uvicorn

from timebooth.server.app import make_app
from timebooth.server.pages import catalogue
from timebooth.server.rates import Limits
from timebooth.server.services import Services
from timebooth.server.sessions.sessions import CACHED_FOR
from timebooth.server.tables.hub import HEARTBEAT, Hub
from timebooth.server.tables.presence import GONE_AFTER
from timebooth.server.transport.hosts import LOCAL
from timebooth.server.transport.uvicorn_server import CannotListen, Server, listening, make_server
from timebooth.store.open_store import open_store
from timebooth.store.store import Store
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.bot_processes import BotProcesses
from timebooth.tables.retention import Retention
from timebooth.tables.tables import Tables

GC_THRESHOLDS = (5_000, 20, 20)  # for `gc.set_threshold`


class Plan(msgspec.Struct, frozen=True):
    """The configuration of a node."""

    secret: bytes
    """The key that signs cookies."""
    old_secrets: tuple[bytes, ...] = ()
    """Older keys whose cookies are still valid."""
    host: str = "127.0.0.1"
    port: int = 8765
    db: str | None = None
    public_url: str = ""
    trusted_proxies: tuple[str, ...] = ()
    metrics_port: int | None = None
    """Reachable from this machine only."""
    metrics_token: bytes = b""
    full_addresses: bool = False
    """Log whole client addresses."""
    limits: Limits = Limits()
    bots: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes for bots."""
    retention: Retention = Retention()
    """How long tables are kept that nobody joins or visits."""
    bot_limits: BotLimits = BotLimits()
    gone_after: float = GONE_AFTER
    heartbeat: float = HEARTBEAT
    session_cache_seconds: float = CACHED_FOR
    """Seconds until a session that was ended on another node ends here."""


def run(plan: Plan, started: Callable[[int], None] = print) -> None:
    """Serve until stopped by a signal; call `started` with the port once the server listens."""

    def ready(port: int) -> None:
        tune_gc()
        started(port)

    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(serve(plan, ready))


def tune_gc() -> None:
    """Collect garbage less often, and never scan what was loaded at the start: a full collection delays everybody."""
    gc.set_threshold(*GC_THRESHOLDS)
    gc.collect()
    gc.freeze()


async def serve(plan: Plan, started: Callable[[int], None] = print) -> None:
    """Serve until stopped; for `run`, and for tests that have an event loop."""
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(each)) for each in listeners_of(plan)]
        store = await open_store(plan.db, alone=True)
        try:
            server = node(plan, _tables(plan, store), listeners)
            server.when_started = lambda: started(listeners[0].getsockname()[1])
            await server.serve(sockets=listeners)
        finally:
            await store.close()


def _tables(plan: Plan, store: Store) -> Tables:
    return Tables(
        store,
        bot_runner=bot_runner(plan),
        find_game=catalogue.find_game,
        quotas=plan.limits.quotas,
        retention=plan.retention,
    )


def listeners_of(plan: Plan) -> list[socket.socket]:
    """Return the listening socket and, if the plan has a metrics port, a second one for this machine only."""
    found = [listening(plan.host, plan.port)]
    if plan.metrics_port is not None:
        try:
            found.append(listening(LOCAL[0], plan.metrics_port))
        except CannotListen:
            found[0].close()
            raise
    return found


def bot_runner(plan: Plan) -> BotProcesses:
    return BotProcesses(catalogue.find_game, plan.bots, plan.bot_limits)


def node(plan: Plan, tables: Tables, listeners: Sequence[socket.socket] = ()) -> Server:
    """Build a node; `listeners` are those of `listeners_of`."""
    services = Services(
        Hub(tables, heartbeat=plan.heartbeat, gone_after=plan.gone_after, limits=plan.limits),
        plan.secret,
        old_secrets=plan.old_secrets,
        public_url=plan.public_url,
        limits=plan.limits,
        lan=plan.host not in LOCAL,
        trusted_proxies=plan.trusted_proxies,
        metrics_token=plan.metrics_token,
        full_addresses=plan.full_addresses,
        session_cache_seconds=plan.session_cache_seconds,
    )
    if len(listeners) > 1:
        services.metrics_access.port = listeners[1].getsockname()[1]
    return make_server(make_app(services), services)
