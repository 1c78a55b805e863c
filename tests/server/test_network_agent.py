"""The example of an agent plays a whole game at a table of a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from examples.network_agent import Server, play

from tests.server.local_server import LocalServer, run_on_server
from timebooth.tables import clocks


def test_the_example_plays_a_game_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "BOT_PAUSE", 0.01)  # nobody watches
    seen: list[Any] = []

    def first(view: Any, options: list[Any]) -> Any:
        seen.append(view)
        return options[0]

    async def test(server: LocalServer) -> None:
        guest = await asyncio.to_thread(Server, f"http://localhost:{server.port}")
        table = await asyncio.to_thread(guest.open_table, "excellent-boardgame")
        outcome = await play(guest, table, 0, first)

        assert outcome["ending"]

    run_on_server(str(tmp_path / "tables.db"), test)
    assert len(seen) > 5
    assert {view["seat"] for view in seen} == {0}
