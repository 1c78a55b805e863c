"""The tools of an abuser: guests, sockets, and counters of what was sent and refused."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import msgspec

from tests.server.light_client import Http, LightSocket

TIMEOUT = 30.0
AGAIN_AFTER = 1.0


class Stage:
    """What all abusers share: the server's port, the scale and the counters."""

    def __init__(self, port: int, scale: float = 1.0) -> None:
        self.port = port
        self.scale = scale
        """Multiplies the numbers of guests, sockets and messages per second."""
        self.sent: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self._addresses = count(1)

    def some(self, number: float) -> int:
        """Return a scaled number, at least 1."""
        return max(1, round(number * self.scale))

    def address(self) -> str:
        """Return a new address that no honest player has."""
        number = next(self._addresses)
        return f"127.66.{number // 250}.{number % 250 + 1}"

    async def guest(self, name: str, address: str | None = None) -> Abuser:
        abuser = Abuser(self, name, address or self.address())
        await abuser.http.get("/api/me")
        return abuser

    async def honest_tables(self, kind: str = "running") -> list[str]:
        """Return the public tables of honest players in the lobby."""
        http = Http(self.port, self.address(), TIMEOUT)
        try:
            reply = await http.get("/api/lobby")
        finally:
            http.close()
        listed = msgspec.json.decode(reply.body).get(kind, []) if reply.status == 200 else []
        return [summary["table"] for summary in listed if summary["host"].startswith("Honest")]

    async def often(self, work: Callable[[], Awaitable[Any]], per_second: float) -> None:
        """Repeat something at most `per_second` times; count the failures."""
        while True:
            began = time.perf_counter()
            try:
                await work()
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
                self.refused[type(problem).__name__] += 1
                await asyncio.sleep(AGAIN_AFTER)
            await asyncio.sleep(max(0.0, 1 / (per_second * self.scale) - (time.perf_counter() - began)))


class Abuser:
    """A guest with one connection and any number of sockets."""

    def __init__(self, stage: Stage, name: str, address: str) -> None:
        self.stage = stage
        self.name = name
        self.http = Http(stage.port, address, TIMEOUT)
        self.commands = count(1)

    def command(self) -> str:
        return f"x{next(self.commands)}"

    async def request(self, method: str, target: str, body: object = None) -> Any:
        """Send a request; return its decoded reply, or None if it was refused."""
        self.stage.sent[self.name] += 1
        data = b"" if body is None else msgspec.json.encode(body)
        reply = await self.http.request(method, target, data)
        if reply.status >= 400:
            self.stage.refused[f"{self.name} {reply.status}"] += 1
            return None
        return msgspec.json.decode(reply.body) if reply.body[:1] in (b"{", b"[") else None

    async def open(self, game: str, *places: str, **settings: Any) -> str:
        """Open a table; return an empty string if it was refused."""
        wanted = [{"kind": place} if place in ("host", "open") else {"kind": "bot", "bot": place} for place in places]
        body = {"command": self.command(), "settings": {"game": game, "places": wanted, **settings}}
        opened = await self.request("POST", "/api/tables", body)
        return str(opened["table"]) if opened else ""

    async def socket(self) -> Socket:
        socket = Socket(self)
        await socket.connect()
        return socket


class Socket:
    """A socket of an abuser; keeps the last question of every seat."""

    def __init__(self, abuser: Abuser) -> None:
        self.abuser = abuser
        self.numbers = count(1)
        self.line: LightSocket
        self.questions: dict[int, dict[str, Any]] = {}
        self._replies: dict[int, asyncio.Future[str]] = {}
        self._listens: dict[str, Any] = {}

    async def connect(self) -> None:
        """Open or reopen the socket, and subscribe to the same table again."""
        abuser = self.abuser
        abuser.stage.sent[abuser.name] += 1
        cookie = f"timebooth={abuser.http.cookies.get('timebooth', '')}"
        self.line = await LightSocket.open(
            abuser.stage.port, cookie, self.hear, local=abuser.http.local, ended=self.ended
        )
        if self._listens:
            await self.call(**self._listens)

    def hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"tell"'):
            if b'"ask":' in text:
                said = msgspec.json.decode(text)
                self.questions[said["seat"]] = said["message"]["scene"]
            return
        if text.startswith((b'{"type":"here"', b'{"type":"lobby', b'{"type":"welcome"', b'{"type":"goodbye"')):
            return
        said = msgspec.json.decode(text)
        reply = self._replies.pop(said.get("id") or 0, None)
        if reply is not None and not reply.done():
            reply.set_result(said.get("key", ""))

    def ended(self) -> None:
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError("cut"))

    @property
    def open(self) -> bool:
        return not self.line.transport.is_closing()

    def send(self, **call: Any) -> int:
        if not self.open:
            raise ConnectionError("cut")
        number = next(self.numbers)
        self.abuser.stage.sent[self.abuser.name] += 1
        self.line.send(msgspec.json.encode({"id": number, **call}))
        return number

    async def call(self, **call: Any) -> bool:
        """Send a call; return whether it was done."""
        if not self.open:
            await self.connect()
        if call["type"] == "listen":
            self._listens = call
        number = self.send(**call)
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        key = await asyncio.wait_for(reply, TIMEOUT)
        if key:
            self.abuser.stage.refused[f"{self.abuser.name} {key}"] += 1
        return not key

    async def act(self, table: str, kind: str, **fields: Any) -> bool:
        action = {"type": kind, **fields}
        return await self.call(type="act", table=table, command=self.abuser.command(), action=action)
