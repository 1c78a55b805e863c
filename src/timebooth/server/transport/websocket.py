"""The WebSocket endpoint: who may open one, and a reader and a writer task for each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from timebooth.server.pages.docs_routes import are_built
from timebooth.server.protocol import Act, AskCoach, Call, Goodbye, Hint, Refused, Welcome
from timebooth.server.services import Services
from timebooth.server.sessions.guests import COOKIE
from timebooth.server.tables.calls import answer, number_of, read_call
from timebooth.server.transport.connection import Connection, Text, encode
from timebooth.store.store import StoreError
from timebooth.version import VERSION

# Close codes.
NO_GUEST = 4401
OTHER_ORIGIN = 4403
STOPPING = 1012
CUT = 4408
TOO_MANY = 4429

GOODBYE_WITHIN = 1.0  # seconds; the other end may not be reading
MAX_HINTS_WAITING = 4

log = logging.getLogger("timebooth.sockets")


async def serve_socket(socket: WebSocket[Any, Any, Any], services: Services) -> None:
    """Serve one socket until it is closed."""
    address = services.limiter.addresses.short(socket.client.host if socket.client is not None else "")
    if not services.hosts.same_origin(socket.headers.get("origin"), socket.headers.get("host", "")):
        await _refuse(socket, OTHER_ORIGIN, address)
        return
    guest = services.cookies.read(socket.cookies.get(COOKIE))
    try:
        admitted = guest is not None and await services.sessions.admits(guest)
    except StoreError:
        await _refuse(socket, STOPPING, address)
        return
    if guest is None or not admitted or guest.id in services.choices.banned:
        await _refuse(socket, NO_GUEST, address)
        return
    if services.hub.stopping:
        await _refuse(socket, STOPPING, address)
        return
    counted_as = services.address(socket.scope)
    if services.hub.at_socket_limit(counted_as):
        await _refuse(socket, TOO_MANY, address)
        return
    await socket.accept()
    connection = services.hub.enter(guest, counted_as)
    log.info("socket opened", extra={"address": address, "sockets": len(services.hub.connections)})
    connection.write_now = _extensions(socket).get("timebooth.send", connection.write_now)
    services.metrics.sockets.inc()
    opened_at = services.hub.clock()
    connection.send(Welcome(VERSION, guest.me, services.hub.heartbeat, are_built()))
    reader = asyncio.create_task(_read(socket, services, connection))
    writer = asyncio.create_task(connection.write(lambda text: _send(socket, text)))
    cut = asyncio.create_task(connection.cut_off.wait())
    try:
        await asyncio.wait((reader, writer, cut), return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.hub.exit(connection)
        services.metrics.sockets.dec()
        services.metrics.socket_seconds.observe(services.hub.clock() - opened_at)
        await _finish(socket, services, connection, (reader, writer, cut))
        reason = connection.goodbye.reason if connection.goodbye is not None else "left"
        log.info(
            "socket closed", extra={"address": address, "reason": reason, "sockets": len(services.hub.connections)}
        )


async def _refuse(socket: WebSocket[Any, Any, Any], code: int, address: str) -> None:
    """Accept, then close: a browser sees the close code only of an accepted socket."""
    log.info("socket refused", extra={"address": address, "code": code})
    await socket.accept()
    await socket.close(code)


async def _send(socket: WebSocket[Any, Any, Any], text: Text) -> None:
    await socket.send({"type": "websocket.send", "text": text.decode(), "bytes": None})


async def _read(socket: WebSocket[Any, Any, Any], services: Services, connection: Connection) -> None:
    """Handle calls one after the other, until the other end is gone or has made too many bad ones."""
    receive = _extensions(socket).get("timebooth.receive", socket.receive)
    guest = connection.guest.id
    hints: set[asyncio.Task[None]] = set()
    try:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            connection.heard_at = services.hub.clock()
            call = _call(event, services)
            services.metrics.calls.inc()
            if isinstance(call, Refused):
                connection.send(call)
                if not services.bad_calls.take(guest):
                    connection.leave(Goodbye("too_much"))
                    return
            elif services.hub.stopping:
                connection.send(Refused(call.id, "server.stopping"))
            elif not (services.calls.take(guest) and services.address_calls.take(connection.address)):
                connection.send(Refused(call.id, "call.too_many"))
                if not services.bad_calls.take(guest):
                    connection.leave(Goodbye("too_much", 10.0))
                    return
            elif isinstance(call, Hint | AskCoach):
                if len(hints) >= MAX_HINTS_WAITING:
                    connection.send(Refused(call.id, "hint.one_at_a_time"))
                    continue
                task = asyncio.create_task(answer(services.hub, services.studies, connection, call))
                hints.add(task)
                task.add_done_callback(hints.discard)
            else:
                connection.idle.clear()
                try:
                    await answer(services.hub, services.studies, connection, call)
                finally:
                    connection.idle.set()
                seconds = services.hub.clock() - connection.heard_at
                services.metrics.call_seconds.observe(seconds)
                if isinstance(call, Act):
                    services.metrics.act_seconds.observe(seconds)
    finally:
        for task in hints:
            task.cancel()


def _call(event: Any, services: Services) -> Call | Refused:
    text = event.get("text")
    if text is None:
        return Refused(None, "call.not_text")
    if len(text) > services.limits.call_size:
        return Refused(number_of(text), "call.too_big", {"most": services.limits.call_size})
    return read_call(text)


async def _finish(
    socket: WebSocket[Any, Any, Any], services: Services, connection: Connection, tasks: tuple[asyncio.Task[Any], ...]
) -> None:
    """Wait for a call that was begun, then close; abort if the other end does not read."""
    reader, writer, cut = tasks
    await connection.idle.wait()
    reader.cancel()
    cut.cancel()
    goodbye = connection.goodbye
    if goodbye is None:
        writer.cancel()
    else:
        services.metrics.closed_sockets.labels(goodbye.reason).inc()
        if connection.cut_off.is_set():
            writer.cancel()
            if not _abort(socket):
                await _close_with(socket, _send(socket, encode(goodbye)), CUT)
        else:
            await _close_with(socket, writer, STOPPING if goodbye.reason == "stopping" else CUT)
    await asyncio.gather(*tasks, return_exceptions=True)


def _extensions(socket: WebSocket[Any, Any, Any]) -> Any:
    """Return what `WebSocketProtocol` offers beyond ASGI."""
    return socket.scope.get("extensions") or {}


def _abort(socket: WebSocket[Any, Any, Any]) -> bool:
    """Abort the connection if its send buffer is full: closing it would wait for a reader that does not read."""
    extensions = _extensions(socket)
    is_full, abort = extensions.get("timebooth.is_full"), extensions.get("timebooth.abort")
    if abort is None or not is_full():
        return False
    abort()
    return True


async def _close_with(socket: WebSocket[Any, Any, Any], goodbye: Awaitable[None], code: int) -> None:
    with suppress(Exception):
        async with asyncio.timeout(GOODBYE_WITHIN):
            await goodbye
            await socket.close(code)
