"""Runs the application on uvicorn: listens, and stops kindly."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from timebooth.kernel.errors import TimeboothError
from timebooth.server.connections import Connections
from timebooth.server.desk import Desk
from timebooth.server.frames import MASK, MASKED, TEXT, frame_at, framed
from timebooth.server.http_protocol import HttpProtocol, SlowReader
from timebooth.server.outside import Outside

BACKLOG = 2048
NOT_UTF8 = 1007  # the close code for it
SEND_BUFFER = 128 * 1024
TOGETHER = 64 * 1024  # bytes that are gathered into one write at most
MOST_CALLS = 16  # that may wait before the line is read no further
CHECK_EVERY = 5  # tenths of a second
GRACE = 10  # seconds for what is still going on when the server stops


class CannotListen(TimeboothError):
    """The port is taken, or not ours to use."""


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


class Server(uvicorn.Server):
    """Says goodbye to every socket before it stops."""

    def __init__(self, config: uvicorn.Config, desk: Desk) -> None:
        super().__init__(config)
        self.desk = desk
        self.when_started: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_started()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second, uvicorn says."""
        if counter % CHECK_EVERY == 0:
            self.check_connections()
        return await super().on_tick(counter)

    def check_connections(self) -> None:
        """Close what has kept the server waiting for too long."""
        now = self.desk.connections.clock()
        for connection in tuple(self.server_state.connections):
            connection.check(now)  # type: ignore[union-attr]
        self.desk.connections.sum_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self.desk.studies.close()
        await self.desk.house.say_goodbye()
        await super().shutdown(sockets)
        if signal.SIGINT not in self._captured_signals:
            self._captured_signals.clear()  # who was asked to stop, and did, has not failed


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens, or a sentence that says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as problem:
        listener.close()
        raise CannotListen("serve.port", host=host, port=str(port), reason=_why(problem)) from None
    listener.set_inheritable(False)
    return listener


def _why(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def make_server(app: Litestar, desk: Desk) -> Server:
    class Http(HttpProtocol):
        line = desk.connections

    class WebSockets(Sockets):
        line = desk.connections

    config = uvicorn.Config(
        Outside(app, desk),
        http=Http,
        ws=WebSockets,
        ws_max_size=desk.limits.frame_size,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_ping_timeout=None,
        backlog=BACKLOG,
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=False,  # `server/addresses.py` reads them
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    return Server(config, desk)
