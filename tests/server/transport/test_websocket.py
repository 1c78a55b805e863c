"""The WebSocket: every call gets one reply, every stream is complete, and no client disturbs another."""

from __future__ import annotations

import asyncio
from pathlib import Path
from struct import pack
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.browser import TIMEOUT, Browser, Socket
from tests.server.local_server import CONFIG, FREE, LocalServer, run_on_server
from tests.tables.harness import until
from timebooth.server.transport.frames import frame_at
from timebooth.server.transport.hosts import Hosts
from timebooth.server.transport.websocket_protocol import MAX_WRITE, WebSocketProtocol


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def knock(server: LocalServer, cookie: str | None, origin: str | None) -> int | None:
    """Return the close code of a refused socket, or None if it is accepted."""
    headers = {"cookie": f"timebooth={cookie}"} if cookie is not None else {}
    address = f"ws://localhost:{server.port}/api/socket"
    async with connect(address, additional_headers=headers, origin=origin) as line:  # type: ignore[arg-type]
        try:
            said = msgspec.json.decode(await line.recv())
        except Exception:
            return line.close_code
        assert said["type"] == "welcome"
        return None


async def seated(
    server: LocalServer, game: str = "objection", **settings: object
) -> tuple[str, list[Socket], list[Browser]]:
    """Return a table of three people, each subscribed to their own seat."""
    people = [await server.browser() for _ in range(3)]
    table = await people[0].open(game, "host", "open", "open", **settings)
    sockets = [await person.socket() for person in people]
    for socket in sockets[1:]:
        assert (await socket.act(table, "sit", "sit"))["type"] == "done"
    for seat, socket in enumerate(sockets):
        await socket.listen(table, seat)
    return table, sockets, people


async def play(table: str, sockets: list[Socket], rounds: int) -> None:
    """Let everybody choose the first option, round after round."""
    for number in range(rounds):
        for seat, socket in enumerate(sockets):
            scene = await newest(socket, table, seat)
            if scene.get("ask") is not None and scene["moment"] <= number:
                answer = scene["ask"]["options"][0]["answer"]
                await socket.act(table, f"p{seat}.{number}", "answer", seat=seat, moment=scene["moment"], answer=answer)


async def newest(socket: Socket, table: str, seat: int | None) -> dict[str, Any]:
    await socket.do("ping")
    scene = socket.scene(table, seat)
    assert scene is not None
    return scene


def numbers(socket: Socket, table: str, seat: int | None) -> list[int]:
    return [message["number"] for message in socket.messages(table, seat)]


