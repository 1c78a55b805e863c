"""The API against its description: every response is a described one, and never a server error."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from jsonschema_rs import validator_for
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.browser import TIMEOUT
from tests.server.local_server import serving
from timebooth.server import protocol
from timebooth.server.pages.openapi import schemas

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@contextmanager
def running(address: str) -> Iterator[int]:
    """Run a server in its own thread, because schemathesis has no event loop."""
    started, stop = threading.Event(), threading.Event()
    port: list[int] = []

    async def run() -> None:
        async with serving(address) as server:
            port.append(server.port)
            started.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert started.wait(TIMEOUT)
        yield port[0]
    finally:
        stop.set()
        thread.join(TIMEOUT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(str(tmp_path_factory.mktemp("api") / "tables.db")) as port:
        yield f"http://localhost:{port}"


@pytest.fixture(scope="module")
def cookie(server: str) -> str:
    return httpx.get(f"{server}/api/me").cookies["timebooth"]


@pytest.fixture(scope="module")
def described(server: str) -> Any:
    schema = schemathesis.openapi.from_url(f"{server}/api/openapi.json")
    schema.config.update(base_url=server)
    return schema.exclude(path="/api/tables/{table}/course")


api = schemathesis.pytest.from_fixture("described")


@api.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_every_path_answers_as_its_description_says(case: Any, cookie: str) -> None:
    case.call_and_validate(checks=CHECKS, cookies={"timebooth": cookie})


def test_the_description_holds_every_message_and_refuses_unknown_fields(server: str) -> None:
    document = httpx.get(f"{server}/api/openapi.json").json()
    found = document["components"]["schemas"]
    for kind in (*protocol.Call.__args__, *protocol.ServerMessage.__args__):
        assert found[kind.__name__]["additionalProperties"] is False
    assert found.keys() >= schemas().keys()
    root = {**found["Act"], "components": document["components"]}
    good = {"type": "act", "id": 1, "table": "t", "command": "c", "action": {"type": "leave", "seat": 0}}
    assert validator_for(root).is_valid(good)
    assert not validator_for(root).is_valid({**good, "more": 1})


def test_the_description_loads_nothing_from_other_servers(server: str) -> None:
    for path in ("/schema", "/schema/redoc", "/api/openapi.json/swagger"):
        assert "cdn" not in httpx.get(server + path).text
