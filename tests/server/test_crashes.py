"""Servers that are killed lose nothing that they acknowledged; `tools/crash.py` does it many more times."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests import postgres
from tests.server.crash_run import crash


def test_a_server_killed_under_load_loses_nothing_and_does_nothing_twice(store_address: str, tmp_path: Path) -> None:
    report = asyncio.run(crash(store_address, kills=3, folder=tmp_path, seed=1))

    assert not report.lost
    assert not report.twice
    assert report.acknowledged > 20
    assert report.answers >= report.acknowledged


@pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")
def test_two_nodes_on_one_database_share_every_table_and_either_may_die(postgres_folder: str, tmp_path: Path) -> None:
    address = postgres.new_database(postgres_folder)

    report = asyncio.run(crash(address, kills=2, folder=tmp_path, seed=2, nodes=2))

    assert not report.lost
    assert not report.twice
    assert report.acknowledged > 20
