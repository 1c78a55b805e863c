"""A server in the test process, with its own port and a real store."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from typing import Any

from tests.server.browser import Browser
from tests.tables.games import find_game
from timebooth.server.node import Plan, listeners_of, node
from timebooth.server.rates import RATES, Limits
from timebooth.server.transport.uvicorn_server import Server
from timebooth.store.open_store import open_store
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
PLAN = Plan(secret=SECRET, port=0, limits=FREE, gone_after=0.3, session_cache_seconds=0.2)


class Place:
    """A running server and its browsers."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
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
        self.server.should_exit = True


@asynccontextmanager
async def serving(
    address: str,
    plan: Plan = PLAN,
    clock: Callable[[], float] = time.time,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> AsyncIterator[Place]:
    with ExitStack() as opened:
        listeners = [opened.enter_context(closing(each)) for each in listeners_of(plan)]
        store = await open_store(address)
        tables = Tables(
            store,
            bot_runner=InlineBots(find_game),
            find_game=find_game,
            clock=clock,
            entropy=entropy,
            quotas=plan.limits.quotas,
        )
        server = node(plan, tables, listeners)
        started = asyncio.Event()
        server.when_started = started.set
        running = asyncio.create_task(server._serve(listeners))
        try:
            await asyncio.wait({running, asyncio.create_task(started.wait())}, return_when=asyncio.FIRST_COMPLETED)
            place = Place(server, listeners[0].getsockname()[1])
            try:
                yield place
            finally:
                await place.leave()
        finally:
            server.should_exit = True
            await running
            await store.close()


def spend(address: str, test: Callable[[Place], Awaitable[None]], plan: Plan = PLAN) -> None:
    """Run a test against a server of its own."""

    async def run() -> None:
        async with serving(address, plan) as place:
            await test(place)

    asyncio.run(run())