def test_a_socket_without_a_cookie_or_from_another_origin_is_refused(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        here = f"http://localhost:{server.port}"

        assert await knock(server, ada.cookie, here) is None
        assert await knock(server, None, here) == 4401
        assert await knock(server, ada.cookie + "x", here) == 4401
        assert await knock(server, ada.cookie, "http://evil.example") == 4403
        assert await knock(server, ada.cookie, None) == 4403
        assert await knock(server, ada.cookie, f"http://localhost:{server.port + 1}") == 4403

    run_on_server(file(tmp_path), test)


def test_behind_a_proxy_the_origin_is_the_public_address() -> None:
    hosts = Hosts("https://play.example")
    assert hosts.same_origin("https://play.example", "play.example")
    assert hosts.same_origin("https://play.example", "127.0.0.1:8765")
    assert not hosts.same_origin("https://play.example.evil", "play.example")


def test_every_call_has_one_reply_with_its_number(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server)
        ada = sockets[0]
        calls: list[tuple[str, dict[str, object], str]] = [
            ("ping", {}, "done"),
            ("listen", {"table": table}, "done"),
            ("stop", {"table": table}, "done"),
            ("listen", {"table": table, "seat": 1}, "refused"),
            ("listen", {"table": "none"}, "refused"),
            ("project", {"table": table, "seat": 0, "moment": 0, "answer": {"type": "claim"}}, "projected"),
            ("project", {"table": table, "seat": 0, "moment": 5, "answer": {"type": "claim"}}, "refused"),
            ("project", {"table": table, "seat": 0, "moment": 0, "answer": {"type": [{}]}}, "refused"),
            ("hint", {"table": table, "seat": 1}, "refused"),
            ("ask_coach", {"table": table, "seat": 1, "moment": 0, "answer": {"type": "claim"}}, "refused"),
            ("act", {"table": table, "command": "x", "action": {"type": "take_back", "seat": 0}}, "refused"),
        ]
        for kind, fields, reply in calls:
            assert (await ada.call(kind, **fields))["type"] == reply, kind
        replies = [said["id"] for said in ada.heard if said["type"] in ("done", "refused", "projected")]
        assert len(replies) == len(set(replies))

    run_on_server(file(tmp_path), test)


def kinds(written: bytes) -> list[str]:
    """Return the messages of one write, in order."""
    found, at = [], 0
    while at < len(written):
        frame = frame_at(written, at)
        assert frame is not None
        start, at = frame
        found.append(msgspec.json.decode(written[start:at])["type"])
    return found


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Collect every write of every connection."""
    written: list[bytes] = []
    flush = WebSocketProtocol.flush

    def watched(self: WebSocketProtocol) -> None:
        if self.unsent:
            written.append(self.unsent)
        flush(self)

    monkeypatch.setattr(WebSocketProtocol, "flush", watched)
    return written


def test_the_reply_and_the_events_go_out_in_one_write(tmp_path: Path, writes: list[bytes]) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server)
        await until(lambda: not server.hub.presence._pending)
        await sockets[0].do("ping")
        writes.clear()

        await sockets[0].act(table, "go", "answer", seat=0, moment=0, answer={"type": "claim"})

        assert sorted(map(kinds, writes)) == [["tell"], ["tell"], ["tell", "done"]]

    run_on_server(file(tmp_path), test)


def test_one_write_is_bounded_and_keeps_the_order(tmp_path: Path, writes: list[bytes]) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server)
        for line in range(MAX_WRITE // 1000):
            await sockets[1].act(table, f"say{line}", "say", seat=1, text="🎸" * 500)
        writes.clear()
        again = await (await server.browser()).socket()

        await again.do("listen", table=table, after=1)
        await again.do("ping")

        heard = numbers(again, table, None)
        assert heard == list(range(2, 2 + len(heard)))
        assert sum(map(len, writes)) > MAX_WRITE
        assert max(map(len, writes)) < MAX_WRITE + 3000

    run_on_server(file(tmp_path), test)


def test_a_snapshot_comes_first_and_then_every_number_once(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server, pace={"type": "days"})
        await play(table, sockets, 6)
        for seat, socket in enumerate(sockets):
            heard = numbers(socket, table, seat)
            assert len(heard) > 6
            assert heard == list(range(heard[0], heard[0] + len(heard)))

    run_on_server(file(tmp_path), test)


def test_a_client_that_reconnects_gets_exactly_what_it_missed_even_while_more_happens(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server, "fingers")
        whole = await people[0].socket()
        await whole.listen(table, 0)
        first = numbers(whole, table, 0)[-1]

        async def come_and_go() -> list[list[str]]:
            found = []
            for _ in range(6):
                again = await people[0].socket()
                await again.do("listen", table=table, seat=0, after=first)
                await asyncio.sleep(0.02)
                await again.do("ping")
                found.append([msgspec.json.encode(message).decode() for message in again.messages(table, 0)])
                await again.close()
            return found

        _, came = await asyncio.gather(play(table, sockets, 4), come_and_go())
        await whole.do("ping")
        true = [msgspec.json.encode(message).decode() for message in whole.messages(table, 0)][1:]
        assert len(true) >= 8
        for heard in came:
            assert heard == true[: len(heard)]
        last = await people[0].socket()
        await last.do("listen", table=table, seat=0, after=first)
        await last.do("ping")
        assert [msgspec.json.encode(message).decode() for message in last.messages(table, 0)] == true

    run_on_server(file(tmp_path), test)


def test_an_answer_sent_again_counts_once(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server)
        answer = {"seat": 0, "moment": 0, "answer": {"type": "claim"}}
        other = await people[0].socket()

        replies = await asyncio.gather(
            *(socket.act(table, "same", "answer", **answer) for socket in (sockets[0], other) for _ in range(5))
        )

        assert all(reply["type"] == "done" for reply in replies)
        assert (await newest(sockets[0], table, 0))["moment"] == 1
        late = await sockets[0].act(table, "another", "answer", **answer)
        assert late["key"] == "table.too_late"

    run_on_server(file(tmp_path), test)


def test_malformed_messages_are_refused_every_time(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        socket = await ada.socket()
        for text, number, key in (
            ("nonsense", None, "call.malformed"),
            ('{"type":"ping","id":7,"more":1}', 7, "call.malformed"),
            ('{"type":"fly","id":8}', 8, "call.malformed"),
            ('{"type":"ping","id":-1}', None, "call.malformed"),
            ('{"type":"ping","id":9,"x":"' + "y" * 40_000 + '"}', 9, "call.too_big"),
            (b"\x00\x01", None, "call.not_text"),
        ):
            seen = len(socket.heard)
            await socket.send(text)
            await socket.until(lambda said, seen=seen: said["type"] == "refused" and socket.heard.index(said) >= seen)
            assert (socket.heard[-1].get("id"), socket.heard[-1]["key"]) == (number, key)
        await socket.do("ping")

    run_on_server(file(tmp_path), test)


def masked(head: int, payload: bytes, size: int | None = None) -> bytes:
    """Return a frame of a browser; `size` forges its length."""
    told = len(payload) if size is None else size
    wide = pack("!BB", head, 0x80 | told) if told < 126 else pack("!BBQ", head, 0x80 | 127, told)
    mask = b"mask"
    return wide + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def test_calls_are_read_however_their_bytes_arrive(tmp_path: Path) -> None:
    def ping(number: int) -> bytes:
        return b'{"type":"ping","id":%d}' % number

    async def test(server: LocalServer) -> None:
        socket = await (await server.browser()).socket()
        line = socket.line.transport

        line.write(b"".join(masked(0x81, ping(100 + i)) for i in range(40)))
        for piece in masked(0x81, ping(200)) + masked(0x81, ping(201).ljust(300)):
            line.write(bytes([piece]))
            await asyncio.sleep(0)
        line.write(masked(0x01, ping(300)[:9]) + masked(0x89, b"there?") + masked(0x80, ping(300)[9:]))
        line.write(masked(0x81, ping(301)))
        await socket.until(lambda said: said.get("id") == 301)
        replies = [said["id"] for said in socket.heard if said["type"] == "done"]
        assert replies == [*range(100, 140), 200, 201, 300, 301]

    run_on_server(file(tmp_path), test)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (masked(0x81, b"{", 2_000_000), 1009),
        (masked(0x81, b"\xff\xfe"), 1007),
        (masked(0x01, b"{") + masked(0x81, b"}"), 1002),
        (b"\x81\x02{}", 1002),
    ],
)
def test_malformed_frames_close_the_connection(tmp_path: Path, bad: bytes, code: int) -> None:
    async def test(server: LocalServer) -> None:
        socket = await (await server.browser()).socket()
        socket.line.transport.write(bad)
        await asyncio.wait_for(socket.line.wait_closed(), TIMEOUT)
        assert socket.line.close_code == code

    run_on_server(file(tmp_path), test)


def test_a_guest_with_too_many_bad_calls_is_disconnected(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(
        FREE, bad_calls=5.0, bad_calls_per_second=0.0, calls_burst=20.0, calls_per_second=0.0
    )

    async def test(server: LocalServer) -> None:
        ada, ben, eve = [await server.browser() for _ in range(3)]
        rude, busy, calm = await ada.socket(), await ben.socket(), await eve.socket()
        for _ in range(10):
            await rude.send("nonsense")
        assert await rude.closed() == 4408
        assert rude.heard[-1] == {"type": "goodbye", "reason": "too_much"}
        for number in range(100, 140):
            await busy.send(f'{{"type":"ping","id":{number}}}')
        assert await busy.closed() == 4408
        refused = [said for said in busy.heard if said["type"] == "refused"]
        assert {said["key"] for said in refused} == {"call.too_many"}
        assert busy.heard[-1]["reason"] == "too_much"
        await calm.do("ping")

    run_on_server(file(tmp_path), test, msgspec.structs.replace(CONFIG, limits=limits))


def test_a_client_that_does_not_read_is_cut_and_delays_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.server.transport.connection.MAX_WAITING", 40)

    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server)
        eve = await server.browser()
        stuck = await eve.socket()
        await stuck.listen(table)
        stuck.line.transport.pause_reading()
        text = "🎸" * 500

        for number in range(30):
            await asyncio.gather(
                *(sockets[0].act(table, f"say{number}.{i}", "say", seat=0, text=text) for i in range(30))
            )
            if len(server.hub.connections) == 3:
                break

        assert len(server.hub.connections) == 3
        await sockets[1].do("ping")
        heard = numbers(sockets[1], table, 1)
        assert heard == list(range(heard[0], heard[0] + len(heard)))
        assert 'timebooth_sockets_cut_total{reason="too_slow"} 1.0' in server.services.metrics.text().decode()
        stuck.line.transport.abort()

    run_on_server(file(tmp_path), test)


def test_a_silent_client_is_disconnected(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        now = [1000.0]
        server.hub.clock = lambda: now[0]
        ada = await server.browser()
        silent, awake = await ada.socket(), await ada.socket()
        now[0] += 1.5 * server.hub.heartbeat
        await awake.do("ping")
        now[0] += server.hub.heartbeat
        assert await silent.closed() == 4408
        assert silent.heard[-1]["reason"] == "silent"
        await awake.do("ping")

    run_on_server(file(tmp_path), test)


async def presence_noted(server: LocalServer) -> None:
    """Wait until every seat that may count as left or as back was looked at, and the result is stored."""
    presence = server.hub.presence
    await until(lambda: not presence._leaving and not presence._tasks)


def test_everybody_at_a_table_sees_who_is_connected(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, _ = await seated(server)
        eve = await server.browser()
        watching = await eve.socket()
        await watching.listen(table)
        full = {"type": "here", "table": table, "seats": [0, 1, 2], "spectators": 1}
        await sockets[0].until(lambda said: said == full)

        await watching.close()
        await sockets[2].close()

        await sockets[0].until(lambda said: said == {**full, "seats": [0, 1], "spectators": 0})

    run_on_server(file(tmp_path), test)


def test_a_seat_without_a_connection_counts_as_left_until_its_player_is_back(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server)

        def away(said: dict[str, Any]) -> bool:
            summary = said.get("message", {}).get("summary")
            return summary is not None and summary["chairs"][2].get("away", False)

        def back(said: dict[str, Any]) -> bool:
            summary = said.get("message", {}).get("summary")
            after = sockets[0].heard.index(said) > left
            return after and summary is not None and not summary["chairs"][2].get("away", False)

        await sockets[2].close()
        left = sockets[0].heard.index(await sockets[0].until(away))
        again = await people[2].socket()
        await again.listen(table, 2)
        await sockets[0].until(back)

    run_on_server(file(tmp_path), test)


def test_a_player_who_left_is_not_brought_back_by_watching(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server)
        await sockets[2].act(table, "go", "leave", seat=2)
        again = await people[2].socket()
        await again.listen(table, 2)
        await presence_noted(server)
        assert (await people[2].get(f"/api/tables/{table}"))["summary"]["chairs"][2]["away"]
        await again.act(table, "back", "come_back", seat=2)
        assert "away" not in (await people[2].get(f"/api/tables/{table}"))["summary"]["chairs"][2]

    run_on_server(file(tmp_path), test)


def test_nobody_counts_as_left_in_a_game_of_days_or_before_the_game(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        table, sockets, people = await seated(server, pace={"type": "days"})
        waiting = await people[0].open("fingers", "host", "open", "open")
        await sockets[0].do("listen", table=waiting, seat=0)
        for socket in sockets:
            await socket.close()
        await until(lambda: not server.hub.connections)
        await presence_noted(server)
        for each in (table, waiting):
            chairs = (await people[0].get(f"/api/tables/{each}"))["summary"]["chairs"]
            assert chairs[0]["kind"] == "person"
            assert not any(chair.get("away") for chair in chairs)

    run_on_server(file(tmp_path), test)


def test_a_player_who_stood_up_gets_no_more_messages_of_the_seat(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben, cleo = [await server.browser() for _ in range(3)]
        table = await ada.open("fingers", "host", "open", "open")
        his, hers = await ben.socket(), await cleo.socket()
        await his.act(table, "sit", "sit", seat=1)
        await his.listen(table, 1)
        await his.act(table, "up", "leave", seat=1)
        heard = len(his.messages(table, 1))
        assert his.messages(table, 1)[-1]["summary"]["chairs"][1] == {"kind": "open"}

        await hers.act(table, "sit", "sit", seat=1)
        await hers.act(table, "note", "note", seat=1, text="my secret")
        await his.do("ping")

        assert len(his.messages(table, 1)) == heard
        assert (await his.call("listen", table=table, seat=1))["key"] == "table.not_your_seat"

    run_on_server(file(tmp_path), test)


def test_a_stopping_server_says_goodbye_and_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def stop(server: LocalServer) -> None:
        table, sockets, people = await seated(server)
        calls = [
            asyncio.create_task(sockets[0].act(table, f"say{i}", "say", seat=0, text=f"line {i}")) for i in range(50)
        ]
        await asyncio.sleep(0.01)
        await server.stop()
        assert await sockets[1].closed() == 1012
        assert sockets[1].heard[-1]["reason"] == "stopping"
        assert sockets[1].heard[-1]["back_in"] > 0
        await asyncio.wait(calls, timeout=0.1)
        done = [
            i
            for i, call in enumerate(calls)
            if call.done() and not call.cancelled() and call.result()["type"] == "done"
        ]
        for call in calls:
            call.cancel()
        kept.update(table=table, done=done, cookie=people[0].cookie)

    async def start(server: LocalServer) -> None:
        ada = Browser(server.port, cookies={"timebooth": kept["cookie"]})
        story = await ada.get(f"/api/tables/{kept['table']}/story", seat=0)
        lines = [line["text"] for line in story["lines"]]
        assert [f"line {i}" for i in kept["done"]] == lines[: len(kept["done"])]
        socket = await ada.socket()
        await socket.do("listen", table=kept["table"], seat=0)
        assert (await socket.act(kept["table"], "go", "answer", seat=0, moment=0, answer={"type": "claim"}))[
            "type"
        ] == "done"
        await ada.__aexit__(None, None, None)

    run_on_server(file(tmp_path), stop)
    run_on_server(file(tmp_path), start)


def test_a_hint_comes_from_another_process_one_at_a_time(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        server.services.studies.hint_seconds = 0.5
        ada = await server.browser()
        table = await ada.open("riff-in-time", "host", "random")
        socket = await ada.socket()
        await socket.listen(table, 0)
        scene = socket.scene(table, 0)
        assert scene is not None

        first, second = await asyncio.gather(*(socket.call("hint", table=table, seat=0) for _ in range(2)))

        assert second["key"] == "hint.one_at_a_time"
        options = [option["answer"] for option in scene["ask"]["options"]]
        assert first["estimates"]
        assert all(each["answer"] in options and 0 <= each["chance"] <= 1 for each in first["estimates"])

    run_on_server(file(tmp_path), test)


def test_the_coach_looks_at_an_answer_in_another_process(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        server.services.studies.hint_seconds = 0.1
        ada = await server.browser()
        table = await ada.open("riff-in-time", "host", "random")
        socket = await ada.socket()
        await socket.listen(table, 0)
        scene = socket.scene(table, 0)
        assert scene is not None
        question = {"table": table, "seat": 0, "moment": scene["moment"]}
        answer = scene["ask"]["options"][0]["answer"]

        first, second = await asyncio.gather(
            socket.call("ask_coach", **question, answer=answer), socket.call("hint", table=table, seat=0)
        )

        assert first["type"] == "coached"
        assert first.get("chance") is None or 0 <= first["left"] < first["chance"] <= 1
        assert second["key"] == "hint.one_at_a_time"
        for wrong, key in (
            ({**question, "moment": scene["moment"] + 1, "answer": answer}, "table.too_late"),
            ({**question, "answer": {"type": "fly"}}, "refused.malformed_answer"),
        ):
            assert (await socket.call("ask_coach", **wrong))["key"] == key
        assert socket.scene(table, 0) == scene, "the coach answered for the player"

    run_on_server(file(tmp_path), test)


@pytest.mark.parametrize("places", [("host", "open"), ("host", "host"), ("host", "open", "random")])
def test_the_coach_does_not_help_among_people(tmp_path: Path, places: tuple[str, ...]) -> None:
    async def test(server: LocalServer) -> None:
        ada, ben = await server.browser(), await server.browser()
        table = await ada.open("riff-in-time", *places)
        socket, other = await ada.socket(), await ben.socket()
        if "open" in places:
            assert (await other.act(table, "sit", "sit", seat=1))["type"] == "done"
        await socket.listen(table, 0)
        await socket.do("ping")

        said = await socket.call("ask_coach", table=table, seat=0, moment=0, answer={"type": "pass"})
        assert said["key"] == "coach.among_people"
        if "open" in places:
            await other.act(table, "away", "hand_over", seat=1)  # a bot plays for them
            said = await socket.call("ask_coach", table=table, seat=0, moment=0, answer={"type": "pass"})
            assert said["key"] == "coach.among_people"

    run_on_server(file(tmp_path), test)


def test_a_preview_shows_what_an_answer_would_do(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("excellent-boardgame", "host", "random")
        socket = await ada.socket()
        await socket.listen(table, 0)
        scene = socket.scene(table, 0)
        assert scene is not None
        plan = scene["ask"]["options"][0]["answer"]

        told = await socket.do("project", table=table, seat=0, moment=0, answer=plan)

        assert told["events"]
        assert told["preview"]["key"].startswith("preview.plan")

    run_on_server(file(tmp_path), test)


def test_a_table_of_bots_pauses_while_nobody_watches(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        table = await ada.open("fingers", "random", "random", "random")
        assert server.tables.scheduler.is_paused(server.tables.live_tables.by_id[table])
        socket = await ada.socket()
        await socket.listen(table, None)
        await socket.listen(table, None)  # again, on the same socket
        await socket.until(
            lambda said: said["type"] == "tell" and said["message"].get("scene", {}).get("moment", 0) > 0
        )
        await socket.do("stop", table=table, seat=None)
        live = server.tables.live_tables.by_id.get(table)
        assert live is None or server.tables.scheduler.is_paused(live)

    run_on_server(file(tmp_path), test)


def test_an_answer_that_a_table_forces_is_counted(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        assert server.tables.scheduler.on_moved_on is not None
        server.tables.scheduler.on_moved_on()
        assert "timebooth_forced_answers_total 1.0" in server.services.metrics.text().decode()

    run_on_server(file(tmp_path), test)


def test_a_text_that_is_not_utf8_closes_its_socket_and_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: LocalServer) -> None:
        socket = await (await server.browser()).socket()
        protocol = socket.line.protocol
        protocol.send_text(b'{"type": "ping", "id": "\xed\xa0\x80"}')
        socket.line.transport.write(b"".join(protocol.data_to_send()))
        await socket.line.wait_closed()
        assert socket.line.close_code == 1007

    run_on_server(file(tmp_path), test)
    assert not [record for record in caplog.records if record.exc_info]
