"""An agent that plays at a table of a running server, over its HTTP API and its socket; it answers at random.

timebooth serve --port 8765
python examples/network_agent.py http://localhost:8765 excellent-boardgame
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import urllib.request
from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import connect
from websockets.typing import Origin

Json = dict[str, Any]
Choose = Callable[[Json, list[Json]], Json]
"""Returns one of the options, by the view."""


def at_random(_view: Json, options: list[Json]) -> Json:
    return random.choice(options)


class Server:
    """The server as one guest sees it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""
        self.ask("GET", "/api/me")

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Send a request and return the answer; keep the guest's cookie."""
        headers = {"Origin": self.address, "Cookie": self.cookie, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
            found: Json = json.load(answer)
            return found

    def open_table(self, game: str) -> str:
        """Open a table for two: this guest and a bot; return its id."""
        places = [{"kind": "host"}, {"kind": "bot", "bot": "casual"}]
        settings = {"game": game, "places": places, "visibility": "invitation"}
        opened: str = self.ask("POST", "/api/tables", {"command": uuid4().hex, "settings": settings})["table"]
        return opened


async def play(server: Server, table: str, seat: int, choose: Choose = at_random) -> Json:
    """Play a seat to the end of the game; return the outcome."""
    address = "ws" + server.address.removeprefix("http") + "/api/socket"
    async with connect(address, origin=Origin(server.address), additional_headers={"Cookie": server.cookie}) as socket:
        numbers = count(1)

        async def call(kind: str, **fields: object) -> None:
            await socket.send(json.dumps({"type": kind, "id": next(numbers), **fields}))

        heartbeat: float = json.loads(await socket.recv())["heartbeat"]
        await call("listen", table=table, seat=seat)
        while True:
            try:
                said = json.loads(await asyncio.wait_for(socket.recv(), heartbeat))
            except TimeoutError:
                await call("ping")  # the server closes a socket that is silent
                continue
            if said["type"] == "refused" and said["key"] != "table.too_late":
                raise RuntimeError(f"the server refused: {said}")
            scene = said["message"].get("scene") if said["type"] == "tell" else None
            if scene and scene.get("outcome"):
                outcome: Json = scene["outcome"]
                return outcome
            if scene and scene.get("ask"):
                answer = choose(scene["view"], [option["answer"] for option in scene["ask"]["options"]])
                action = {"type": "answer", "seat": seat, "moment": scene["moment"], "answer": answer}
                await call("act", table=table, command=uuid4().hex, action=action)


def main(address: str, game: str) -> None:
    server = Server(address)
    table = server.open_table(game)
    print(f"{address}/t/{table}")
    print(asyncio.run(play(server, table, seat=0)))


if __name__ == "__main__":
    main(*sys.argv[1:])
