"""A node from start to stop: store, tables, house, and the server around them."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable
from contextlib import closing

import msgspec
import uvicorn

from timebooth.server import catalogue
from timebooth.server.app import make_app
from timebooth.server.desk import Desk
from timebooth.server.hosts import LOCAL
from timebooth.server.house import HEARTBEAT, House
from timebooth.server.presence import GONE_AFTER
from timebooth.server.rates import Limits
from timebooth.server.running import Server, listening, make_server
from timebooth.store.open_store import open_store
from timebooth.store.store import Store
from timebooth.tables.tables import Tables
from timebooth.tables.workers import ProcessThinkers

GARBAGE = (5_000, 20, 20)  # new objects, and looks at those, after which older ones are looked at too


class Plan(msgspec.Struct, frozen=True):
    """How a node is to run."""

    secret: bytes
    host: str = "127.0.0.1"
    port: int = 8765
    db: str | None = None
    public_url: str = ""
    limits: Limits = Limits()
    bots: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes in which bots think."""
    gone_after: float = GONE_AFTER
    heartbeat: float = HEARTBEAT


def run(plan: Plan, started: Callable[[int], None] = print) -> None:
    """Serve until somebody says stop; `started` hears the port once it listens."""

    def ready(port: int) -> None:
        _look_for_garbage_less()
        started(port)

    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(serve(plan, ready))


def _look_for_garbage_less() -> None:
    """Everybody waits while everything is looked through: so rarely, and never again what is there from the start."""
    gc.set_threshold(*GARBAGE)
    gc.collect()
    gc.freeze()


async def serve(plan: Plan, started: Callable[[int], None] = print) -> None:
    with closing(listening(plan.host, plan.port)) as listener:
        store = await open_store(plan.db)
        try:
            server = node(plan, _tables(plan, store))
            server.when_started = lambda: started(listener.getsockname()[1])
            await server.serve(sockets=[listener])
        finally:
            await store.close()


def _tables(plan: Plan, store: Store) -> Tables:
    return Tables(store, thinkers=thinkers(plan), find_game=catalogue.find_game, quotas=plan.limits.quotas)


def thinkers(plan: Plan) -> ProcessThinkers:
    return ProcessThinkers(catalogue.find_game, plan.bots)


def node(plan: Plan, tables: Tables) -> Server:
    desk = Desk(
        House(tables, heartbeat=plan.heartbeat, gone_after=plan.gone_after, limits=plan.limits),
        plan.secret,
        public_url=plan.public_url,
        limits=plan.limits,
        lan=plan.host not in LOCAL,
    )
    return make_server(make_app(desk), desk, behind_proxy=bool(plan.public_url))
