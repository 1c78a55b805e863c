"""What the operator does to a running server: players are told, and it survives a restart."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sql

from tests.server.browser import Browser, Json, Socket
from tests.server.local_server import LocalServer, run_on_server, serving
from tests.server.sessions.test_privacy import table_of
from tests.store.test_stores import driver
from timebooth.kernel.errors import TimeboothError
from timebooth.server.admin.messages import (
    Ban,
    CloseTable,
    DeleteTable,
    Drain,
    Erased,
    ExportGuest,
    ForgetGuest,
    ListTables,
    SetReadOnly,
    ShowServer,
    ShowTable,
    Unban,
)
from timebooth.store.schema import metadata
from timebooth.store.store import Kept
from timebooth.tables import keeper
from timebooth.tables.listings import listing_of


async def person_of(browser: Browser) -> str:
    return str((await browser.get("/api/me/data"))["id"])


async def say(socket: Socket, table: str, command: str) -> Json:
    return await socket.act(table, command, "say", text="hello", seat=0)


def rows_of(address: str, table: str) -> dict[str, int]:
    """Return how many rows the database has of a table, where there are any."""
    found = {}
    engine = sql.create_engine(driver(address), poolclass=sql.NullPool)
    with engine.connect() as connection:
        for each in metadata.tables.values():
            if "table_id" in each.c:
                count = connection.execute(sql.select(sql.func.count()).where(each.c.table_id == table)).scalar()
                if count:
                    found[each.name] = count
    return found


def test_a_closed_table_tells_its_players_and_stays_closed_after_a_restart(store_address: str) -> None:
    async def test() -> None:
        async with serving(store_address) as server:
            ada, ben = await server.browser(), await server.browser()
            table = await table_of(ada, ben)
            watching = await ben.socket()
            await watching.listen(table, 1)

            await server.services.desk.answer(CloseTable(table))

            told = await watching.until(lambda said: said.get("message", {}).get("summary", {}).get("closed"))
            assert told["message"]["summary"]["closed"] == "by_operator"
            scene = watching.scene(table, 1)
            assert scene is None or not scene.get("ask")
            refused = await ada.sockets[0].act(table, "late", "answer", seat=0, moment=0, answer={"kind": "pass"})
            assert refused["type"] == "refused"
            with pytest.raises(TimeboothError, match=r"admin\.ended"):
                await server.services.desk.answer(CloseTable(table))
            cookie = ada.cookie
        async with serving(store_address) as server:
            ada = Browser(server.port, cookies={"timebooth": cookie})
            info = await ada.get(f"/api/tables/{table}")
            assert (info["summary"]["status"], info["summary"]["closed"]) == ("closed", "by_operator")
            await ada.http.aclose()

    asyncio.run(test())


def test_a_deleted_table_is_gone_from_every_table_of_the_database(
    store_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "KEEP_SECONDS", 3600.0)

    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table, other = await table_of(ada, ben), await ada.open("fingers", "host", "open")
        watching = await ben.socket()
        await watching.listen(table, 1)
        live = await server.tables.live_tables.get(table)

        await server.services.desk.answer(DeleteTable(table))

        told = await watching.until(lambda said: said["type"] == "stream_ended")
        assert told == {"type": "stream_ended", "table": table, "seat": 1, "key": "table.deleted"}
        assert (await ben.http.get(f"/api/tables/{table}")).status_code == 404
        assert (await say(ada.sockets[0], table, "late"))["key"] == "table.unknown"
        assert rows_of(store_address, table) == {}
        late = listing_of(live.table, 1.0)
        await server.tables.store.write_listing(late)  # by a node that had not noticed yet
        await server.tables.store.keep(table, [Kept(1, 0, 1, b"late")])
        await server.services.desk.close()
        assert rows_of(store_address, table) == {}
        assert rows_of(store_address, other)
        with pytest.raises(TimeboothError, match=r"table\.unknown"):
            await server.services.desk.answer(DeleteTable(table))
        assert live.table.id not in server.tables.live_tables.by_id

    run_on_server(store_address, test)


def test_a_copy_of_a_deleted_table_on_another_node_cannot_bring_it_back(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "host", "open", "open")
        socket = await ada.socket()
        await server.tables.live_tables.get(table)
        await server.tables.store.delete(table)  # as another node would

        assert (await say(socket, table, "late"))["key"] == "table.deleted"

        assert table not in server.tables.live_tables.by_id
        assert rows_of(store_address, table) == {}

    run_on_server(store_address, test)


def test_a_table_that_cannot_be_opened_can_be_deleted(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "host", "open")
        await server.tables.store.append(table, 2, "newer", b'{"at":1.0,"fact":{"fact":"danced"}}')
        server.tables.live_tables.by_id.clear()
        with pytest.raises(TimeboothError, match="set_aside"):
            await server.services.desk.answer(ShowTable(table))

        await server.services.desk.answer(DeleteTable(table))

        assert (await ada.http.get(f"/api/tables/{table}")).status_code == 404

    run_on_server(str(tmp_path / "tables.db"), test)


def test_a_banned_guest_is_refused_everywhere_and_a_bot_plays_on(store_address: str) -> None:
    async def test() -> None:
        async with serving(store_address) as server, serving(store_address) as second:
            ada, ben = await server.browser(), await server.browser()
            table = await table_of(ada, ben)
            lobby = await ben.open("fingers", "host", "open", "open")
            await ada.sockets[0].act(lobby, "sit", "sit")
            elsewhere = Browser(second.port, cookies={"timebooth": ada.cookie})
            far = await elsewhere.socket()
            person = await person_of(ada)
            desk = server.services.desk
            with pytest.raises(TimeboothError, match=r"admin\.no_such_guest"):
                await desk.answer(Ban("nobody"))

            await desk.answer(Ban(person))

            assert await ada.sockets[0].closed() is not None
            assert await far.closed() is not None
            for answer in (await ada.http.get("/api/me"), await elsewhere.http.get("/api/lobby")):
                assert (answer.status_code, answer.json()["key"]) == (403, "guest.banned")
            chairs = (await ben.get(f"/api/tables/{table}"))["summary"]["chairs"]
            assert chairs[0]["bot"]
            assert (await ben.get(f"/api/tables/{lobby}"))["summary"]["chairs"][1]["kind"] == "open"
            assert (await desk.answer(ShowServer())).banned == (person,)
            cookie = ada.cookie
            await elsewhere.__aexit__(None, None, None)
        async with serving(store_address) as server:
            ada = Browser(server.port, cookies={"timebooth": cookie})
            assert (await ada.http.get("/api/me")).status_code == 403
            assert await server.services.desk.answer(Unban(person))
            assert not await server.services.desk.answer(Unban(person))
            assert (await ada.http.get("/api/me")).status_code == 200
            await ada.http.aclose()

    asyncio.run(test())


def test_a_read_only_server_shows_everything_and_changes_nothing_until_it_is_over(store_address: str) -> None:
    async def test() -> None:
        async with serving(store_address) as server:
            ada, ben = await server.browser(), await server.browser()
            table = await table_of(ada, ben)
            await server.services.desk.answer(SetReadOnly(True))

            refused = await say(ada.sockets[0], table, "paused")

            assert (refused["type"], refused["key"]) == ("refused", "server.read_only")
            answer = await ada.http.post(
                "/api/tables",
                json={"command": "x", "settings": {"game": "fingers", "places": [{"kind": "host"}, {"kind": "open"}]}},
            )
            assert (answer.status_code, answer.json()["key"]) == (503, "server.read_only")
            assert (await ben.get(f"/api/tables/{table}"))["summary"]["status"] == "running"
            cookie = ada.cookie
        async with serving(store_address) as server:
            ada = Browser(server.port, cookies={"timebooth": cookie})
            socket = await ada.socket()
            assert (await say(socket, table, "paused"))["key"] == "server.read_only"
            await server.services.desk.answer(SetReadOnly(False))
            assert (await say(socket, table, "paused"))["type"] == "done"
            await ada.__aexit__(None, None, None)

    asyncio.run(test())


def test_a_draining_server_is_not_ready_and_stops(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(str(tmp_path / "tables.db")) as server:
            ada = await server.browser()
            socket = await ada.socket()
            await server.services.desk.answer(Drain(0.2))
            answer = await ada.http.get("/readyz")
            assert (answer.status_code, answer.text) == (503, "stopping\n")
            assert (await socket.until(lambda said: said["type"] == "goodbye"))["reason"] == "stopping"
            assert (await server.services.desk.answer(ShowServer())).draining

    asyncio.run(test())


def test_everything_that_is_stored_of_a_guest_can_be_exported_and_erased(store_address: str) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table = await table_of(ada, ben)
        person, desk = await person_of(ada), server.services.desk
        shown = await desk.answer(ShowTable(table))
        assert person in [each.person for each in shown.people if each.name == "Ada Lovelace"]

        exported = json.dumps(await desk.answer(ExportGuest(person)), default=str)

        assert "from Ada" in exported
        assert "from Ben" not in exported
        assert await desk.answer(ForgetGuest(person)) == Erased(True)
        await server.services.erasures.settle()
        assert (await ben.get(f"/api/tables/{table}"))["summary"]["host"] == "Somebody"
        assert all(b"from Ada" not in entry.body for entry in await server.tables.store.read(table))
        assert [each.table for each in await desk.answer(ListTables(("running",), 10))] == [table]

    run_on_server(store_address, test)
