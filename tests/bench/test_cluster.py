"""The benchmark of several nodes runs on a real PostgreSQL, and bots think once about each decision."""

from __future__ import annotations

import msgspec
import pytest

from tests import postgres
from tests.cli.command import timebooth
from timebooth.bench.server.cluster import Wanted, measure_cluster
from timebooth.store.temporary import address

needs_postgres = pytest.mark.skipif(postgres.programs() is None, reason="PostgreSQL is not here")


@needs_postgres
def test_two_nodes_share_every_table_and_think_once_about_each_decision(postgres_folder: str) -> None:
    wanted = Wanted((2,), sockets=8, answers=16, in_flight=2, bots=2, db=address(postgres_folder, "postgres"))
    said: list[str] = []

    (rate,) = measure_cluster(wanted, said.append)

    assert said == ["2 × node"]
    assert (rate.nodes, rate.answers) == (2, 16)
    assert 0 < rate.ack_p50 <= rate.ack_p99
    assert rate.notices > 0
    assert rate.decisions > 0
    assert rate.thoughts_per_decision == 1.0
    assert msgspec.json.decode(msgspec.json.encode(rate))["nodes"] == 2


def test_a_number_of_nodes_must_be_a_number() -> None:
    run = timebooth("bench", "cluster", "--nodes", "many")

    assert run.code == 2
    assert "“many” names no number of nodes" in run.err
