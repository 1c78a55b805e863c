"""A node of a cluster, without limits: `python -m timebooth.bench.server.cluster_node DB`.

Prints its port, and then what it has counted so far, as JSON, whenever it reads a line.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import cast

import msgspec

from timebooth.bench.server.node import LONG, SECRET, UNLIMITED
from timebooth.server.node import NodeConfig, make_node, tune_gc
from timebooth.server.pages.catalogue import find_game
from timebooth.server.transport.uvicorn_server import listening
from timebooth.store.pausable import PausableStore
from timebooth.store.postgres import PostgresStore
from timebooth.store.store import Store
from timebooth.tables.bot_jobs import BotJob
from timebooth.tables.bot_processes import BotProcesses
from timebooth.tables.quotas import UNLIMITED as NO_QUOTAS
from timebooth.tables.tables import Tables


class Counted(msgspec.Struct, frozen=True):
    """What a node has counted since its start."""

    notices: int
    """Messages to other nodes."""
    batches: int
    """Statements that appended entries."""
    decisions: list[int]
    """The decisions about which a bot thought here: each has a number, the same on every node."""


class CountingBots(BotProcesses):
    """Remembers about which decisions bots thought."""

    decisions: list[int]

    async def think(self, job: BotJob) -> int:
        self.decisions.append(job.chance)
        return await super().think(job)


async def run(db: str) -> None:
    config = NodeConfig(secret=SECRET, port=0, limits=UNLIMITED, gone_after=LONG, heartbeat=LONG)
    store = await PostgresStore.open(db)
    bots = CountingBots(find_game)
    bots.decisions = []
    tables = Tables(cast("Store", PausableStore(cast("Store", store))), bot_runner=bots, quotas=NO_QUOTAS)
    listener = listening(config.host, config.port)
    server = make_node(config, tables, [listener])
    server.when_started = lambda: print(listener.getsockname()[1], flush=True)
    tune_gc()
    telling = asyncio.create_task(_tell(store, bots))
    await server.serve(sockets=[listener])
    telling.cancel()
    await store.close()


async def _tell(store: PostgresStore, bots: CountingBots) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        sent = getattr(store.bus, "sent", 0)
        print(msgspec.json.encode(Counted(sent, store.writer.batches, bots.decisions)).decode(), flush=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(run(sys.argv[1]))
