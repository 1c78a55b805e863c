"""The application: every path, what goes around each request, and how a failure is told."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, WebSocket, websocket
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from timebooth import __version__
from timebooth.kernel.errors import TimeboothError
from timebooth.server.desk import Desk
from timebooth.server.http import around, games, me, passkey, tables
from timebooth.server.http.asking import Asked, check, desk_of, guest, looking
from timebooth.server.logs import request_id
from timebooth.server.openapi import WithSocket
from timebooth.server.problems import problem_of, status_of
from timebooth.server.protocol import Problem
from timebooth.server.socket import serve_socket

log = logging.getLogger(__name__)


@websocket("/api/socket")
async def socket(socket: WebSocket[Any, Any, Any]) -> None:
    await serve_socket(socket, socket.app.state.desk)


def make_app(desk: Desk) -> Litestar:
    """The application around a desk; what was opened with it is closed with it."""

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await desk.house.open()
        try:
            yield
        finally:
            desk.studies.close()
            await desk.house.close()

    app = Litestar(
        route_handlers=[
            me.me,
            me.change_me,
            games.games,
            games.words,
            games.rules,
            games.printed,
            tables.lobby,
            tables.open_table,
            tables.table_info,
            tables.story,
            tables.spectators,
            tables.moment,
            tables.rematch,
            tables.fork,
            tables.record,
            tables.take_in,
            tables.course,
            passkey.register_options,
            passkey.register,
            passkey.sign_in_options,
            passkey.sign_in,
            around.healthz,
            around.metrics,
            around.qr,
            around.client,
            socket,
        ],
        dependencies={
            "desk": Provide(desk_of, sync_to_thread=False),
            "guest": Provide(guest, sync_to_thread=False),
            "looking": Provide(looking, sync_to_thread=False),
        },
        before_request=check,
        exception_handlers={TimeboothError: refused, HTTPException: malformed, Exception: failed},
        lifespan=[opened],
        openapi_config=OpenAPIConfig(
            title="Timebooth",
            version=__version__,
            path="/api/openapi.json",
            render_plugins=[WithSocket(path="/")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=desk.limits.record_size,
        logging_config=None,
    )
    app.state.desk = desk
    return app


def refused(_: Asked, problem: TimeboothError) -> Response[Problem]:
    return Response(problem_of(problem), status_code=status_of(problem))


def malformed(_: Asked, problem: HTTPException) -> Response[Problem]:
    """What the framework itself refuses."""
    match problem.status_code:
        case 404:
            told = Problem("request.no_such_path")
        case 405:
            told = Problem("request.no_such_method")
        case 413:
            told = Problem("request.too_big")
        case status if status >= 500:
            return failed(_, problem)
        case _:
            told = Problem("request.malformed", {"reason": _reason(problem)})
    return Response(told, status_code=problem.status_code)


def _reason(problem: HTTPException) -> str:
    extra = problem.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return f"{first.get('key', '')} {first.get('message', '')}".strip()[:300]
    return str(problem.detail)[:300]


def failed(_: Asked, problem: Exception) -> Response[Problem]:
    """Our own fault: the log knows more under this request's id."""
    log.error("a request failed", exc_info=problem)
    return Response(Problem("server.failed", {"request": request_id.get()}), status_code=500)
