"""Tables are loaded and unloaded while people connect, act and leave: whoever is connected hears everything."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN
from tests.tables.harness import Harness, run_test
from timebooth.server.tables.hub import UNLOAD_AFTER
from timebooth.store.store import Store
from timebooth.tables.wire import Days, Message, Say

MAX_PAUSE = 5  # iterations of the event loop
SEEDS = 150
UNLOADS = 8


class UnpredictableStore:
    """Passes every call on to a real store, and lets other tasks run before and after it."""

    def __init__(self, store: Store, dice: random.Random) -> None:
        self._store = store
        self._dice = dice

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if name in ("changes", "close"):
            return method

        async def call(*args: Any, **named: Any) -> Any:
            await pause(self._dice)
            result = await method(*args, **named)
            await pause(self._dice)
            return result

        return call


async def pause(dice: random.Random) -> None:
    for _ in range(dice.randrange(MAX_PAUSE)):
        await asyncio.sleep(0)


class Guest:
    """Connects and leaves, and keeps what it heard while it was connected."""

    def __init__(self, harness: Harness, table: str) -> None:
        self.harness = harness
        self.table = table
        self.heard: list[Message] = []
        self.leave: Callable[[], None] | None = None

    async def come_and_go(self, dice: random.Random, times: int) -> None:
        """Connect as often as that; stay connected after the last time."""
        for _ in range(times):
            if self.leave is not None:
                self.leave()
                self.leave = None
                await pause(dice)
            self.heard = []
            self.leave = await self.harness.tables.subscribe(self.table, BEN, 1, self.heard.append)
            await pause(dice)


async def unload_idle(harness: Harness, dice: random.Random) -> None:
    """Unload idle tables again and again, as a server does every second."""
    for _ in range(UNLOADS):
        await pause(dice)
        harness.tables.unload_idle(UNLOAD_AFTER)


@pytest.mark.parametrize("part", range(3))
def test_whoever_is_connected_hears_everything(tmp_path: Path, part: int) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("objection", pace=Days()))
        for seed in range(part * SEEDS, (part + 1) * SEEDS):
            dice = random.Random(seed)
            again = Harness(cast(Store, UnpredictableStore(harness.store, dice)))
            again.commands = harness.commands
            guests = [Guest(again, table) for _ in range(2)]
            await asyncio.gather(
                again.tables.live_tables.resume(),
                unload_idle(again, dice),
                *(guest.come_and_go(dice, times) for guest, times in zip(guests, (1, 3), strict=True)),
                again.act(table, ADA, Say("hello", 0)),
            )
            before = [len(guest.heard) for guest in guests]
            await again.act(table, ADA, Say("still there?", 0))
            assert [len(guest.heard) for guest in guests] == [count + 1 for count in before], f"seed {seed}"
            await again.tables.close()

    run_test(str(tmp_path / "tables.db"), test)
