"""HTTP on one connection: uvicorn's h11 protocol with time limits and stricter parsing.

Uvicorn can time only the pause between two requests. It has no public hook for limits on headers, bodies and readers,
for caps per address, or for refusing an ambiguous request before the application sees it, so its protocol is
subclassed and passed as `Config(http=…)`. That wins safety, not speed; `test_connections.py` and
`test_hostile_requests.py` fail without it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from timebooth.server.protocol import Problem
from timebooth.server.rates import ConnectionLimits
from timebooth.server.transport.connection_limiter import ConnectionLimiter, Reason
from timebooth.server.transport.security_headers import ALWAYS

MAX_TARGET = 2_048  # bytes of path and query; ours are ten times shorter
MAX_WEBSOCKET_LINE = 8_000  # bytes; the WebSocket library rejects longer lines
MAX_WEBSOCKET_HEADERS = 120
VERSIONS = (b"1.0", b"1.1")
RETRY_AFTER = b"10"  # seconds

quiet = logging.getLogger("timebooth.server.uvicorn")
"""Replaces uvicorn's logger, which writes a line for each malformed request; `ConnectionLimiter` logs one a minute."""
quiet.setLevel(logging.ERROR)


class RefusedRequest(h11.RemoteProtocolError):
    """A request that is refused before the application sees it."""

    def __init__(self, status: int, key: str, reason: str = "") -> None:
        super().__init__(reason or key, error_status_hint=status)
        self.problem = Problem(key, {"reason": reason} if reason else {})


class RequestReader(h11.Connection):
    """Parses requests, and refuses ambiguous ones (request smuggling)."""

    header_size = 0

    def next_event(self) -> Any:
        event = super().next_event()
        return self._checked(event) if isinstance(event, h11.Request) else event

    def _checked(self, request: h11.Request) -> h11.Request:
        names = [name for name, _ in request.headers]
        size = len(request.target) + sum(len(name) + len(value) + 4 for name, value in request.headers)
        if len(request.target) > MAX_TARGET:
            raise RefusedRequest(414, "request.too_big")
        if size > self.header_size:
            raise RefusedRequest(431, "request.headers_too_big")
        if request.http_version not in VERSIONS:
            raise RefusedRequest(400, "request.malformed", "neither HTTP/1.0 nor HTTP/1.1")
        if b"transfer-encoding" in names:
            if b"content-length" in names:
                raise RefusedRequest(400, "request.malformed", "both Content-Length and Transfer-Encoding")
            raise RefusedRequest(411, "request.needs_length")
        target = _origin_form(request)
        if target == request.target:
            return request
        return h11.Request(
            method=request.method, target=target, headers=request.headers, http_version=request.http_version
        )


def _origin_form(request: h11.Request) -> bytes:
    """Return the target as a path; an absolute URL must name the same host as the Host header."""
    target = request.target
    if target.startswith(b"/") or request.method in (b"CONNECT", b"OPTIONS"):
        return target
    scheme, found, rest = target.partition(b"://")
    if found and scheme.lower() in (b"http", b"https"):
        authority, slash, path = rest.partition(b"/")
        if authority.lower() == dict(request.headers).get(b"host", b"").lower():
            return slash + path or b"/"
    raise RefusedRequest(400, "request.malformed", "the target is not a path of this host")


