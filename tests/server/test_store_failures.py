"""A server whose database fails for a while: clients are told, and play goes on once it works again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.local_server import LocalServer, run_on_server
from tests.server.transport.test_websocket import file, newest, numbers, play, seated
from tests.tables.harness import until
from timebooth.server.tables import presence
from timebooth.server.tables.presence import Presence
from timebooth.store.store import StoreError

DOWN = StoreError("store.read_only", reason="failover")


def failing(times: int, then: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that fails `times` times and then works."""
    left = times

    async def call(*args: Any, **named: Any) -> Any:
        nonlocal left
        if left:
            left -= 1
            raise DOWN
        return await then(*args, **named)

    return call


def test_somebody_who_left_while_the_database_failed_counts_as_left_once_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "retry_delay", lambda _: 0.01)

    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server)
        monkeypatch.setattr(server.tables.store, "append", failing(3, server.tables.store.append))
        await sockets[1].close()
        seats = server.tables.live_tables.by_id[table].table.seats
        await until(lambda: seats[1].lost)
        monkeypatch.setattr(server.tables.store, "append", failing(3, server.tables.store.append))
        await (await people[1].socket()).listen(table, 1)
        await until(lambda: not seats[1].lost)

    run_on_server(file(tmp_path), test)


def test_a_server_stops_even_if_its_database_fails() -> None:
    class Tables:
        async def lost(self, table: str, seat: int) -> None:
            raise DOWN

    async def run() -> None:
        here = Presence(Tables(), lambda _: None, 0.0)  # type: ignore[arg-type]
        here.expect("t", 0)
        await until(lambda: here._tasks)
        async with asyncio.timeout(60):
            await here.close()

    asyncio.run(run())


def test_a_client_that_reconnects_while_the_log_is_unreadable_gets_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server)
        await play(table, sockets, 2)
        await newest(sockets[0], table, 0)
        at = numbers(sockets[0], table, 0)[-1]
        monkeypatch.setattr(server.tables.store, "read", failing(1, server.tables.store.read))
        again = await people[0].socket()
        await again.listen(table, 0, after=at - 1)
        assert numbers(again, table, 0) == [at]
        assert again.scene(table, 0) == sockets[0].scene(table, 0)
        await play(table, sockets, 4)
        await newest(again, table, 0)
        assert numbers(again, table, 0) == list(range(at, numbers(sockets[0], table, 0)[-1] + 1))

    run_on_server(file(tmp_path), test)


def test_names_that_cannot_be_stored_are_refused_without_an_error(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "host", "open")
        socket = await ada.socket()
        unknown = await socket.call("listen", table="a\0b", seat=None)
        assert unknown["key"] == "call.malformed"
        refused = await socket.act(table, "a\0b", "say", text="hello")
        assert refused["type"] == "refused"
        assert refused["key"] != "server.failed"
        assert (await ada.http.get("/api/tables/a%00b")).status_code in (400, 404)
        body = {"command": "c\0", "settings": {"game": "fingers", "places": [{"kind": "host"}, {"kind": "open"}]}}
        assert (await ada.http.post("/api/tables", json=body)).status_code in (400, 422)
        assert (await socket.act(table, "ab", "say", text="hello"))["type"] == "done"

    run_on_server(store_address, test)
