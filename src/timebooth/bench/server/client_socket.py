"""A minimal WebSocket client: it handles texts of one frame, with little overhead."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import pack

from timebooth.server.transport.frames import MASK, MASKED, TEXT, frame_at

REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: http://localhost:{port}\r\nCookie: {cookie}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGltZWJvb3RoLWJlbmNoLg==\r\n\r\n"
)
SWITCHING = b"HTTP/1.1 101 "
NO_MASK = bytes(MASK)  # clients must mask, but a mask of zeros is allowed


class ClientSocket(asyncio.Protocol):
    """One socket; `hear` is called with each text that arrives."""

    def __init__(self, request: str, hear: Callable[[bytes], None]) -> None:
        self.request = request.encode()
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""

    @classmethod
    async def open(cls, port: int, path: str, cookie: str, hear: Callable[[bytes], None]) -> ClientSocket:
        request = REQUEST.format(path=path, port=port, cookie=cookie)
        _, line = await asyncio.get_running_loop().create_connection(lambda: cls(request, hear), "localhost", port)
        await line.opened
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(self.request)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        at = 0
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4 or not data.startswith(SWITCHING):
                self.rest = data
                return
            self.opened.set_result(None)
        while (frame := frame_at(data, at)) is not None and len(data) >= frame[1]:
            start, at = frame
            self.hear(data[start:at])
        self.rest = data[at:]

    def send(self, text: bytes) -> None:
        size = len(text)
        head = pack("!BB", TEXT, MASKED | size) if size < 126 else pack("!BBH", TEXT, MASKED | 126, size)
        self.transport.write(head + NO_MASK + text)
