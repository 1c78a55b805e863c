"""A small version of `tools/abuse.py`: abusers beside honest tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.abuse.run import Wanted, phase

SMALL = Wanted(tables=6, think=0.4, scale=0.1)


@pytest.mark.parametrize(
    "attacks",
    [
        ["merciless", "spectator-chat", "long-sleep", "lobby-flood", "seat-grabbing"],
        ["openapi", "lobby", "half-requests", "idle-lines", "silent-sockets", "deaf-sockets", "maximal", "imports"],
    ],
    ids=["tables", "requests"],
)
def test_no_honest_answer_is_lost_and_no_honest_player_is_refused(tmp_path: Path, attacks: list[str]) -> None:
    rows: list[str] = []

    _, during = asyncio.run(phase(SMALL, tmp_path, str(tmp_path / "tables.db"), attacks, 0.5, 4.0, rows.append))

    assert during.abuse.total() > 0
    assert len(during.done) > 0
    assert not during.lost
    assert not during.refused
