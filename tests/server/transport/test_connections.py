"""Slow, idle and excess connections are closed, and the log is not flooded."""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from websockets.protocol import OPEN

from tests.server.local_server import CONFIG, FREE, LocalServer, run_on_server
from tests.server.raw_requests import HOST, JSON, TIMEOUT, UPGRADE, ask, request
from tests.tables.harness import until
from timebooth.server.node import NodeConfig
from timebooth.server.pages import web_client
from timebooth.server.rates import ConnectionLimits
from timebooth.server.transport.addresses import Addresses
from timebooth.server.transport.connection_limiter import LOG_EVERY, MAX_COUNTED, ConnectionLimiter
from timebooth.server.transport.http_protocol import SlowReader
from timebooth.server.transport.websocket_protocol import WebSocketProtocol

LIMITS = ConnectionLimits()


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def with_limits(**changed: Any) -> NodeConfig:
    connections = msgspec.structs.replace(LIMITS, **changed)
    return msgspec.structs.replace(CONFIG, limits=msgspec.structs.replace(FREE, connections=connections))


class Waiting:
    """A server with the test's clock, and one connection to it."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.clock = server.services.limiter.clock = Clock()

    async def send(self, data: bytes) -> None:
        """Open a connection, and wait until the server has received the data."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        await until(lambda: self.server.uvicorn.server_state.connections)
        await self.more(data)

    async def more(self, data: bytes) -> None:
        """Send more, and wait until the server has it."""
        line = self.line
        before = line.received, line.conn.their_state
        if data:
            self.writer.write(data)
            await until(lambda: (line.received, line.conn.their_state) != before)

    @property
    def line(self) -> Any:
        (found,) = self.server.uvicorn.server_state.connections
        return found

    def after(self, seconds: float) -> None:
        self.clock.now += seconds
        self.server.uvicorn.check_connections()

    async def said(self) -> bytes:
        """Return what the server sends before it closes."""
        async with asyncio.timeout(TIMEOUT):
            said = await self.reader.read()
        self.writer.close()
        return said

    def refused(self, reason: str) -> float:
        found = self.server.services.metrics._registry.get_sample_value(
            "timebooth_connections_refused_total", {"reason": reason}
        )
        return found or 0.0


