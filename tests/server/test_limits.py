"""What one guest or one address may do: over all sockets together, at one table, in the lobby."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.browser import Browser
from tests.server.local_server import CONFIG, FREE, LocalServer, run_on_server
from tests.tables.harness import until
from timebooth.server.node import NodeConfig
from timebooth.server.transport.addresses import address_of, counted, digest_of
from timebooth.tables.quotas import UNLIMITED


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def limited(**limits: object) -> NodeConfig:
    return msgspec.structs.replace(CONFIG, limits=msgspec.structs.replace(FREE, **limits))


def with_quotas(**quotas: float) -> NodeConfig:
    return limited(quotas=msgspec.structs.replace(UNLIMITED, **quotas))


def test_calls_are_counted_over_all_sockets_of_a_guest(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        sockets = [await ada.socket() for _ in range(5)]
        replies = [await socket.call("ping") for socket in sockets for _ in range(4)]
        assert [reply["type"] for reply in replies] == ["done"] * 10 + ["refused"] * 10
        assert replies[-1]["key"] == "call.too_many"
        await (await ben.socket()).do("ping")

    run_on_server(file(tmp_path), test, limited(calls_burst=10.0, calls_per_second=0.0))


def test_calls_are_counted_over_all_guests_of_an_address(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        browsers = [await server.browser() for _ in range(4)]
        replies = [await (await browser.socket()).call("ping") for browser in browsers]
        assert [reply["type"] for reply in replies] == ["done"] * 3 + ["refused"]

    run_on_server(file(tmp_path), test, limited(address_calls_burst=3.0, address_calls_per_second=0.0))


def test_a_guest_with_too_many_tabs_keeps_the_newest(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        bens = await ben.socket()
        first, second, third = [await ada.socket() for _ in range(3)]
        assert await first.closed() == 4408
        assert first.heard[-1] == {"type": "goodbye", "reason": "elsewhere"}
        for socket in (second, third, bens):
            await socket.do("ping")

    run_on_server(file(tmp_path), test, limited(guest_sockets=2))


def test_an_address_with_too_many_sockets_is_told_so(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben, eve = [await server.browser() for _ in range(3)]
        first, second = await ada.socket(), await ben.socket()
        assert await turned_away(eve) == 4429
        await first.close()
        await until(lambda: len(server.hub.connections) == 1)
        await (await eve.socket()).do("ping")
        await second.do("ping")

    async def turned_away(browser: Browser) -> int | None:
        cookie, origin = {"cookie": f"timebooth={browser.cookie}"}, f"http://{browser.host}"
        line = await connect(f"ws://{browser.host}/api/socket", additional_headers=cookie, origin=origin)  # type: ignore[arg-type]
        with pytest.raises(ConnectionClosed):
            await line.recv()
        return line.close_code

    run_on_server(file(tmp_path), test, limited(address_sockets=2))


def test_a_socket_and_a_guest_listen_to_so_many_streams(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        tables = [await ada.open("fingers", "host", "open") for _ in range(3)]
        one, other = await ada.socket(), await ada.socket()
        for table in tables[:2]:
            await one.listen(table)
        await one.listen(tables[1])  # again
        refused = await one.call("listen", table=tables[2], seat=None)
        assert (refused["key"], refused["args"]) == ("call.too_many_streams", {"most": 2})
        await other.listen(tables[2])
        refused = await other.call("listen", table=tables[0], seat=None)
        assert (refused["key"], refused["args"]) == ("call.too_many_streams", {"most": 3})
        await one.do("stop", table=tables[0], seat=None)
        await other.listen(tables[0])

    run_on_server(file(tmp_path), test, limited(socket_streams=2, guest_streams=3))


def test_somebody_whom_the_host_removes_gets_no_more_messages_and_is_told_why(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben, eve, dora = [await server.browser() for _ in range(4)]
        table = await ada.open("objection", "host", "open", "open")
        hers, bens, eves, doras = [await browser.socket() for browser in (ada, ben, eve, dora)]
        await bens.act(table, "sit", "sit")
        await bens.listen(table, 1)
        for socket in (hers, eves, doras):
            await socket.listen(table)
        await eves.act(table, "hi", "say", text="hello")
        (shown,) = await ada.get(f"/api/tables/{table}/spectators")
        await hers.do("act", table=table, command="r1", action={"type": "remove", "handle": shown["handle"]})
        await hers.do("act", table=table, command="r2", action={"type": "remove", "seat": 1})

        for socket, seat in ((eves, None), (bens, 1)):
            ended = await socket.until(lambda said: said["type"] == "stream_ended")
            assert ended == {"type": "stream_ended", "table": table, "seat": seat, "key": "table.removed"}
        before = [len(socket.messages(table, seat)) for socket, seat in ((eves, None), (bens, 1))]
        await doras.act(table, "hi", "say", text="what happened?")
        await doras.until(lambda said: "what happened?" in str(said))
        for socket in (eves, bens):
            await socket.do("ping")
            refused = await socket.call("listen", table=table, seat=None)
            assert refused["key"] == "table.removed"
        assert [len(socket.messages(table, seat)) for socket, seat in ((eves, None), (bens, 1))] == before
        assert (await eve.http.get(f"/api/tables/{table}")).status_code == 403
        assert (await ben.http.get(f"/api/tables/{table}/story")).json()["key"] == "table.removed"
        assert (await dora.http.get(f"/api/tables/{table}/spectators")).json()["key"] == "table.host_only"
        assert (await ada.get(f"/api/tables/{table}"))["hosting"] is True
        assert "hosting" not in await dora.get(f"/api/tables/{table}")

    run_on_server(file(tmp_path), test)


def test_forty_sockets_of_one_guest_delay_no_player(tmp_path: Path) -> None:
    """Chat over its rate is refused, and every answer of the player is accepted."""

    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        table = await ada.open("objection", "host", "host", "host")
        hers = await ada.socket()
        await hers.listen(table, 0)
        sockets = [await eve.socket() for _ in range(40)]
        flood = [
            socket.act(table, f"{number}.{line}", "say", text="flood")
            for number, socket in enumerate(sockets)
            for line in range(10)
        ]
        chatting = asyncio.gather(*flood)
        answered = 0
        for number in range(8):
            scene = hers.scene(table, 0)
            assert scene is not None
            if "ask" not in scene:
                break
            answer = scene["ask"]["options"][0]["answer"]
            reply = await hers.act(table, f"a{number}", "answer", seat=0, moment=scene["moment"], answer=answer)
            answered += reply["type"] == "done"
            await hers.do("ping")
        replies = await chatting
        assert answered > 0
        done = sum(reply["type"] == "done" for reply in replies)
        assert done == 5
        assert {reply["key"] for reply in replies if reply["type"] == "refused"} <= {"quota.chat_rate", "call.too_many"}
        story = await eve.get(f"/api/tables/{table}/story")
        assert [line["text"] for line in story["lines"]] == ["flood"] * done

    run_on_server(file(tmp_path), test, with_quotas(chat_burst=5, chat_per_second=0, waiting_acts=8))


def test_a_table_over_the_limit_is_refused_and_the_limit_is_named(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        await ada.open("fingers", "host", "open")
        wanted = {"game": "fingers", "places": [{"kind": "host"}, {"kind": "open"}]}
        answer = await ada.http.post("/api/tables", json={"command": "x", "settings": wanted})
        assert (answer.status_code, answer.json()) == (429, {"key": "quota.public_tables", "args": {"count": 1}})
        ben = await server.browser()
        answer = await ben.http.post("/api/tables", json={"command": "x", "settings": wanted})
        assert answer.json()["key"] == "quota.address_tables"

    run_on_server(file(tmp_path), test, with_quotas(public_tables=1, address_factor=1))


def test_imports_are_counted_by_their_size(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        answers = [
            await ada.http.post("/api/records", json={"command": f"r{number}", "record": "x" * 400})
            for number in range(3)
        ]
        assert [answer.status_code for answer in answers] == [400, 400, 429]
        assert answers[-1].json()["key"] == "request.too_many_bytes"

    run_on_server(file(tmp_path), test, limited(record_bytes_per_day=1000))


def test_several_rates_apply_at_once(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for _ in range(3):
            await ada.open("fingers", "host", "open")
        wanted = {"game": "fingers", "places": [{"kind": "host"}, {"kind": "open"}]}
        answer = await ada.http.post("/api/tables", json={"command": "x", "settings": wanted})
        assert answer.status_code == 429

    run_on_server(file(tmp_path), test, limited(tables="100/minute; 3/day"))


def test_a_flood_of_public_tables_pushes_nobody_out_of_the_lobby(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, eve = await server.browser(), await server.browser()
        honest = await ada.open("fingers", "host", "open")
        for _ in range(12):
            await eve.open("fingers", "host", "open")
        lobby = await ada.get("/api/lobby")
        assert len(lobby["open"]) == 4
        assert honest in [summary["table"] for summary in lobby["open"][:2]]

    run_on_server(file(tmp_path), test, with_quotas(lobby_per_host=3))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
        ("testclient", ""),
    ],
)
def test_an_ipv6_customer_counts_as_one_address(address: str, network: str) -> None:
    assert counted(address) == network


def test_the_database_holds_no_address() -> None:
    secret = b"s" * 32
    digest = digest_of("192.0.2.7", secret)
    assert digest == digest_of("::ffff:192.0.2.7", secret)
    assert digest != digest_of("192.0.2.7", b"t" * 32)
    assert "192" not in digest
    assert address_of({"client": ("192.0.2.7", 1)}) == "192.0.2.7"
    assert address_of({"client": None}) == ""
