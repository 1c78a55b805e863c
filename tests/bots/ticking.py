"""A clock that the test owns: each reading takes a fixed time, on every machine."""

from __future__ import annotations

import pytest


class Ticking:
    def __init__(self, tick: float) -> None:
        self.tick = tick
        self.now = -tick  # the first reading is 0

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


def own_clock(monkeypatch: pytest.MonkeyPatch, tick: float) -> Ticking:
    """Let bots read a clock that moves on by `tick` seconds at every reading."""
    clock = Ticking(tick)
    monkeypatch.setattr("timebooth.bots.thinker.perf_counter", clock)
    return clock
