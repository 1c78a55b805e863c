"""A browser for the tests: a cookie, requests, and sockets that keep every message."""

from __future__ import annotations

import asyncio
from itertools import count
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

TIMEOUT = 60.0

Json = dict[str, Any]


def plain_http(port: int, **options: Any) -> httpx.AsyncClient:
    """Return a client of a server on this machine, without TLS: reading all certificates takes 50 ms of CPU."""
    return httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=TIMEOUT, verify=False, **options)


class Browser:
    """A client with a cookie."""

    def __init__(self, port: int, lang: str = "en", cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.host = f"localhost:{port}"
        self.http = plain_http(port, headers={"accept-language": lang}, cookies=cookies)
        self.commands = count(1)
        self.sockets: list[Socket] = []

    async def __aenter__(self) -> Self:
        await self.get("/api/me")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for socket in self.sockets:
            await socket.close()
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        return self.http.cookies["timebooth"]

    def command(self) -> str:
        return f"c{next(self.commands)}"

    async def get(self, path: str, **query: object) -> Any:
        answer = await self.http.get(path, params={name: str(value) for name, value in query.items()})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: object = None) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def open(self, game: str, *places: str, **settings: object) -> str:
        """Open a table; places are `host`, `open`, or a bot's name."""
        wanted = [{"kind": place} if place in ("host", "open") else {"kind": "bot", "bot": place} for place in places]
        body = {"command": self.command(), "settings": {"game": game, "places": wanted, **settings}}
        return str((await self.post("/api/tables", body))["table"])

    async def socket(self) -> Socket:
        origin = f"http://{self.host}"
        line = await connect(
            f"ws://{self.host}/api/socket",
            additional_headers={"cookie": f"timebooth={self.cookie}"},
            origin=origin,  # type: ignore[arg-type]
            compression=None,
            max_size=None,
        )
        socket = Socket(line)
        self.sockets.append(socket)
        await socket.until(lambda said: said["type"] == "welcome")
        return socket


class Socket:
    """A socket: sends calls, and keeps every message."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[Json] = []
        self.frames: list[str | bytes] = []
        """The messages as received, before decoding."""
        self.numbers = count(1)
        self._replies: dict[int, asyncio.Future[Json]] = {}
        self._more = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.line:
                said: Json = msgspec.json.decode(text)
                self.frames.append(text)
                self.heard.append(said)
                waiting = self._replies.pop(said.get("id") or 0, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(said)
                self._more.set()
        except ConnectionClosed:
            pass
        finally:
            self._more.set()

    async def send(self, text: str | bytes) -> None:
        await self.line.send(text)

    async def call(self, kind: str, **fields: object) -> Json:
        """Send a call and return its reply."""
        number = next(self.numbers)
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        await self.line.send(msgspec.json.encode({"type": kind, "id": number, **fields}).decode())
        return await asyncio.wait_for(reply, TIMEOUT)

    async def do(self, kind: str, **fields: object) -> Json:
        """Send a call that must not be refused, and return its reply."""
        reply = await self.call(kind, **fields)
        assert reply["type"] != "refused", reply
        return reply

    async def listen(self, table: str, seat: int | None = None, **more: object) -> Json:
        """Subscribe to a stream, and wait for its first message."""
        reply = await self.do("listen", table=table, seat=seat, **more)
        await self.do("ping")
        return reply

    async def act(self, table: str, command: str, kind: str, **fields: object) -> Json:
        return await self.call("act", table=table, command=command, action={"type": kind, **fields})

    async def until(self, wanted: Any, timeout: float = TIMEOUT) -> Json:
        """Wait for the first message, received already or from now on, for which `wanted` is true."""
        seen = 0
        async with asyncio.timeout(timeout):
            while True:
                for said in self.heard[seen:]:
                    if wanted(said):
                        return said
                seen = len(self.heard)
                assert not self._reader.done(), f"closed: {self.line.close_code}"
                self._more.clear()
                await self._more.wait()

    def messages(self, table: str, seat: int | None) -> list[Json]:
        """Return the messages of a stream that were received."""
        return [
            said["message"]
            for said in self.heard
            if said["type"] == "tell" and said["table"] == table and said["seat"] == seat
        ]

    def scene(self, table: str, seat: int | None) -> Json | None:
        """Return the last scene."""
        scenes = [message["scene"] for message in self.messages(table, seat) if "scene" in message]
        return scenes[-1] if scenes else None

    async def closed(self, timeout: float = TIMEOUT) -> int | None:
        """Wait until the server closes, and return its close code."""
        await asyncio.wait_for(asyncio.shield(self._reader), timeout)
        return self.line.close_code

    async def close(self) -> None:
        await self.line.close()
        await asyncio.wait((self._reader,))
