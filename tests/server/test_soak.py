"""A small version of `tools/soak.py`: people play while servers end in every way, and are upgraded."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.soak.run import Wanted, soak

SMALL = Wanted(seconds=1.0, tables=8, think=0.2, events=3, least=20)


def test_people_lose_nothing_while_servers_are_killed_drained_and_upgraded(tmp_path: Path) -> None:
    report = asyncio.run(soak(SMALL, tmp_path, str(tmp_path / "tables.db")))

    assert not report.bad, report.lines()
    assert sum(report.happened.values()) == 4
    assert report.answers >= 80
    assert report.memory
    assert report.how.total() > 0
