"""The servers of a soak: started, killed, stopped, drained and upgraded, with their memory."""

from __future__ import annotations

import asyncio
import subprocess
import time
from pathlib import Path
from typing import Literal, NamedTuple

from tests.server.abuse.server import ServerProcess
from tests.server.server_process import TIMEOUT
from timebooth.server.admin.messages import Drain
from timebooth.server.admin.socket import ask

OLDER = "tests.server.soak.older_rules"
TODAY = "timebooth"
DRAIN_FOR = 1.0  # seconds
OLD_AND_NEW = 20.0  # seconds in which nodes of two versions share a database

Event = Literal["kill", "restart", "drain", "upgrade"]
EVENTS: tuple[Event, ...] = ("kill", "restart", "kill", "drain")


class Memory(NamedTuple):
    """The memory of a node at some time of its life."""

    node: int
    life: int
    age: float
    megabytes: float


class Node(ServerProcess):
    """One server of a soak, first with older rules."""

    def __init__(self, folder: Path, db: str, path: str) -> None:
        folder.mkdir()
        super().__init__(folder, db, path)
        self.module = OLDER
        self.socket = folder / "admin"
        self.options = ("--admin-socket", str(self.socket))
        self.life = 0
        self.begun = 0.0
        self.busy = False
        """Whether it is being stopped or started."""

    async def begin(self) -> None:
        await asyncio.to_thread(self.start)
        self.life += 1
        self.begun = time.perf_counter()

    async def end(self, event: Event) -> None:
        """End the process as an event does."""
        if event == "kill":
            self.process.kill()
        elif event == "drain":
            answer = await ask(self.socket, Drain(DRAIN_FOR))
            assert not answer.error, answer
        else:
            self.process.terminate()
        try:
            await asyncio.to_thread(self.process.wait, TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


class Nodes:
    """All servers of a soak."""

    def __init__(self, folder: Path, db: str, path: str, nodes: int) -> None:
        self.nodes = [Node(folder / f"node{number}", db, path) for number in range(nodes)]
        self.ports = [node.port for node in self.nodes]
        self.happened: dict[str, int] = {}
        self.died: list[str] = []
        """The last words of servers that ended by themselves."""
        self.memory: list[Memory] = []

    async def start(self) -> None:
        for node in self.nodes:
            await node.begin()

    async def stop(self) -> None:
        for node in self.nodes:
            await asyncio.to_thread(node.stop)

    async def happen(self, event: Event, number: int) -> None:
        """End a node and start it again; an upgrade takes one after the other to today's rules."""
        self.happened[event] = self.happened.get(event, 0) + 1
        for node in self.nodes if event == "upgrade" else [self.nodes[number % len(self.nodes)]]:
            node.busy = True
            await node.end(event)
            node.module = TODAY if event == "upgrade" else node.module
            await node.begin()
            node.busy = False
            if event == "upgrade" and node is not self.nodes[-1]:
                await asyncio.sleep(OLD_AND_NEW)

    async def look(self) -> None:
        """Note the memory of every node; start one again that ended by itself."""
        for number, node in enumerate(self.nodes):
            if node.busy:
                continue
            if not node.alive:
                self.died.append(f"node {number} ended with {node.process.returncode}: {node.log.read_text()[-2000:]}")
                await node.begin()
            age = time.perf_counter() - node.begun
            self.memory.append(Memory(number, node.life, age, node.usage()[0]))

    def megabytes(self) -> float:
        """Return the memory of all nodes now."""
        return sum(node.usage()[0] for node in self.nodes if node.alive)