def test_a_connection_with_endless_headers_is_closed(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        waiting = Waiting(server)
        await waiting.send(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(4):
            waiting.after(LIMITS.header_seconds / 5)
            assert not waiting.line.transport.is_closing()
            await waiting.more(b"X: y\r\n")
        waiting.after(LIMITS.header_seconds / 4)

        said = await waiting.said()
        assert said.startswith(b"HTTP/1.1 408")
        assert b"request.too_slow" in said
        assert waiting.refused("slow_headers") == 1
        await until(lambda: server.services.limiter.open == 0)

    run_on_server(str(tmp_path / "tables.db"), test)


def test_an_idle_connection_is_closed_without_an_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: LocalServer) -> None:
        waiting = Waiting(server)
        await waiting.send(b"")
        waiting.after(LIMITS.header_seconds + 0.1)
        assert await waiting.said() == b""
        assert waiting.refused("idle") == 1

    run_on_server(str(tmp_path / "tables.db"), test)
    assert not [record for record in caplog.records if record.name == "timebooth.connections"]


def test_a_missing_body_times_out_and_a_slow_one_does_not(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        await ada.http.aclose()
        await until(lambda: not server.uvicorn.server_state.connections)
        cookie = b"Cookie: timebooth=" + ada.cookie.encode()
        waiting = Waiting(server)
        head = request(b"POST", b"/api/records", HOST, JSON, cookie, b"Content-Length: 2000000", close=False)
        await waiting.send(head)
        for _ in range(6):
            await waiting.more(b" " * LIMITS.least_rate * 4)
            waiting.after(4.5)
            assert not waiting.line.transport.is_closing()
        waiting.after(LIMITS.body_seconds)
        assert (await waiting.said()).startswith(b"HTTP/1.1 408")
        assert waiting.refused("slow_body") == 1

    run_on_server(str(tmp_path / "tables.db"), test)


def test_the_rest_of_a_body_is_not_waited_for_after_an_early_answer(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        waiting = Waiting(server)
        await waiting.send(request(b"POST", b"/nothing", HOST, b"Content-Length: 99999999", close=False))
        async with asyncio.timeout(TIMEOUT):
            assert (await waiting.reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 4")
        for _ in range(5):
            await waiting.more(b" " * LIMITS.least_rate * 10)
            waiting.after(4.5)
        await until(lambda: not server.uvicorn.server_state.connections)
        waiting.writer.close()

    run_on_server(str(tmp_path / "tables.db"), test)


def test_a_response_that_nobody_reads_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_bytes(bytes(20_000_000))
    monkeypatch.setattr(web_client, "FOLDER", tmp_path / "web")

    async def test(server: LocalServer) -> None:
        waiting = Waiting(server)
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
        await asyncio.get_running_loop().sock_sendall(line, request(b"GET", b"/", HOST, close=False))
        await until(
            lambda: any(each.transport.get_write_buffer_size() for each in server.uvicorn.server_state.connections)
        )
        waiting.after(0)
        waiting.after(LIMITS.unread_seconds / 2)
        assert server.services.limiter.open == 1
        waiting.after(LIMITS.unread_seconds)
        await until(lambda: server.services.limiter.open == 0)
        assert waiting.refused("not_reading") == 1
        line.close()

    run_on_server(str(tmp_path / "tables.db"), test)


def test_an_idle_keep_alive_connection_is_closed(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        answer = await ask(server.port, request(b"GET", b"/healthz", HOST, close=False))
        assert answer is not None
        assert answer.body == b"good\n"

    run_on_server(str(tmp_path / "tables.db"), test, with_limits(idle_seconds=1))


def test_a_closing_socket_that_does_not_read_is_aborted() -> None:
    clock = Clock()
    limiter = ConnectionLimiter(LIMITS, Addresses(b"secret"), clock=clock)
    aborted: list[bool] = []
    transport = SimpleNamespace(
        is_closing=lambda: True, get_write_buffer_size=lambda: 5000, abort=lambda: aborted.append(True)
    )
    protocol = _socket(limiter, transport)

    protocol.check(clock.now)
    protocol.check(clock.now + LIMITS.unread_seconds)
    assert not aborted
    protocol.check(clock.now + LIMITS.unread_seconds + 1)
    assert aborted == [True]


def _socket(limiter: ConnectionLimiter, transport: Any) -> Any:
    """A WebSocket without a server."""
    protocol: Any = object.__new__(WebSocketProtocol)
    vars(protocol).update(
        limiter=limiter,
        rest=bytearray(),
        reader=SlowReader(),
        transport=transport,
        queue=asyncio.Queue(),
        read_paused=True,
        config=SimpleNamespace(ws_max_size=1_000_000),
        conn=SimpleNamespace(state=OPEN, current_size=None),
    )
    return protocol


def test_a_message_in_many_pieces_is_not_copied_again_and_again() -> None:
    protocol = _socket(ConnectionLimiter(LIMITS, Addresses(b"secret")), None)
    payload = b"x" * 70_000
    frame = bytes([0x81, 0x80 | 127]) + len(payload).to_bytes(8) + bytes(4) + payload
    protocol.data_received(frame[:5])
    gathered = protocol.rest
    for at in range(5, len(frame) - 1, 700):
        protocol.data_received(frame[at : min(at + 700, len(frame) - 1)])
        assert protocol.rest is gathered
    protocol.data_received(frame[-1:] + frame[:3])

    assert protocol.queue.get_nowait()["text"] == payload.decode()
    assert bytes(protocol.rest) == frame[:3]


def test_too_many_connections_of_one_address_are_refused_and_others_are_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def connected(server: LocalServer, host: str) -> asyncio.StreamWriter:
        before = server.services.limiter.open
        _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=(host, 0))
        await until(lambda: server.services.limiter.open > before)
        return writer

    async def test(server: LocalServer) -> None:
        here = [await connected(server, "127.0.0.1") for _ in range(3)]
        for _ in range(5):
            answer = await ask(server.port, b"")
            assert answer is not None
            assert (answer.status, answer.key) == (503, "server.full")
            assert answer.headers["retry-after"]
        there = await connected(server, "127.0.0.2")
        here.pop().close()
        await until(lambda: server.services.limiter.open == 3)
        here.append(await connected(server, "127.0.0.1"))
        more = [await connected(server, f"127.0.0.{number}") for number in (3, 4)]
        full = await ask(server.port, b"")
        assert full is not None
        assert full.status == 503
        for writer in (*here, there, *more):
            writer.close()
        await until(lambda: server.services.limiter.open == 0)
        assert not server.services.limiter._by_address

    run_on_server(str(tmp_path / "tables.db"), test, with_limits(per_address=3, per_node=6))
    lines = [record for record in caplog.records if record.name == "timebooth.connections"]
    assert [vars(line)["reason"] for line in lines] == ["too_many_here", "too_many"]
    assert all(vars(line)["address"].startswith("127.0.0.x#") for line in lines)


def test_sockets_are_counted_while_they_are_open(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        socket = await ada.socket()
        await ada.http.aclose()
        await until(lambda: server.services.limiter.open == 1)
        await socket.close()
        await until(lambda: server.services.limiter.open == 0)
        for target in (b"/api/socket", b"/nothing"):
            await ask(server.port, request(b"GET", target, HOST, *UPGRADE, close=False), whole=False)
        await until(lambda: server.services.limiter.open == 0)

    run_on_server(str(tmp_path / "tables.db"), test)


def test_the_log_has_one_line_a_minute_however_often_something_happens(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    counted: list[str] = []
    limiter = ConnectionLimiter(LIMITS, Addresses(b"secret"), counted.append, clock)

    def lines() -> list[tuple[str, str, int]]:
        found = [vars(record) for record in caplog.records]
        caplog.clear()
        return [(line["address"].partition("#")[0], line["reason"], line["times"]) for line in found]

    with caplog.at_level(logging.WARNING, "timebooth.connections"):
        for _ in range(500):
            limiter.report("malformed", "203.0.113.7")
        limiter.report("slow_body", "203.0.113.7")
        limiter.log_counts()
        assert lines() == [("203.0.113.x", "malformed", 1), ("203.0.113.x", "slow_body", 1)]
        clock.now += LOG_EVERY
        limiter.log_counts()
        assert lines() == [("203.0.113.x", "malformed", 499)]
        clock.now += LOG_EVERY
        limiter.log_counts()
        assert lines() == []
        assert not limiter._logged
        for number in range(2 * MAX_COUNTED):
            limiter.report("rate", f"10.1.{number // 250}.{number % 250}")
        assert len(lines()) == MAX_COUNTED + 1
        assert len(limiter._logged) == MAX_COUNTED + 1
        assert len(counted) == 501 + 2 * MAX_COUNTED
