"""A guest with a socket and an HTTP connection, who remembers the tables that they opened."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec

from tests.server.light_client import Http, LightSocket, Reply
from tests.server.stored.messages import Grammar, Known, Message

TIMEOUT = 60.0
RESUBSCRIBED = 6  # tables, on a new socket
REPLIES = ("done", "refused", "projected", "hinted", "coached")


class Lost(Exception):
    """The socket was closed before a reply came."""


class Guest:
    """Sends messages one after the other."""

    def __init__(self, port: int, seed: int, others: list[Known], deepest: int) -> None:
        self.http = Http(port, patience=TIMEOUT)
        self.port = port
        self.tables: list[Known] = []
        self.grammar = Grammar(random.Random(seed), self.tables, others, deepest)
        self.line: LightSocket | None = None
        self._reply: asyncio.Future[dict[str, Any]] | None = None

    @property
    def cookie(self) -> str:
        return f"timebooth={self.http.cookies['timebooth']}"

    async def come(self) -> None:
        """Get a cookie, and open a table of every kind that the grammar needs."""
        assert (await self.http.get("/api/me")).status == 200
        for game in ("fingers", "objection", "riff-in-time"):
            places = [{"kind": "host"}, {"kind": "host"}]
            body = {"command": game, "settings": {"game": game, "places": places, "pace": {"type": "days"}}}
            reply = await self.http.post("/api/tables", msgspec.json.encode(body))
            assert reply.status == 201, reply.body
            await self.remember(reply, game)

    async def remember(self, reply: Reply, game: str) -> None:
        """Remember a table that was opened, and subscribe to its seats."""
        opened = msgspec.json.decode(reply.body)
        if any(known.table == opened["table"] for known in self.tables):
            return
        known = Known(opened["table"], opened["invitation"], game)
        self.tables.append(known)
        info = await self.http.get(f"/api/tables/{known.table}")
        if info.status == 200:
            known.game = msgspec.json.decode(info.body)["summary"]["game"]
            known.seats = tuple(msgspec.json.decode(info.body)["seats"])
        for seat in known.seats:
            await self.call(msgspec.json.encode({"type": "listen", "id": 1, "table": known.table, "seat": seat}))

    async def call(self, text: bytes) -> dict[str, Any]:
        """Send a text on the socket and return its reply."""
        if self.line is None or self.line.transport.is_closing():
            self.line = await LightSocket.open(self.port, self.cookie, self._hear, ended=self._ended)
            for known in self.tables[-RESUBSCRIBED:]:
                for seat in known.seats:
                    call = {"type": "listen", "id": 1, "table": known.table, "seat": seat}
                    await self._call(self.line, msgspec.json.encode(call))
        return await self._call(self.line, text)

    async def _call(self, line: LightSocket, text: bytes) -> dict[str, Any]:
        self._reply = asyncio.get_running_loop().create_future()
        line.send(text)
        try:
            return await asyncio.wait_for(self._reply, TIMEOUT)
        finally:
            self._reply = None

    async def send(self, message: Message) -> dict[str, Any] | Reply:
        """Send a message of either kind."""
        text = message.text.encode("utf-8", "surrogatepass")
        if message.method:
            return await self.http.request(message.method, message.target, text)
        return await self.call(text)

    def _hear(self, text: bytes) -> None:
        said = msgspec.json.decode(text)
        if said["type"] in REPLIES:
            if self._reply is not None and not self._reply.done():
                self._reply.set_result(said)
        elif said["type"] == "tell" and said["seat"] is not None and "scene" in said["message"]:
            for known in self.tables:
                if known.table == said["table"]:
                    known.scenes[said["seat"]] = said["message"]["scene"]

    def _ended(self) -> None:
        code = self.line.close_code if self.line is not None else None
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(Lost(f"closed with {code}"))

    def leave(self) -> None:
        self.http.close()
        if self.line is not None:
            self.line.abort()
            self.line = None
