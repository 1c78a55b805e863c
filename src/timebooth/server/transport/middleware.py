"""The middleware around every request: client address, refusals, security headers, a log line and metrics."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Send

from timebooth.server.logs import request_id
from timebooth.server.problems import Refusal, problem_of
from timebooth.server.protocol import Problem
from timebooth.server.services import Services
from timebooth.server.transport.addresses import counted
from timebooth.server.transport.security_headers import headers_for

UNSAFE_METHODS = frozenset({"POST", "PATCH", "PUT", "DELETE"})
MAX_LOGGED_PATH = 200  # characters
FULL = "server.full"
OUR_COOKIES = re.compile(rb"(?<![^; ])timebooth[a-z-]{0,20}=[A-Za-z0-9_.-]{1,4096}(?=;|$)")
MAX_COOKIES = 4
LISTS = (b"accept", b"accept-language", b"accept-encoding")
MAX_LIST = 500  # bytes
JSON = (b"content-type", b"application/json")

log = logging.getLogger("timebooth.requests")


class RequestMiddleware:
    """Wraps the whole application, so that requests without a handler pass here too."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        new_id = secrets.token_hex(8)
        request_id.set(new_id)
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["headers"] = trimmed(scope["headers"])
        limiter = self.services.limiter
        through_proxy = limiter.addresses.resolve(scope)
        host = scope["client"][0] if scope.get("client") else ""
        entered = through_proxy and limiter.enter_from(host)
        refusal = None
        if through_proxy and not entered:
            limiter.report("too_many_here", host)
            refusal = Refusal(503, FULL)
        try:
            if scope["type"] == "http":
                await self._request(scope, receive, send, new_id, host, refusal)
            else:
                await self._socket(scope, receive, send, host, refusal)
        finally:
            if entered:
                limiter.leave_from(host)

    async def _request(
        self, scope: HTTPScope, receive: Receive, send: Send, new_id: str, client: str, refusal: Refusal | None
    ) -> None:
        services = self.services
        host = _header(scope, b"host")
        extra = headers_for(host if services.hosts.ours(host) else "")
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *extra, (b"x-request-id", new_id.encode())]
            await send(message)

        try:
            refusal = refusal or self._refused(scope, host, client)
            if refusal is not None:
                await _respond(sending, refusal.status, problem_of(refusal))
            else:
                await self.app(_as_get(scope), receive, sending)
        finally:
            services.metrics.count_request(scope["method"], status)
            if refusal is None or refusal.key != FULL:
                self._log(scope, client, status, time.perf_counter() - began)

    async def _socket(self, scope: Any, receive: Receive, send: Send, client: str, refusal: Refusal | None) -> None:
        """Count a handshake as a request; the origin is checked when the socket is accepted."""
        refusal = refusal or self._too_many(client)
        if refusal is None:
            await self.app(scope, receive, send)
            return
        if refusal.key != FULL:
            self._log(scope, client, refusal.status, 0.0)
        await receive()
        start = {"type": "websocket.http.response.start", "status": refusal.status, "headers": [JSON]}
        await send(start)  # type: ignore[arg-type]
        body = msgspec.json.encode(problem_of(refusal))
        await send({"type": "websocket.http.response.body", "body": body})  # type: ignore[arg-type]

    def _refused(self, scope: HTTPScope, host: str, client: str) -> Refusal | None:
        """Return why a request is refused: wrong host, wrong origin, wrong port, or too many requests."""
        services = self.services
        if not services.hosts.ours(host):
            return Refusal(403, "request.other_host", host=host[:100])
        origin = _header(scope, b"origin")
        if scope["method"] in UNSAFE_METHODS and origin and not services.hosts.same_origin(origin, host):
            return Refusal(403, "request.other_page")
        if not services.metrics_access.serves(scope):
            return Refusal(404, "request.no_such_path")
        return self._too_many(client)

    def _too_many(self, client: str) -> Refusal | None:
        try:
            self.services.rates.take("requests", counted(client))
        except Refusal as refusal:
            return refusal
        return None

    def _log(self, scope: Any, client: str, status: int, seconds: float) -> None:
        """Log a request; requests over the rate limit are logged once a minute for each address."""
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            self.services.limiter.report("rate", client)
            return
        fields = {
            "method": scope.get("method", "WEBSOCKET")[:10],
            "path": scope["path"][:MAX_LOGGED_PATH],
            "status": status,
        }
        address = self.services.limiter.addresses.short(client)
        log.info("request", extra={**fields, "address": address, "ms": round(seconds * 1000, 2)})


def trimmed(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return the headers with our own cookies only, and with lists such as `accept` cut to a sensible length.

    Python's cookie parser takes seconds for 15 kB of backslashes.
    """
    found = []
    ours = []
    for name, value in headers:
        if name == b"cookie":
            ours += OUR_COOKIES.findall(value)
        else:
            found.append((name, value[:MAX_LIST] if name in LISTS else value))
    if ours:
        found.append((b"cookie", b"; ".join(ours[:MAX_COOKIES])))
    return found


def _header(scope: Any, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


def _as_get(scope: HTTPScope) -> HTTPScope:
    """Return a HEAD request as GET; uvicorn leaves out the body."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


async def _respond(send: Send, status: int, problem: Problem) -> None:
    body = msgspec.json.encode(problem)
    headers = [JSON, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
