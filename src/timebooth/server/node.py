"""A node from start to stop: store, tables, house, and the server around them."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import closing

import msgspec
import uvicorn

from timebooth.server import catalogue
from timebooth.server.app import make_app
from timebooth.server.desk import Desk
from timebooth.server.house import House
from timebooth.server.presence import GONE_AFTER
from timebooth.server.rates import Limits
from timebooth.server.running import Server, listening, make_server
from timebooth.store.open_store import open_store
from timebooth.tables.tables import Tables
from timebooth.tables.workers import ProcessThinkers

EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE_ELSE = ("192.0.2.1", 9)  # an address for documentation: nothing is ever sent there


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


def run(plan: Plan, started: Callable[[int], None] = print) -> None:
    """Serve until somebody says stop; `started` hears the port once it listens."""
    with asyncio.Runner(loop_factory=uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()) as runner:
        runner.run(serve(plan, started))


async def serve(plan: Plan, started: Callable[[int], None] = print) -> None:
    with closing(listening(plan.host, plan.port)) as listener:
        store = await open_store(plan.db)
        try:
            server = node(plan, Tables(store, thinkers=thinkers(plan), find_game=catalogue.find_game))
            server.when_started = lambda: started(listener.getsockname()[1])
            await server.serve(sockets=[listener])
        finally:
            await store.close()


def thinkers(plan: Plan) -> ProcessThinkers:
    return ProcessThinkers(catalogue.find_game, plan.bots)


def node(plan: Plan, tables: Tables) -> Server:
    house = House(tables, gone_after=plan.gone_after)
    network = address_on_the_network() if plan.host in EVERYWHERE else None
    desk = Desk(house, plan.secret, public_url=plan.public_url, network=network or "", limits=plan.limits)
    return make_server(make_app(desk), desk, behind_proxy=bool(plan.public_url))


def address_on_the_network() -> str | None:
    """The number under which others in the local network reach this machine."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        try:
            line.connect(SOMEWHERE_ELSE)
        except OSError:
            return None
        found: str = line.getsockname()[0]
    return None if found.startswith("127.") or found == "0.0.0.0" else found