class HttpProtocol(H11Protocol):
    """One HTTP connection. `Server.check_connections` calls `check` once a second."""

    limiter: ConnectionLimiter

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn = RequestReader(h11.SERVER, self.limiter.limits.header_size)
        self.conn.header_size = self.limiter.limits.header_size
        self.timeout_keep_alive = self.limiter.limits.idle_seconds
        self.logger = quiet
        self.entered: str | None = None
        """The address that this connection is counted for."""
        self.began = self.limiter.clock()
        """When the server began to wait for headers or for a body."""
        self.received = 0
        """Bytes received since then."""
        self.reader = SlowReader()

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        reason = self.limiter.enter(self.host)
        if reason is None:
            self.entered = self.host
        else:
            self.limiter.report(reason, self.host)
            self.refuse(503, Problem("server.full"))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self.entered is not None:
            self.limiter.leave(self.entered)
            self.entered = None

    def data_received(self, data: bytes) -> None:
        if self.timeout_keep_alive_task is not None:  # the first byte of the next request
            self._restart_wait()
        before = self.conn.their_state
        self.received += len(data)
        super().data_received(data)
        if self.conn.their_state is not before:
            self._restart_wait()

    def _restart_wait(self) -> None:
        """Start timing the headers or the body of a request. A new request means that the last response was read."""
        self.began, self.received = self.limiter.clock(), 0
        self.reader.reset()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        lines = [event.target, *(name + value for name, value in self.headers)]
        if len(lines) > MAX_WEBSOCKET_HEADERS or max(map(len, lines)) > MAX_WEBSOCKET_LINE:
            self.limiter.report("too_big", self.host)
            self.refuse(431, Problem("request.headers_too_big"))
            return
        super().handle_websocket_upgrade(event)
        socket: Any = self.transport.get_protocol()
        socket.entered, self.entered = self.entered, None

    def send_400_response(self, msg: str) -> None:
        """Answer a request that could not be parsed; uvicorn calls this inside its `except` block."""
        problem = sys.exc_info()[1]
        status = 400
        if isinstance(problem, h11.RemoteProtocolError):
            status = problem.error_status_hint if 400 <= problem.error_status_hint < 500 else 400
        self.limiter.report("too_big" if status in (414, 431) else "malformed", self.host)
        if isinstance(problem, RefusedRequest):
            self.refuse(status, problem.problem)
        elif status == 431:
            self.refuse(status, Problem("request.headers_too_big"))
        else:
            self.refuse(status, Problem("request.malformed", {"reason": str(problem)[:300]}))

    def refuse(self, status: int, problem: Problem) -> None:
        """Answer in place of the application, unless a response was begun, and close."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            body = msgspec.json.encode(problem)
            headers = [
                *self.server_state.default_headers,
                *ALWAYS,
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ]
            if status == 503:
                headers.append((b"retry-after", RETRY_AFTER))
            response = (
                h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status]),
                h11.Data(data=body),
                h11.EndOfMessage(),
            )
            self.transport.write(b"".join(self.conn.send(event) or b"" for event in response))
        self.transport.close()

    def check(self, now: float) -> None:
        """Close the connection if the server has waited for it too long."""
        if self.reader.stuck(self.transport, now, self.limiter.limits):
            self.limiter.report("not_reading", self.host)
            self.transport.abort()
        elif not self.transport.is_closing():
            reason = self._overdue(now)
            if reason is not None:
                self.limiter.report(reason, self.host)
                if reason == "idle":
                    self.transport.close()
                else:
                    self.refuse(408, Problem("request.too_slow"))

    def _overdue(self, now: float) -> Reason | None:
        limits, waited = self.limiter.limits, now - self.began
        if self.conn.their_state is h11.IDLE and self.timeout_keep_alive_task is None:
            if waited > limits.header_seconds:
                return "slow_headers" if self.received else "idle"
        elif self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused:
            answered = self.conn.our_state is h11.DONE  # the rest of the body is not needed
            if waited > limits.body_seconds + (0 if answered else self.received / limits.least_rate):
                return "slow_body"
        return None


class SlowReader:
    """Watches how fast the other end reads what was written."""

    def __init__(self) -> None:
        self._since = 0.0
        self._size = 0

    def reset(self) -> None:
        self._size = 0

    def stuck(self, transport: asyncio.Transport, now: float, limits: ConnectionLimits) -> bool:
        """Return whether the other end has read too slowly for too long."""
        size = transport.get_write_buffer_size()
        if not size or not self._size:
            self._since, self._size = now, size
            return False
        if now - self._since <= limits.unread_seconds:
            return False
        enough = self._size - size >= limits.least_rate * (now - self._since)
        self._since, self._size = now, size
        return not enough
