"""Hostile messages: no crash, no change, and a clear refusal for each; `tools/hostile.py` sends many more."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.hostile import KINDS, attack
from tests.server.stored.run import run


def test_hostile_messages_are_refused_and_change_nothing(tmp_path: Path) -> None:
    sent = asyncio.run(attack(str(tmp_path / "tables.db"), 4000))

    assert sum(sent.values()) == 4000
    assert set(sent) == set(KINDS)


def test_accepted_tables_open_again_after_a_stop_and_after_a_kill(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, messages=240, seed=3, per_round=120))

    assert report.accepted.total() > 30
    assert report.starts == 2
    assert not report.failures, str(report)
