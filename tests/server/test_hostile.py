"""Hostile messages: no crash, no change, a clear refusal each; `tools/hostile.py` sends many times more."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.hostile import KINDS, attack


def test_whatever_is_sent_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    sent = asyncio.run(attack(str(tmp_path / "tables.db"), 4000))

    assert sum(sent.values()) == 4000
    assert set(sent) == set(KINDS)
