"""The application: every path, what goes around each request, and how a failure is told."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Response, Router, WebSocket, websocket
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from timebooth import __version__
from timebooth.kernel.errors import TimeboothError
from timebooth.server import health_routes
from timebooth.server.dependencies import Asked, desk_of, guest, looking
from timebooth.server.logs import request_id
from timebooth.server.pages import client_routes, game_routes
from timebooth.server.pages.catalogue import tag_of
from timebooth.server.pages.openapi import described
from timebooth.server.problems import problem_of, status_of
from timebooth.server.protocol import Problem
from timebooth.server.services import Desk
from timebooth.server.sessions import me_routes, passkey_routes
from timebooth.server.tables import routes as table_routes
from timebooth.server.transport.websocket import serve_socket

GONE = "client disconnected prematurely"
"""Litestar's words for a request whose sender went away in the middle of its body."""

log = logging.getLogger(__name__)


@websocket("/api/socket")
async def socket(socket: WebSocket[Any, Any, Any]) -> None:
    await serve_socket(socket, socket.app.state.desk)


HANDLERS = (
    me_routes.me,
    me_routes.change_me,
    me_routes.my_data,
    me_routes.sign_out_everywhere,
    me_routes.erase_me,
    me_routes.remove_passkey,
    game_routes.games,
    game_routes.words,
    game_routes.rules,
    game_routes.printed,
    table_routes.lobby,
    table_routes.open_table,
    table_routes.table_info,
    table_routes.story,
    table_routes.spectators,
    table_routes.moment,
    table_routes.rematch,
    table_routes.fork,
    table_routes.record,
    table_routes.course,
    passkey_routes.register_options,
    passkey_routes.register,
    passkey_routes.sign_in_options,
    passkey_routes.sign_in,
    health_routes.healthz,
    health_routes.readyz,
    health_routes.metrics,
    client_routes.openapi,
    client_routes.qr,
    client_routes.client,
    socket,
)
WITH_RECORDS = (table_routes.take_in,)
"""Those that take more than a short message."""
DEPENDENCIES = {
    "desk": Provide(desk_of, sync_to_thread=False),
    "guest": Provide(guest),
    "looking": Provide(looking),
}


def make_app(desk: Desk) -> Litestar:
    """The application around a desk; what was opened with it is closed with it."""

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await desk.open()
        try:
            yield
        finally:
            await desk.close()

    app = Litestar(
        route_handlers=[
            *HANDLERS,
            Router("/", route_handlers=WITH_RECORDS, request_max_body_size=desk.limits.record_size),
        ],
        dependencies=DEPENDENCIES,
        exception_handlers={
            TimeboothError: refused,
            HTTPException: malformed,
            RecursionError: unreadable,
            UnicodeError: unreadable,
            Exception: failed,
        },
        lifespan=[opened],
        openapi_config=None,
        request_max_body_size=desk.limits.body_size,
        logging_config=None,
    )
    app.state.desk = desk
    app.state.description = description
    return app


@cache
def description() -> tuple[bytes, str]:
    """Return the OpenAPI document and its tag, written once: by an application that is there for nothing else."""
    app = Litestar(
        route_handlers=[*HANDLERS, *WITH_RECORDS],
        dependencies=DEPENDENCIES,
        openapi_config=OpenAPIConfig(
            title="Timebooth",
            version=__version__,
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
    body = msgspec.json.encode(described(app.openapi_schema.to_schema()))
    return body, tag_of(body)


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
        case status if status >= 500 and problem.detail == GONE:
            told = Problem("request.malformed", {"reason": GONE})
            return Response(told, status_code=400)
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


def unreadable(_: Asked, problem: RecursionError | UnicodeError) -> Response[Problem]:
    """What no decoder calls malformed, but is: JSON that is nested too deeply, or text that is not UTF-8."""
    reason = "nested too deeply" if isinstance(problem, RecursionError) else "not UTF-8"
    log.debug("a request could not be read", exc_info=problem)
    return Response(Problem("request.malformed", {"reason": reason}), status_code=400)


def failed(_: Asked, problem: Exception) -> Response[Problem]:
    """Our own fault: the log knows more under this request's id."""
    log.error("a request failed", exc_info=problem)
    return Response(Problem("server.failed", {"request": request_id.get()}), status_code=500)
