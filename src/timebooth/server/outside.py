"""The outermost layer of every request: an id, the security headers, a line in the log, a count."""

from __future__ import annotations

import logging
import secrets
import time
from typing import Any

from litestar.types import ASGIApp, HTTPScope, Message, Receive, Send

from timebooth.server.desk import Desk
from timebooth.server.headers import headers_for
from timebooth.server.logs import request_id

log = logging.getLogger("timebooth.requests")


class Outside:
    """Around the whole application: what no handler was found for passes here too."""

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self.app = app
        self.desk = desk

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        number = secrets.token_hex(8)
        request_id.set(number)
        if scope["type"] == "http":
            await self._request(scope, receive, send, number)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send, number: str) -> None:
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        desk = self.desk
        extra = headers_for(host if desk.hosts.ours(host) else "")
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *extra, (b"x-request-id", number.encode())]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            desk.metrics.requests.labels(scope["method"], str(status)).inc()
            told = {"method": scope["method"], "path": scope["path"], "status": status}
            log.info("request", extra={**told, "ms": round((time.perf_counter() - began) * 1000, 2)})
