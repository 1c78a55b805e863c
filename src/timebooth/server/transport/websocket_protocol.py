"""WebSockets on one connection: uvicorn's protocol with a faster path for whole texts."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from timebooth.server.transport.connection_limiter import Connections
from timebooth.server.transport.frames import MASK, MASKED, TEXT, frame_at, framed
from timebooth.server.transport.http_protocol import SlowReader

NOT_UTF8 = 1007  # the close code for it
SEND_BUFFER = 128 * 1024
TOGETHER = 64 * 1024  # bytes that are gathered into one write at most
MOST_CALLS = 16  # that may wait before the line is read no further


class Sockets(WebSocketsSansIOProtocol):
    """Takes whole texts and sends them by the shortest way, and breaks a line that nobody reads.

    Closing such a line would wait for the reader.
    The system keeps little for such a reader: what waits is better counted where it can be seen.
    """

    line: Connections
    entered: str | None = None
    """The address that this connection is counted for."""
    said = b""
    """Frames that wait for what follows: until the end of this turn of the loop at most."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.rest = bytearray()
        """What has come of a frame that is not whole yet."""
        self.reader = SlowReader()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio does so for its own listeners only

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.entered is not None:
            self.line.leave(self.entered)
            self.entered = None

    def check(self, now: float) -> None:
        """Break a connection that was closed, but whose other end does not read what is left."""
        if self.transport.is_closing() and self.reader.stuck(self.transport, now, self.line.limits):
            self.line.report("not_reading", self.entered or "")
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions["timebooth.receive"] = self.receive
            extensions["timebooth.send"] = self.send_at_once
            extensions["timebooth.break"] = self.transport.abort
            extensions["timebooth.choked"] = lambda: not self.writable.is_set()

    def data_received(self, data: bytes) -> None:
        """Take what has come, frame by frame; whatever is not a whole text goes the long way."""
        whole: bytes | bytearray = data
        if self.rest:  # appended in place: a frame in a thousand pieces is not copied a thousand times
            self.rest += data
            whole = self.rest
        at = 0
        while at < len(whole) and self.conn.state is OPEN:
            frame = frame_at(whole, at)
            if frame is not None and frame[1] - frame[0] > self.config.ws_max_size:
                break
            if frame is None or len(whole) < frame[1]:
                if whole is not self.rest or at:
                    self.rest = bytearray(whole[at:])
                return
            start, end = frame
            if not self._take(whole, at, start, end):
                super().data_received(bytes(whole[at:end]))
            at = end
        self.rest = bytearray()
        if at < len(whole):
            super().data_received(bytes(whole[at:]))

    def _take(self, data: bytes | bytearray, at: int, start: int, end: int) -> bool:
        """Take a text that is one frame, if it is one."""
        if data[at] != TEXT or not data[at + 1] & MASKED or self.conn.current_size is not None:
            return False
        try:
            text = apply_mask(bytes(data[start:end]), bytes(data[start - MASK : start])).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MOST_CALLS and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        """Close a connection on a text that is not UTF-8; uvicorn would fill the log with a traceback for each."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.line.report("malformed", self.entered or "")
                self.conn.send_close(NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def send_at_once(self, text: bytes, more: bool = False) -> bool:
        """Send a text if the line is open and takes it; whether it did. Where more follows, it waits for that."""
        if self.conn.state is not OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        if more and not self.said:
            self.loop.call_soon(self.flush)
        self.said += framed(text)
        if not more or len(self.said) > TOGETHER:
            self.flush()
        return True

    def flush(self) -> None:
        """Write all that was said; news and the reply to who caused them are one write."""
        said, self.said = self.said, b""
        if said and not self.transport.is_closing():
            self.transport.write(said)

    async def send(self, message: Any) -> None:
        """The long way, behind what was said before."""
        self.flush()
        await super().send(message)
