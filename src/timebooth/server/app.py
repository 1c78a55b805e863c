"""The application: its routes, and how an error becomes a response."""

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

from timebooth.kernel.errors import TimeboothError
from timebooth.server import health_routes
from timebooth.server.dependencies import AnyRequest, guest, services_of, viewer
from timebooth.server.logs import request_id
from timebooth.server.pages import client_routes, docs_routes, game_routes
from timebooth.server.pages.catalogue import tag_of
from timebooth.server.pages.openapi import complete
from timebooth.server.problems import problem_of, status_of
from timebooth.server.protocol import Problem
from timebooth.server.services import Services
from timebooth.server.sessions import me_routes, passkey_routes
from timebooth.server.tables import routes as table_routes
from timebooth.server.transport.websocket import serve_socket
from timebooth.version import VERSION

CLIENT_DISCONNECTED = "client disconnected prematurely"
"""Litestar's message for a request whose client disconnected in the middle of its body."""

log = logging.getLogger(__name__)


@websocket("/api/socket")
async def socket(socket: WebSocket[Any, Any, Any]) -> None:
    await serve_socket(socket, socket.app.state.services)


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
    table_routes.course_progress,
    passkey_routes.register_options,
    passkey_routes.register,
    passkey_routes.sign_in_options,
    passkey_routes.sign_in,
    health_routes.healthz,
    health_routes.readyz,
    health_routes.metrics,
    client_routes.openapi,
    client_routes.qr,
    docs_routes.docs,
    docs_routes.docs_file,
    client_routes.client,
    socket,
)
LARGE_BODY_HANDLERS = (table_routes.import_record,)
"""Routes that take large bodies."""
DEPENDENCIES = {
    "services": Provide(services_of, sync_to_thread=False),
    "guest": Provide(guest),
    "viewer": Provide(viewer),
}


def make_app(services: Services) -> Litestar:
    """Return the application; it opens the services when it starts and closes them when it stops."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    app = Litestar(
        route_handlers=[
            *HANDLERS,
            Router("/", route_handlers=LARGE_BODY_HANDLERS, request_max_body_size=services.limits.record_size),
        ],
        dependencies=DEPENDENCIES,
        exception_handlers={
            TimeboothError: refused,
            HTTPException: malformed,
            RecursionError: unreadable,
            UnicodeError: unreadable,
            Exception: failed,
        },
        lifespan=[lifespan],
        openapi_config=None,
        request_max_body_size=services.limits.body_size,
        logging_config=None,
    )
    app.state.services = services
    app.state.api_description = api_description
    return app


@cache
def api_description() -> tuple[bytes, str]:
    """Return the OpenAPI document and its ETag, generated once by a second application that serves nothing."""
    app = Litestar(
        route_handlers=[*HANDLERS, *LARGE_BODY_HANDLERS],
        dependencies=DEPENDENCIES,
        openapi_config=OpenAPIConfig(
            title="Timebooth",
            version=VERSION,
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
    body = msgspec.json.encode(complete(app.openapi_schema.to_schema()))
    return body, tag_of(body)


def refused(_: AnyRequest, problem: TimeboothError) -> Response[Problem]:
    return Response(problem_of(problem), status_code=status_of(problem))


def malformed(request: AnyRequest, problem: HTTPException) -> Response[Problem]:
    """Answer a request that the framework itself refused."""
    match problem.status_code:
        case 404:
            answer = Problem("request.no_such_path")
        case 405:
            answer = Problem("request.no_such_method")
        case 413:
            answer = Problem("request.too_big")
        case status if status >= 500 and problem.detail == CLIENT_DISCONNECTED:
            answer = Problem("request.malformed", {"reason": CLIENT_DISCONNECTED})
            return Response(answer, status_code=400)
        case status if status >= 500:
            return failed(request, problem)
        case _:
            answer = Problem("request.malformed", {"reason": _reason(problem)})
    return Response(answer, status_code=problem.status_code)


def _reason(problem: HTTPException) -> str:
    extra = problem.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return f"{first.get('key', '')} {first.get('message', '')}".strip()[:300]
    return str(problem.detail)[:300]


def unreadable(_: AnyRequest, problem: RecursionError | UnicodeError) -> Response[Problem]:
    """Answer JSON that is nested too deeply or not UTF-8, which no decoder reports as malformed."""
    reason = "nested too deeply" if isinstance(problem, RecursionError) else "not UTF-8"
    log.debug("request could not be read", exc_info=problem)
    return Response(Problem("request.malformed", {"reason": reason}), status_code=400)


def failed(_: AnyRequest, problem: Exception) -> Response[Problem]:
    """Answer a request that failed with an error of ours; the log has the traceback under the request's id."""
    log.error("request failed", exc_info=problem)
    return Response(Problem("server.failed", {"request": request_id.get()}), status_code=500)
