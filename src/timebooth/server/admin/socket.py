"""The operator's socket: a file beside the database that only its owner can use, never a port."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.server.admin.desk import Desk
from timebooth.server.admin.messages import MAX_LINE, Answer, AnyRequest
from timebooth.server.problems import plain
from timebooth.store.open_store import sqlite_file
from timebooth.store.private_files import PRIVATE

READ_WITHIN = 10.0  # seconds

log = logging.getLogger(__name__)
_requests = msgspec.json.Decoder(AnyRequest)


class Unreachable(TimeboothError):
    """No server answers at the socket."""


def socket_file(db: str | None, given: Path | None = None) -> Path | None:
    """Return where the socket of a server is; None for PostgreSQL unless it was given."""
    if given is not None:
        return given
    file = sqlite_file(db)
    if file is None:
        return None
    file = file.resolve()  # two names of one database share the socket
    return file.with_name(f"{file.name}.admin")


@asynccontextmanager
async def listening_at(file: Path | None, desk: Desk) -> AsyncIterator[None]:
    """Answer the operator until the block ends; if there can be no socket, the server goes on without."""
    listener = None if file is None else _listen(file)
    if file is None or listener is None:
        yield
        return
    server = await asyncio.start_unix_server(lambda reader, writer: _serve(desk, reader, writer), sock=listener)
    try:
        yield
    finally:
        server.close()
        with suppress(OSError):
            file.unlink()


def _listen(file: Path) -> socket.socket | None:
    """Return a listening socket with mode 0600: between `bind` and `listen` nobody can connect to it."""
    if not hasattr(socket, "AF_UNIX"):
        return None
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if _is_stale(file):
            file.unlink()
        listener.bind(str(file))
        os.chmod(file, PRIVATE)
        listener.listen(8)
    except OSError as problem:
        listener.close()
        log.warning("`timebooth admin` cannot reach this server: %s: %s", file, problem)
        return None
    return listener


def _is_stale(file: Path) -> bool:
    """Return whether a server that was killed left its socket."""
    if not file.is_socket():
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as attempt:
        try:
            attempt.connect(str(file))
        except ConnectionRefusedError:
            return True
    return False


async def _serve(desk: Desk, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one request."""
    try:
        async with asyncio.timeout(READ_WITHIN):
            line = await reader.readline()
        writer.write(msgspec.json.encode(await _answer(desk, line)) + b"\n")
        await writer.drain()
    except (OSError, TimeoutError, ValueError) as problem:
        log.warning("a request of the operator was not answered: %s", problem)
    finally:
        writer.close()


async def _answer(desk: Desk, line: bytes) -> Answer:
    try:
        request = _requests.decode(line)
    except msgspec.DecodeError as problem:
        return Answer(error="admin.other_version", args={"reason": str(problem)})
    log.warning("the operator asks: %s", request)
    try:
        return Answer(await desk.answer(request))
    except TimeboothError as problem:
        return Answer(error=problem.key, args=plain(problem.args_by_name))
    except Exception:
        log.exception("a request of the operator failed")
        return Answer(error="admin.failed")


async def ask(file: Path, request: AnyRequest) -> Answer:
    """Send a request to the server at a socket and return its answer; raise `Unreachable` if there is none."""
    try:
        reader, writer = await asyncio.open_unix_connection(str(file), limit=MAX_LINE)
    except (OSError, AttributeError) as problem:
        raise Unreachable("admin.unreachable", file=str(file), reason=str(problem)) from None
    try:
        writer.write(msgspec.json.encode(request) + b"\n")
        await writer.drain()
        line = await reader.readline()
    except (OSError, ValueError) as problem:
        raise Unreachable("admin.unreachable", file=str(file), reason=str(problem)) from None
    finally:
        writer.close()
    if not line:
        raise Unreachable("admin.unreachable", file=str(file), reason="it closed the connection")
    return msgspec.json.decode(line, type=Answer)
