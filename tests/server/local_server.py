"""A server in the test process, with its own port and a real store."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from typing import Any, cast

from tests.server.browser import Browser
from tests.tables.games import find_game
from timebooth.server.node import NodeConfig, listeners_of, make_node
from timebooth.server.rates import RATES, Limits
from timebooth.server.tables.shared_presence import Share
from timebooth.server.transport.uvicorn_server import Server
from timebooth.store.open_store import open_store
from timebooth.store.pausable import PausableStore
from timebooth.store.store import Store
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.quotas import UNLIMITED
from timebooth.tables.tables import Tables

SECRET = b"a secret for the tests, long enough"
ALL_RATES: dict[str, Any] = dict.fromkeys(RATES, "1000000/second")
FREE = Limits(
    calls_burst=1e9,
    calls_per_second=1e9,
    bad_calls=1e9,
    bad_calls_per_second=1e9,
    address_calls_burst=1e9,
    address_calls_per_second=1e9,
    guest_sockets=10**9,
    address_sockets=10**9,
    socket_streams=10**9,
    guest_streams=10**9,
    record_bytes_per_day=10**12,
    quotas=UNLIMITED,
    **ALL_RATES,
)
CONFIG = NodeConfig(secret=SECRET, port=0, limits=FREE, gone_after=0.3, session_cache_seconds=0.2)


class LocalServer:
    """A running server and its browsers."""

    def __init__(self, server: Server, port: int) -> None:
        self.uvicorn = server
        self.port = port
        self.services = server.services
        self.hub = server.services.hub
        self.tables = server.services.hub.tables
        self._browsers: list[Browser] = []

    async def browser(self, lang: str = "en") -> Browser:
        browser = Browser(self.port, lang)
        self._browsers.append(browser)
        return await browser.__aenter__()

    async def leave(self) -> None:
        for browser in self._browsers:
            await browser.__aexit__(None, None, None)

    async def stop(self) -> None:
        """Stop the server as a signal would."""
        self.uvicorn.should_exit = True


@asynccontextmanager
async def serving(
    address: str,
    config: NodeConfig = CONFIG,
    clock: Callable[[], float] = time.time,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    share: Share | None = None,
) -> AsyncIterator[LocalServer]:
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(each)) for each in listeners_of(config)]
        store = cast("Store", PausableStore(await open_store(address)))
        tables = Tables(
            store,
            bot_runner=InlineBots(find_game),
            find_game=find_game,
            clock=clock,
            entropy=entropy,
            quotas=config.limits.quotas,
        )
        server = make_node(config, tables, listeners, share)
        started = asyncio.Event()
        server.when_started = started.set
        running = asyncio.create_task(server._serve(listeners))
        try:
            await asyncio.wait({running, asyncio.create_task(started.wait())}, return_when=asyncio.FIRST_COMPLETED)
            local_server = LocalServer(server, listeners[0].getsockname()[1])
            try:
                yield local_server
            finally:
                await local_server.leave()
        finally:
            server.should_exit = True
            await running
            await store.close()


def run_on_server(address: str, test: Callable[[LocalServer], Awaitable[None]], config: NodeConfig = CONFIG) -> None:
    """Run a test against a server of its own."""

    async def run() -> None:
        async with serving(address, config) as server:
            await test(server)

    asyncio.run(run())
