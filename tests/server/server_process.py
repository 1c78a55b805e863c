"""A server in its own process, for tests that kill it: `python -m tests.server.server_process DB PORT`."""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import msgspec

from tests.server.local_server import CONFIG
from tests.tables.games import find_game
from timebooth.server.logs import log_to
from timebooth.server.node import make_node
from timebooth.server.transport.uvicorn_server import listening
from timebooth.store.open_store import open_store
from timebooth.tables.bot_processes import BotProcesses
from timebooth.tables.tables import Tables

ROOT = Path(__file__).parent.parent.parent
TIMEOUT = 240.0  # seconds for a process to start or to stop, also on a busy machine


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
    return port


class Child:
    """The server's process."""

    def __init__(self, address: str, port: int, log: Path) -> None:
        self.port = port
        self.log = log
        self._command = [sys.executable, "-m", "tests.server.server_process", address, str(port)]

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self._command, cwd=ROOT, stdout=log, stderr=log, env={**os.environ})
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if httpx.get(f"http://localhost:{self.port}/healthz", verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        self.process.send_signal(signal.SIGUSR1)  # it writes a traceback of every thread
        time.sleep(2)
        raise AssertionError(f"not up after {TIMEOUT} s: {self.log.read_text()}")

    def kill(self) -> None:
        """Kill the process without a goodbye."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(TIMEOUT)


async def run(address: str, port: int) -> None:
    log_to(level="warning")
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    config = msgspec.structs.replace(CONFIG, port=port, gone_after=3600.0)
    listener = listening(config.host, port)
    store = await open_store(address, alone=True)
    tables = Tables(store, bot_runner=BotProcesses(find_game), find_game=find_game, quotas=CONFIG.limits.quotas)
    await make_node(config, tables).serve([listener])
    await store.close()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1], int(sys.argv[2])))
