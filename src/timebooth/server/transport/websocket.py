"""The WebSocket: who may open one, and what goes in and out. A reader and a writer beside each other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from timebooth import __version__
from timebooth.server.protocol import Call, Goodbye, Hint, Refused, Welcome
from timebooth.server.services import Desk
from timebooth.server.sessions.guests import COOKIE
from timebooth.server.tables.calls import answer, number_of, read_call
from timebooth.server.transport.connection import Text, Visitor, written
from timebooth.store.store import StoreError

NO_GUEST = 4401
OTHER_ORIGIN = 4403
STOPPING = 1012
CUT = 4408
TOO_MANY = 4429
LAST_WORD = 1.0  # seconds for a goodbye to somebody who may not read
MOST_HINTS_WAITING = 4

log = logging.getLogger(__name__)


async def serve_socket(socket: WebSocket[Any, Any, Any], desk: Desk) -> None:
    """A socket from its first word to its last."""
    address = desk.connections.addresses.short(socket.client.host if socket.client is not None else "")
    if not desk.hosts.same_origin(socket.headers.get("origin"), socket.headers.get("host", "")):
        await _turn_away(socket, OTHER_ORIGIN, address)
        return
    guest = desk.cookies.read(socket.cookies.get(COOKIE))
    try:
        admitted = guest is not None and await desk.sessions.admits(guest)
    except StoreError:
        await _turn_away(socket, STOPPING, address)
        return
    if guest is None or not admitted:
        await _turn_away(socket, NO_GUEST, address)
        return
    if desk.house.stopping:
        await _turn_away(socket, STOPPING, address)
        return
    counted_as = desk.address(socket.scope)
    if desk.house.is_crowded(counted_as):
        await _turn_away(socket, TOO_MANY, address)
        return
    await socket.accept()
    visitor = desk.house.enter(guest, counted_as)
    log.info("socket opened", extra={"address": address, "sockets": len(desk.house.visitors)})
    visitor.at_once = _extensions(socket).get("timebooth.send", visitor.at_once)
    desk.metrics.sockets.inc()
    visitor.say(Welcome(__version__, guest.me, desk.house.heartbeat))
    reader = asyncio.create_task(_read(socket, desk, visitor))
    writer = asyncio.create_task(visitor.write(lambda text: _send(socket, text)))
    cut = asyncio.create_task(visitor.cut_off.wait())
    try:
        await asyncio.wait((reader, writer, cut), return_when=asyncio.FIRST_COMPLETED)
    finally:
        desk.house.exit(visitor)
        desk.metrics.sockets.dec()
        await _finish(socket, desk, visitor, (reader, writer, cut))
        reason = visitor.goodbye.reason if visitor.goodbye is not None else "left"
        log.info("socket closed", extra={"address": address, "reason": reason, "sockets": len(desk.house.visitors)})


async def _turn_away(socket: WebSocket[Any, Any, Any], code: int, address: str) -> None:
    """Accept, then close: only so does a browser learn why."""
    log.info("socket refused", extra={"address": address, "code": code})
    await socket.accept()
    await socket.close(code)


async def _send(socket: WebSocket[Any, Any, Any], text: Text) -> None:
    await socket.send({"type": "websocket.send", "text": text.decode(), "bytes": None})


async def _read(socket: WebSocket[Any, Any, Any], desk: Desk, visitor: Visitor) -> None:
    """Take calls one after the other, until the other end is gone or goes too far."""
    receive = _extensions(socket).get("timebooth.receive", socket.receive)
    guest = visitor.guest.id
    hints: set[asyncio.Task[None]] = set()
    try:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            visitor.heard_at = time.monotonic()
            call = _call(event, desk)
            desk.metrics.calls.inc()
            if isinstance(call, Refused):
                visitor.say(call)
                if not desk.bad_calls.take(guest):
                    visitor.leave(Goodbye("too_much"))
                    return
            elif desk.house.stopping:
                visitor.say(Refused(call.id, "server.stopping"))
            elif not (desk.calls.take(guest) and desk.address_calls.take(visitor.address)):
                visitor.say(Refused(call.id, "call.too_many"))
                if not desk.bad_calls.take(guest):
                    visitor.leave(Goodbye("too_much", 10.0))
                    return
            elif isinstance(call, Hint):
                if len(hints) >= MOST_HINTS_WAITING:
                    visitor.say(Refused(call.id, "hint.one_at_a_time"))
                    continue
                task = asyncio.create_task(answer(desk.house, desk.studies, visitor, call))
                hints.add(task)
                task.add_done_callback(hints.discard)
            else:
                visitor.idle.clear()
                try:
                    await answer(desk.house, desk.studies, visitor, call)
                finally:
                    visitor.idle.set()
                desk.metrics.call_seconds.observe(time.monotonic() - visitor.heard_at)
    finally:
        for task in hints:
            task.cancel()


def _call(event: Any, desk: Desk) -> Call | Refused:
    text = event.get("text")
    if text is None:
        return Refused(None, "call.not_text")
    if len(text) > desk.limits.call_size:
        return Refused(number_of(text), "call.too_big", {"most": desk.limits.call_size})
    return read_call(text)


async def _finish(
    socket: WebSocket[Any, Any, Any], desk: Desk, visitor: Visitor, tasks: tuple[asyncio.Task[Any], ...]
) -> None:
    """Let a call that was begun be done; then close, or break the line where nobody reads."""
    reader, writer, cut = tasks
    await visitor.idle.wait()
    reader.cancel()
    cut.cancel()
    goodbye = visitor.goodbye
    if goodbye is None:
        writer.cancel()
    else:
        desk.metrics.cut.labels(goodbye.reason).inc()
        if visitor.cut_off.is_set():
            writer.cancel()
            if not _break(socket):
                await _part(socket, _send(socket, written(goodbye)), CUT)
        else:
            await _part(socket, writer, STOPPING if goodbye.reason == "stopping" else CUT)
    await asyncio.gather(*tasks, return_exceptions=True)


def _extensions(socket: WebSocket[Any, Any, Any]) -> Any:
    """What our own server can do beyond ASGI."""
    return socket.scope.get("extensions") or {}


def _break(socket: WebSocket[Any, Any, Any]) -> bool:
    """Break the line where it is choked: closing it would wait for a reader that does not read."""
    extensions = _extensions(socket)
    choked, abort = extensions.get("timebooth.choked"), extensions.get("timebooth.break")
    if abort is None or not choked():
        return False
    abort()
    return True


async def _part(socket: WebSocket[Any, Any, Any], last_word: Awaitable[None], code: int) -> None:
    with suppress(Exception):
        async with asyncio.timeout(LAST_WORD):
            await last_word
            await socket.close(code)
