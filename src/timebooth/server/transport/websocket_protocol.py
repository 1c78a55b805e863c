"""WebSockets on one connection: uvicorn's protocol with a fast path for whole text messages.

It subclasses uvicorn's protocol, which `Config(ws=…)` takes, for two things that ASGI cannot do: aborting a connection
whose other end does not read, and writing a reply and its events at once, without a task switch for each message.
With 100 sockets an answer takes 0.80 ms of CPU time in Riff in Time and 0.95 ms in the Excellent Boardgame; with
uvicorn's own reading and writing 1.04 and 1.12 ms (load of `timebooth bench server`, medians of three, busy machine).
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from timebooth.server.transport.connection_limiter import ConnectionLimiter
from timebooth.server.transport.frames import MASK, MASKED, TEXT, frame_at, framed
from timebooth.server.transport.http_protocol import SlowReader

NOT_UTF8 = 1007  # close code
SEND_BUFFER = 128 * 1024
MAX_WRITE = 64 * 1024  # bytes that are gathered into one write
MAX_CALLS_WAITING = 16  # calls in the queue before reading pauses


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reads and writes whole text messages directly, and aborts a connection whose other end does not read.

    Closing such a connection would wait for its reader. The kernel's send buffer is kept small, so that what a slow
    reader has not taken is counted here.
    """

    limiter: ConnectionLimiter
    entered: str | None = None
    """The address that this connection is counted for."""
    unsent = b""
    """Frames that wait for the next message, at most until the next iteration of the event loop."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.rest = bytearray()
        """The received part of an incomplete frame."""
        self.reader = SlowReader()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        raw = transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio sets it for its own listeners only

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.entered is not None:
            self.limiter.leave(self.entered)
            self.entered = None

    def check(self, now: float) -> None:
        """Abort a connection that is closing if its other end does not read the rest."""
        if self.transport.is_closing() and self.reader.stuck(self.transport, now, self.limiter.limits):
            self.limiter.report("not_reading", self.entered or "")
            self.transport.abort()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions["timebooth.receive"] = self.receive
            extensions["timebooth.send"] = self.write_now
            extensions["timebooth.abort"] = self.transport.abort
            extensions["timebooth.is_full"] = lambda: not self.writable.is_set()

    def data_received(self, data: bytes) -> None:
        """Read frame by frame; everything but whole text messages is left to the library."""
        whole: bytes | bytearray = data
        if self.rest:  # appended in place, so that a frame in many pieces takes linear time
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
            if not self._read_text(whole, at, start, end):
                super().data_received(bytes(whole[at:end]))
            at = end
        self.rest = bytearray()
        if at < len(whole):
            super().data_received(bytes(whole[at:]))

    def _read_text(self, data: bytes | bytearray, at: int, start: int, end: int) -> bool:
        """Queue a frame for the application if it is a whole text message; return whether it is."""
        if data[at] != TEXT or not data[at + 1] & MASKED or self.conn.current_size is not None:
            return False
        try:
            text = apply_mask(bytes(data[start:end]), bytes(data[start - MASK : start])).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= MAX_CALLS_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        """Close a connection that sent a text that is not UTF-8; uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.limiter.report("malformed", self.entered or "")
                self.conn.send_close(NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def write_now(self, text: bytes, more: bool = False) -> bool:
        """Write a text, or return False if the connection is closing or full. With `more`, it may wait for the next."""
        if self.conn.state is not OPEN or self.transport.is_closing() or not self.writable.is_set():
            return False
        if more and not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += framed(text)
        if not more or len(self.unsent) > MAX_WRITE:
            self.flush()
        return True

    def flush(self) -> None:
        """Write the waiting frames: the reply to a call and the events that it caused go out in one write."""
        unsent, self.unsent = self.unsent, b""
        if unsent and not self.transport.is_closing():
            self.transport.write(unsent)

    async def send(self, message: Any) -> None:
        """Send any ASGI message, after the waiting frames."""
        self.flush()
        await super().send(message)
