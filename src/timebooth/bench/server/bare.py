"""A server that only relays messages, as an upper bound for ours.

`python -m timebooth.bench.server.bare SIZE` runs it in a process of its own and prints its port.
Each call gets a reply, and all four sockets of the table get a text of SIZE bytes: no rules, no store. Event loop,
sockets and frames are those of our server.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from typing import Any

import uvicorn

from timebooth.server.transport.uvicorn_server import listening
from timebooth.server.transport.websocket_protocol import WebSocketProtocol

REPLY = b'{"type":"done","id":1}'
HEAD = b'{"type":"tell","message":{"scene":{"moment":0,"ask":{"options":[{"answer":{}}]},"view":"'
TAIL = b'"}}}'


class Bare:
    """The ASGI application; sockets that were opened at the same path share a table."""

    def __init__(self, size: int) -> None:
        self.message = HEAD + b"." * (size - len(HEAD) - len(TAIL)) + TAIL
        self.tables: dict[str, list[Callable[[bytes, bool], bool]]] = defaultdict(list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        say = scope["extensions"]["timebooth.send"]
        table = self.tables[scope["path"]]
        table.append(say)
        say(self.message, False)
        while (await receive())["type"] == "websocket.receive":
            for each in table:
                each(self.message, each is say)
            say(REPLY, False)
        table.remove(say)


def main() -> None:
    config = uvicorn.Config(
        Bare(int(sys.argv[1])),
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_config=None,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner, closing(listening("127.0.0.1", 0)) as line:
        print(line.getsockname()[1], flush=True)
        runner.run(uvicorn.Server(config).serve(sockets=[line]))


if __name__ == "__main__":
    main()
