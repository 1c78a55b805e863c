"""Runs the application on uvicorn: listens, checks time limits, and says goodbye before it stops."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable

import uvicorn
from litestar import Litestar

from timebooth.kernel.errors import TimeboothError
from timebooth.server.services import Services
from timebooth.server.transport.http_protocol import HttpProtocol
from timebooth.server.transport.middleware import RequestMiddleware
from timebooth.server.transport.websocket_protocol import WebSocketProtocol

BACKLOG = 2048
GRACE = 10  # seconds that open requests have when the server stops


class CannotListen(TimeboothError):
    """The port is taken, or this user may not use it."""


class Server(uvicorn.Server):
    """A uvicorn server that sends a goodbye to every socket before it stops.

    It is a subclass because uvicorn has no public hook for the moment when it listens, and closes all sockets before
    the application hears of the shutdown.
    """

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services
        self.when_started: Callable[[], None] = lambda: None
        services.desk.drain = self.stop_after

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_started()

    def stop_after(self, seconds: float) -> None:
        """Stop as a signal would, after a time in which a load balancer can notice that this node is not ready."""
        asyncio.get_running_loop().call_later(seconds, setattr, self, "should_exit", True)

    def check_connections(self) -> None:
        """Close connections that the server has waited for too long, and log what was counted."""
        now = self.services.limiter.clock()
        for connection in tuple(self.server_state.connections):
            connection.check(now)  # type: ignore[union-attr]
        self.services.limiter.log_counts()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        self.services.studies.close()
        await self.services.hub.say_goodbye()
        await super().shutdown(sockets)
        if signal.SIGINT not in self._captured_signals:
            self._captured_signals.clear()  # else uvicorn raises the signal again and the exit code says failure


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise `CannotListen` with the reason if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as problem:
        listener.close()
        raise CannotListen("serve.port", host=host, port=str(port), reason=_reason(problem)) from None
    listener.set_inheritable(False)
    return listener


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def make_server(app: Litestar, services: Services) -> Server:
    class Http(HttpProtocol):
        limiter = services.limiter

    class WebSockets(WebSocketProtocol):
        limiter = services.limiter

    async def check() -> None:
        server.check_connections()

    config = uvicorn.Config(
        RequestMiddleware(app, services),
        http=Http,
        ws=WebSockets,
        ws_max_size=services.limits.frame_size,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_ping_timeout=None,
        backlog=BACKLOG,
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=False,  # `Addresses` reads them
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        callback_notify=check,
        timeout_notify=0,  # so once a second
    )
    server = Server(config, services)
    return server
