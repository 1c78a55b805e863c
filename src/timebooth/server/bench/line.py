"""A WebSocket as whoever plays holds it: it does what texts of one frame need, and costs little."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import pack

HELLO = (
    "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nCookie: {cookie}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGltZWJvb3RoLWJlbmNoLg==\r\n\r\n"
)
WELCOME = b"HTTP/1.1 101 "
TEXT = 0x81  # one frame, the first and the last
MASKED = 0x80
NO_MASK = bytes(4)  # a client must mask, and may do so by nothing
WIDE = {126: 2, 127: 8}  # bytes that tell a size, where one does not


class Line(asyncio.Protocol):
    """One socket: texts go out, and whoever hears gets each that comes in."""

    def __init__(self, hello: str, hear: Callable[[bytes], None]) -> None:
        self.hello = hello.encode()
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""

    @classmethod
    async def open(cls, port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> Line:
        hello = HELLO.format(path=path, port=port, cookie=cookie)
        _, line = await asyncio.get_running_loop().create_connection(lambda: cls(hello, hear), "localhost", port)
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(self.hello)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("turned away"))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4 or not data.startswith(WELCOME):
                self.rest = data
                return
            self.opened.set_result(None)
        while (text := self._text(data, at)) is not None:
            start, end = text
            self.hear(data[start:end])
            at = end
        self.rest = data[at:]

    def _text(self, data: bytes, at: int) -> tuple[int, int] | None:
        """Where the text of the frame here begins and ends, if all of it is here."""
        if len(data) < at + 2:
            return None
        start, size = at + 2, data[at + 1]
        if size in WIDE:
            start += WIDE[size]
            size = int.from_bytes(data[at + 2 : start])
        return (start, start + size) if len(data) >= start + size else None

    def send(self, text: bytes) -> None:
        size = len(text)
        head = pack("!BB", TEXT, MASKED | size) if size < 126 else pack("!BBH", TEXT, MASKED | 126, size)
        self.transport.write(head + NO_MASK + text)
