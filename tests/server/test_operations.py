"""Health, readiness and metrics, for the operator only."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.local_server import CONFIG, LocalServer, run_on_server
from tests.server.raw_requests import HOST, ask, request
from tests.tables.harness import until
from timebooth.server.metrics import CALLS_EVERY
from timebooth.server.readiness import CACHED_FOR, Readiness
from timebooth.server.sessions.secret import token_from
from timebooth.server.tables.hub import BACK_IN
from timebooth.store.store import StoreError
from timebooth.tables.set_aside import SetAside

DASHBOARD = Path(__file__).parent.parent.parent / "deploy" / "grafana.json"
TOKEN = b"a token for the tests, long enough"


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def labels(figures: str) -> set[str]:
    return {line.rpartition(" ")[0] for line in figures.splitlines() if not line.startswith("#")}


def test_metrics_are_off_by_default(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        for headers in ({}, {"authorization": "Bearer x"}, {"x-forwarded-for": "127.0.0.1"}):
            answer = await ada.http.get("/metrics", headers=headers)
            assert (answer.status_code, answer.json()["key"]) == (404, "request.no_such_path")

    run_on_server(file(tmp_path), test)


def test_metrics_need_the_token(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        await ada.socket()
        for said in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN.decode()}", "Bearer \u00e9"):
            headers = {"authorization": said.encode("latin-1")}
            answer = await ada.http.get("/metrics", headers=headers)  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["key"]) == (401, "metrics.token")
        answer = await ada.http.get("/metrics", headers={"authorization": f"Bearer {TOKEN.decode()}"})
        assert "timebooth_sockets 1.0" in answer.text
        assert 'timebooth_requests_total{method="GET",status="401"} 5.0' in answer.text

    run_on_server(file(tmp_path), test, msgspec.structs.replace(CONFIG, metrics_token=TOKEN))


def test_the_metrics_port_serves_nothing_but_metrics_and_health(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        port = server.services.metrics_access.port
        assert port not in (None, server.port)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as host:
            assert "timebooth_connections 1.0" in (await host.get("/metrics")).text
            assert (await host.get("/healthz")).text == "good\n"
            assert (await host.get("/readyz")).text == "ready\n"
            for path in ("/", "/api/me", "/api/lobby", "/metrics/x"):
                answer = await host.get(path)
                assert (answer.status_code, answer.json()["key"]) == (404, "request.no_such_path")
        ada = await server.browser()
        assert (await ada.http.get("/metrics")).status_code == 404

    run_on_server(file(tmp_path), test, msgspec.structs.replace(CONFIG, metrics_port=0))


def test_a_token_is_read_from_a_file_or_refused_with_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(TOKEN + b"\n")
    (tmp_path / "short").write_bytes(b"short\n")
    assert token_from(tmp_path / "token") == TOKEN
    for name in ("short", "none"):
        with pytest.raises(Exception, match=r"serve\.token_"):
            token_from(tmp_path / name)


def test_requests_cannot_add_labels_to_the_metrics(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        async def visit(name: str) -> None:
            await ada.http.request(f"M{name}", "/")
            await ada.http.get(f"/{name}.js")
            await ada.http.get(f"/api/tables/{name}")
            await ask(server.port, request(b"GET", f"/{name}".encode(), b"Host: " + name.encode()))
            await ask(server.port, request(name.encode(), b"/", HOST, HOST))
            await socket.call(name)
            await socket.call("listen", table=name)

        ada = await server.browser()
        socket = await ada.socket()
        await visit("first")
        before = labels(server.services.metrics.text().decode())
        for number in range(10):
            await visit(f"x{number}")
        assert labels(server.services.metrics.text().decode()) == before

    run_on_server(file(tmp_path), test)


def test_metrics_do_not_reveal_that_somebody_has_answered(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        now = [0.0]
        server.services.metrics._clock = lambda: now[0]
        server.services.metrics._calls_at = 0.0
        ada = await server.browser()
        table = await ada.open("fingers", "host", "host", "host")
        socket = await ada.socket()
        await socket.listen(table, 0)
        before = server.services.metrics.text()
        scene = socket.scene(table, 0)
        assert scene is not None
        answer = scene["ask"]["options"][0]["answer"]
        assert (await socket.act(table, "c", "answer", seat=0, moment=0, answer=answer))["type"] == "done"
        assert server.services.metrics.text() == before
        assert b"{call=" not in before
        now[0] = CALLS_EVERY
        assert b"timebooth_calls_total 3.0" in server.services.metrics.text()

    run_on_server(file(tmp_path), test)


def test_histograms_measure_actions_writes_batches_bots_and_sockets(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        server.services.metrics._clock = lambda: server.services.metrics._calls_at + CALLS_EVERY
        ada = await server.browser()
        table = await ada.open("fingers", "host", "open", "open")
        socket = await ada.socket()
        assert (await socket.act(table, "c", "say", text="hello", seat=0))["type"] == "done"
        await socket.do("ping")
        await socket.close()
        await until(lambda: not server.hub.connections)
        text = server.services.metrics.text().decode()
        assert "timebooth_act_seconds_count 1.0" in text
        assert "timebooth_call_seconds_count 2.0" in text
        assert "timebooth_socket_seconds_count 1.0" in text
        assert "timebooth_store_write_seconds_count 0.0" not in text
        assert "timebooth_store_batch_writes_count 0.0" not in text

    run_on_server(file(tmp_path), test)


def test_the_dashboard_asks_for_figures_that_the_server_has_and_leaves_none_out(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        text = server.services.metrics.text().decode()
        kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
        there = {name for name in kinds if not name.endswith("_created")}
        panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
        asked = set(
            re.findall(r"timebooth_\w+", " ".join(each["expr"] for panel in panels for each in panel["targets"]))
        )
        assert {name.removesuffix("_bucket") for name in asked} == there
        assert all(name.endswith("_bucket") == (kinds[name.removesuffix("_bucket")] == "histogram") for name in asked)

    run_on_server(file(tmp_path), test)


class Fake:
    """A store that can or cannot be written."""

    def __init__(self) -> None:
        self.asked = 0
        self.problem: Exception | None = None
        self.answers = asyncio.Event()
        self.answers.set()

    async def ready(self) -> None:
        self.asked += 1
        await self.answers.wait()
        if self.problem is not None:
            raise self.problem


def test_many_readiness_checks_ask_the_database_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store, now = Fake(), [0.0]
        readiness = Readiness(store, lambda: now[0])  # type: ignore[arg-type]
        store.answers.clear()
        asking = [asyncio.create_task(readiness.problem()) for _ in range(50)]
        await asyncio.sleep(0)
        store.answers.set()
        assert set(await asyncio.gather(*asking)) == {""}
        assert await readiness.problem() == ""
        assert store.asked == 1
        store.problem = StoreError("store.unreachable", reason="/secret/server is read-only")
        assert await readiness.problem() == ""
        now[0] += CACHED_FOR
        assert await readiness.problem() == "the database cannot be written"
        assert store.asked == 2
        monkeypatch.setattr("timebooth.server.readiness.ANSWER_WITHIN", 0.01)
        store.answers.clear()
        now[0] += CACHED_FOR
        assert await readiness.problem() == "the database does not answer"

    asyncio.run(test())


def test_a_node_can_be_alive_but_not_ready(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        ada = await server.browser()
        store: Any = server.tables.store

        async def broken() -> None:
            raise StoreError("store.unreachable", reason="read-only")

        assert (await ada.http.get("/readyz")).text == "ready\n"
        assert (await ada.http.head("/readyz")).status_code == 200
        store.ready = broken
        server.services.readiness._known = None
        answer = await ada.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the database cannot be written\n")
        server.hub.stopping = True
        answer = await ada.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "stopping\n")
        assert (await ada.http.get("/healthz")).text == "good\n"

    run_on_server(file(tmp_path), test)


def test_during_an_upgrade_an_older_node_sends_everybody_to_the_newer_ones(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        nodes: Any = server.tables.nodes
        nodes._compare_versions = lambda: None
        nodes.has_successor, nodes.newest = True, frozenset({"a newer node"})
        ada = await server.browser()
        answer = await ada.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "a newer version is running\n")

        server.tables.live_tables.set_aside["upgraded"] = SetAside("table.set_aside.other_rules", table="upgraded")
        socket = await ada.socket()
        await socket.send('{"type":"listen","id":1,"table":"upgraded"}')
        await socket.closed()
        assert socket.heard[-1] == {"type": "goodbye", "reason": "set_aside", "back_in": BACK_IN}

    run_on_server(file(tmp_path), test)


def test_a_newer_node_is_not_ready_until_the_older_ones_have_kept_everything(tmp_path: Path) -> None:
    async def test(server: LocalServer) -> None:
        server.tables.nodes._in_charge.clear()
        ada = await server.browser()
        answer = await ada.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "taking over from an older version\n")

    run_on_server(file(tmp_path), test)
