"""A node from start to stop: store, tables, services and server."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import cast

import msgspec
import uvicorn

from timebooth import registry
from timebooth.bots import roster
from timebooth.server.admin.socket import listening_at, socket_file
from timebooth.server.app import make_app
from timebooth.server.pages import catalogue
from timebooth.server.rates import Limits
from timebooth.server.services import Services
from timebooth.server.sessions.sessions import CACHED_FOR
from timebooth.server.tables.hub import HEARTBEAT, Hub
from timebooth.server.tables.presence import GONE_AFTER
from timebooth.server.tables.shared_presence import Share
from timebooth.server.transport.hosts import LOCAL
from timebooth.server.transport.uvicorn_server import CannotListen, Server, listening, make_server
from timebooth.store.open_store import open_store
from timebooth.store.pausable import PausableStore
from timebooth.store.store import Store
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.bot_processes import BotProcesses
from timebooth.tables.retention import Retention
from timebooth.tables.shown import ShownProcess
from timebooth.tables.tables import Tables

logger = logging.getLogger(__name__)

GC_THRESHOLDS = (5_000, 20, 20)  # for `gc.set_threshold`


class NodeConfig(msgspec.Struct, frozen=True):
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
    nats: str | None = None
    """A NATS server for the messages between nodes; by default they go through PostgreSQL."""
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
    admin_socket: Path | None = None
    """Where the operator reaches this node; by default beside an SQLite database."""
    session_cache_seconds: float = CACHED_FOR
    """Seconds until a session that was ended on another node ends here."""


def run(config: NodeConfig, started: Callable[[int], None] = print) -> None:
    """Serve until stopped by a signal; call `started` with the port once the server listens."""

    def ready(port: int) -> None:
        tune_gc()
        started(port)

    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(serve(config, ready))


def tune_gc() -> None:
    """Collect garbage less often, and never scan what was loaded at the start: a full collection delays everybody."""
    gc.set_threshold(*GC_THRESHOLDS)
    gc.collect()
    gc.freeze()


async def serve(config: NodeConfig, started: Callable[[int], None] = print) -> None:
    """Serve until stopped; for `run`, and for tests that have an event loop."""
    _log_unusable()
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(each)) for each in listeners_of(config)]
        store = cast("Store", PausableStore(await open_store(config.db, alone=True, nats=config.nats)))
        shown = opened.enter_context(closing(ShownProcess(catalogue.find_game)))
        try:
            server = make_node(config, _tables(config, store, shown), listeners)
            server.when_started = lambda: started(listeners[0].getsockname()[1])
            async with listening_at(socket_file(config.db, config.admin_socket), server.services.desk):
                await server.serve(sockets=listeners)
        finally:
            await store.close()


def _log_unusable() -> None:
    for kind, unusable in (("game", registry.unusable_games()), ("bot", roster.unusable_bots())):
        for found in unusable:
            logger.warning("%s %s of package %s cannot be used: %s", kind, found.name, found.package, found.problem)


def _tables(config: NodeConfig, store: Store, shown: ShownProcess) -> Tables:
    return Tables(
        store,
        bot_runner=bot_runner(config),
        find_game=catalogue.find_game,
        quotas=config.limits.quotas,
        retention=config.retention,
        show=shown.rows,
    )


def listeners_of(config: NodeConfig) -> list[socket.socket]:
    """Return the listening socket and, if the configuration has a metrics port, a second one for this machine only."""
    found = [listening(config.host, config.port)]
    if config.metrics_port is not None:
        try:
            found.append(listening(LOCAL[0], config.metrics_port))
        except CannotListen:
            found[0].close()
            raise
    return found


def bot_runner(config: NodeConfig) -> BotProcesses:
    return BotProcesses(catalogue.find_game, config.bots, config.bot_limits)


def make_node(
    config: NodeConfig, tables: Tables, listeners: Sequence[socket.socket] = (), share: Share | None = None
) -> Server:
    """Build a node; `listeners` are those of `listeners_of`, and `share` connects it with the other nodes."""
    services = Services(
        Hub(tables, heartbeat=config.heartbeat, gone_after=config.gone_after, limits=config.limits, share=share),
        config.secret,
        old_secrets=config.old_secrets,
        public_url=config.public_url,
        limits=config.limits,
        lan=config.host not in LOCAL,
        trusted_proxies=config.trusted_proxies,
        metrics_token=config.metrics_token,
        full_addresses=config.full_addresses,
        session_cache_seconds=config.session_cache_seconds,
    )
    if len(listeners) > 1:
        services.metrics_access.port = listeners[1].getsockname()[1]
    return make_server(make_app(services), services)
