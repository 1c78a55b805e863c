"""Nodes on one PostgreSQL database that tell each other over a NATS server what changed."""

from __future__ import annotations

import asyncio
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from unittest.mock import patch

import pytest

from tests import postgres
from timebooth.store import nats_bus
from timebooth.store.nats_bus import NatsBus
from timebooth.store.open_store import open_store
from timebooth.store.postgres import PostgresStore
from timebooth.store.store import Change, StoreError

PROGRAM = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
BOUND = 60.0  # seconds; only a test that hangs takes so long

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="NOT TESTED: the bus over NATS; no nats-server is installed"),
    # nats-py leaves the writer of a broken connection to the garbage collector.
    pytest.mark.filterwarnings("ignore:.*StreamWriter.__del__:pytest.PytestUnraisableExceptionWarning"),
]
needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")


class NatsServer:
    """A NATS server of the test's own, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.address = f"nats://127.0.0.1:{self.port}"
        self._log = folder / "nats.log"
        self.start()

    def start(self) -> None:
        command = [str(PROGRAM), "--addr", "127.0.0.1", "--port", str(self.port), "--log", str(self._log)]
        self._process = subprocess.Popen(command)
        until = time.monotonic() + BOUND
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                assert time.monotonic() < until, self._log.read_text()
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    found = NatsServer(tmp_path)
    yield found
    found.stop()


@needs_postgres
def test_what_one_node_writes_another_is_told_over_nats(postgres_folder: str, server: NatsServer) -> None:
    async def test() -> None:
        address = postgres.new_database(postgres_folder)
        here, there = [await PostgresStore.open(address, nats=server.address) for _ in range(2)]
        async with asyncio.timeout(BOUND), aclosing(there.changes()) as changes:
            assert await anext(changes) == Change(None)
            await here.append("t", 1, "c", b"")
            assert await anext(changes) == Change("t", 1)
        for store in (here, there):
            await store.close()

    asyncio.run(test())


def test_a_node_hears_others_of_its_database_only_and_not_itself(server: NatsServer) -> None:
    async def test() -> None:
        here, there, other = [await NatsBus.open(server.address, name) for name in ("one", "one", "two")]
        async with asyncio.timeout(BOUND), aclosing(there.listen("tables")) as heard:
            assert await anext(heard) is None
            await there.publish("tables", ["own"])
            await other.publish("tables", ["another database"])
            await here.publish("people", ["another topic"])
            await here.publish("tables", ["a:1", "b:2"])
            assert await anext(heard) == ["a:1", "b:2"]
        for bus in (here, there, other):
            await bus.close()

    asyncio.run(test())


def test_after_an_outage_a_listener_is_told_that_messages_may_be_lost(server: NatsServer) -> None:
    async def test() -> None:
        here, there = [await NatsBus.open(server.address, "one") for _ in range(2)]
        async with asyncio.timeout(BOUND), aclosing(there.listen("tables")) as heard:
            assert await anext(heard) is None
            server.stop()
            server.start()
            assert await anext(heard) is None
            while not here._client.is_connected:
                await asyncio.sleep(0.02)
            await here.publish("tables", ["a:1"])
            assert await anext(heard) == ["a:1"]
        for bus in (here, there):
            await bus.close()

    asyncio.run(test())


def test_a_bus_that_is_closed_stops_its_listeners(server: NatsServer) -> None:
    async def test() -> None:
        bus = await NatsBus.open(server.address, "one")

        async def listen() -> int:
            return len([words async for words in bus.listen("tables")])

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        await bus.close()
        async with asyncio.timeout(BOUND):
            await listening

    asyncio.run(test())


def test_a_server_that_cannot_be_reached_and_a_bus_for_a_file_are_refused(tmp_path: Path, server: NatsServer) -> None:
    server.stop()
    with patch.object(nats_bus, "CONNECT_TIMEOUT", 0.2), pytest.raises(StoreError, match="bus_unreachable") as refused:
        asyncio.run(NatsBus.open(server.address, "one"))
    assert refused.value.args_by_name["reason"]
    with pytest.raises(StoreError, match="bus_without_nodes"):
        asyncio.run(open_store(str(tmp_path / "t.db"), nats=server.address))
