"""Runs the application on uvicorn: listens, and stops kindly."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

import uvicorn
from litestar import Litestar

from timebooth.kernel.errors import TimeboothError
from timebooth.server.services import Desk
from timebooth.server.transport.http_protocol import HttpProtocol
from timebooth.server.transport.middleware import Outside
from timebooth.server.transport.websocket_protocol import Sockets

BACKLOG = 2048
CHECK_EVERY = 5  # tenths of a second
GRACE = 10  # seconds for what is still going on when the server stops


class CannotListen(TimeboothError):
    """The port is taken, or not ours to use."""


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
