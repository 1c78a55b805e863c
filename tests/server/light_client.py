"""Cheap clients: one HTTP connection and one WebSocket, each from a chosen local address.

Many of them run beside the server that they test, on the same processors. Loopback is a whole network (127.0.0.0/8), so
that every client can have an address of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import pack, unpack_from
from typing import NamedTuple

HOME = "127.0.0.1"
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
NO_MASK = bytes(4)  # a client must mask, and zeros are a mask
UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nCookie: {cookie}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGltZWJvb3RoLWxpZ2h0IQ==\r\n\r\n"
)
SWITCHED = b"HTTP/1.1 101 "


class Reply(NamedTuple):
    """The response to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes


class Http:
    """One keep-alive connection, reopened if the server closed it."""

    def __init__(self, port: int, local: str = HOME, patience: float = 120.0) -> None:
        self.port = port
        self.local = local
        self.patience = patience
        self.cookies: dict[str, str] = {}
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, target: str) -> Reply:
        return await self.request("GET", target)

    async def post(self, target: str, body: bytes) -> Reply:
        return await self.request("POST", target, body)

    async def request(self, method: str, target: str, body: bytes = b"", extra: str = "") -> Reply:
        """Send a request and return the response; a connection that was closed while idle is reopened."""
        cookie = "".join(f"{name}={value}; " for name, value in self.cookies.items())[:-2]
        head = f"{method} {target} HTTP/1.1\r\nHost: localhost:{self.port}\r\nAccept-Language: en\r\n{extra}"
        if cookie:
            head += f"Cookie: {cookie}\r\n"
        if body or method in ("POST", "PATCH", "PUT"):
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        async with asyncio.timeout(self.patience):
            fresh = self._line is None
            try:
                return await self._exchange(head.encode("utf-8", "surrogatepass") + b"\r\n" + body)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if fresh:
                    raise
                return await self._exchange(head.encode("utf-8", "surrogatepass") + b"\r\n" + body)

    async def _exchange(self, data: bytes) -> Reply:
        if self._line is None:
            self._line = await asyncio.open_connection(
                HOME, self.port, local_addr=(self.local, 0), limit=8 * 1024 * 1024
            )
        reader, writer = self._line
        writer.write(data)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ")[1])
        headers = {}
        for line in head[1:-2]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
            if name.lower() == "set-cookie":
                key, _, kept = value.strip().partition(";")[0].partition("=")
                self.cookies[key] = kept
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int((await reader.readline()).strip(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()
        elif "content-length" in headers and status not in (204, 304):
            body = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Reply(status, headers, body)

    def close(self) -> None:
        if self._line is not None:
            self._line[1].transport.abort()
            self._line = None


class LightSocket(asyncio.Protocol):
    """A WebSocket to the server; `hear` gets each text as bytes, `ended` is called once when the connection is lost."""

    def __init__(self, hello: str, hear: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        self.hello = hello.encode()
        self.hear = hear
        self.ended = ended
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = asyncio.Event()
        self.close_code: int | None = None
        self.received = 0
        self._rest = b""
        self._parts = b""

    @classmethod
    async def open(
        cls,
        port: int,
        cookie: str,
        hear: Callable[[bytes], None],
        *,
        local: str = HOME,
        ended: Callable[[], None] = lambda: None,
    ) -> LightSocket:
        hello = UPGRADE.format(port=port, cookie=cookie)
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(hello, hear, ended), HOME, port, local_addr=(local, 0))
        try:
            await line.opened
        except BaseException:
            line.abort()
            raise
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(self.hello)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("turned away"))
        self.closed.set()
        self.ended()

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        data = self._rest + data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if not data.startswith(SWITCHED):
                self.opened.set_exception(ConnectionError(data[:200].decode("latin-1")))
                self.transport.abort()
                return
            self.opened.set_result(None)
        while (frame := _frame_at(data, at)) is not None and len(data) >= frame[1]:
            kind, (start, at) = data[at], frame
            self._take(kind, data[start:at])
        self._rest = data[at:]

    def _take(self, kind: int, text: bytes) -> None:
        if kind & 0x0F == CLOSE & 0x0F:
            self.close_code = unpack_from("!H", text)[0] if len(text) >= 2 else None
            self.send_frame(CLOSE, text[:2])
        elif kind & 0x0F == PING & 0x0F:
            self.send_frame(PONG, text)
        elif kind == TEXT:
            self.hear(text)
        elif kind & 0x0F in (0, 1):
            self._parts += text
            if kind & 0x80:
                whole, self._parts = self._parts, b""
                self.hear(whole)

    def send(self, text: bytes) -> None:
        self.send_frame(TEXT, text)

    def send_frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size < 126:
            head = pack("!BB", kind, 0x80 | size)
        elif size < 65_536:
            head = pack("!BBH", kind, 0x80 | 126, size)
        else:
            head = pack("!BBQ", kind, 0x80 | 127, size)
        if not self.transport.is_closing():
            self.transport.write(head + NO_MASK + data)

    def abort(self) -> None:
        """Abort the connection."""
        self.transport.abort()


def _frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Return where the payload of the frame at `at` starts and ends, or None if its header is incomplete."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 0x7F, at + 2
    if size == 126:
        if len(data) < at + 4:
            return None
        size, start = unpack_from("!H", data, at + 2)[0], at + 4
    elif size == 127:
        if len(data) < at + 10:
            return None
        size, start = unpack_from("!Q", data, at + 2)[0], at + 10
    return start, start + size
