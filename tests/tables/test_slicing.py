"""Long work is done in slices, between which everybody else is served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tables.fixtures import ADA
from tests.tables.harness import Harness, run_test
from timebooth.kernel.match import Match
from timebooth.tables import history, live_tables, slicing, sync, tables
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.slicing import Turns
from timebooth.tables.wire import Place, Settings

RIFF = Settings("riff-in-time", (Place("host"), Place("bot", "random")))


async def long_game(harness: Harness) -> str:
    table = await harness.open(ADA, RIFF)
    await harness.play(table, {0: ADA})
    return table


class LongestRun:
    """Counts the rounds that are played before the event loop gets a turn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = self.longest = self.total = 0
        patch.setattr(Match, "play", self._counted(Match.play))

    def _counted(self, play: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            self.now += 1
            self.total += 1
            self.longest = max(self.longest, self.now)
            return play(*args)

        return counted

    async def during(self, work: Awaitable[object]) -> int:
        """Return the longest run of rounds while this is done."""
        self.now = self.longest = self.total = 0
        task = asyncio.ensure_future(work)
        while not task.done():
            self.now = 0
            await asyncio.sleep(0)
        await task
        assert self.total > 0
        return self.longest


def test_replaying_a_whole_game_lets_others_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (slicing, live_tables, history, sync):
        monkeypatch.setattr(module, "SLICE", 5)

    async def test(harness: Harness) -> None:
        table = await long_game(harness)
        live = await harness.tables.live_tables.get(table)
        assert live.table.match is not None
        rounds, number = len(live.table.match.rounds), live.table.message_numbers[0]
        assert rounds > 20
        run = LongestRun(monkeypatch)
        assert await run.during(harness.tables.story(table, ADA, 0)) <= 6
        assert await run.during(harness.tables.moment(table, ADA, 0, rounds)) <= 6
        assert await run.during(harness.tables.missed(table, ADA, 0, number - 1)) <= 6
        harness.tables.live_tables.by_id.clear()
        assert await run.during(harness.tables.summary(table, ADA)) <= 6

    run_test(str(tmp_path / "tables.db"), test)


def test_whoever_missed_too_much_starts_with_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_BEHIND", 5)

    async def test(harness: Harness) -> None:
        table = await long_game(harness)
        now = (await harness.tables.live_tables.get(table)).table.message_numbers[0]
        assert len(await harness.tables.missed(table, ADA, 0, now - 5)) == 5
        with pytest.raises(NotAllowed, match="too_far_behind"):
            await harness.tables.missed(table, ADA, 0, now - 6)

    run_test(str(tmp_path / "tables.db"), test)


def test_one_person_takes_some_turns_and_leaves_the_others_theirs() -> None:
    async def run() -> None:
        turns = Turns(at_once=1, per_person=2)
        done: list[str] = []
        gate = asyncio.Event()

        async def work(person: str) -> None:
            async with turns.turn(person):
                await gate.wait()
                done.append(person)

        greedy = [asyncio.create_task(work("greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(work("honest"))
        await asyncio.sleep(0)
        gate.set()
        refused = [one for one in await asyncio.gather(*greedy, return_exceptions=True) if one is not None]
        await honest
        assert [type(one) for one in refused] == [NotAllowed, NotAllowed]
        assert done == ["greedy", "greedy", "honest"]
        async with turns.turn("greedy"):
            pass

    asyncio.run(run())
