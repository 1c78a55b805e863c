"""Bots of one person never keep the bots of another waiting for long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import TableWithoutStore
from tests.tables.games import find_game
from tests.tables.harness import until
from timebooth.tables import bot_processes
from timebooth.tables.bot_jobs import BotJob, bot_job
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.bot_processes import BotFailed, BotProcesses
from timebooth.tables.fair_queue import FairQueue

PLAIN = BotJob("fingers", "standard", {}, 2, 0, "merciless", {}, 1, [0, 1])


def test_owners_take_turns_and_people_come_first() -> None:
    queue: FairQueue[str] = FairQueue(people_in_a_row=4)
    for i in range(4):
        queue.put("greedy", f"g{i}")
        queue.put("show", f"s{i}", people=False)
    queue.put("ada", "a0")
    queue.put("ben", "b0")
    queue.put("ada", "a1")
    assert (len(queue), queue.waiting("greedy"), queue.owners()) == (11, 4, {"greedy", "show", "ada", "ben"})
    queue.discard("greedy", "g1")
    queue.discard("greedy", "g1")
    taken = [queue.take() for _ in range(10)]
    assert taken == ["g0", "a0", "b0", "g2", "s0", "a1", "g3", "s1", "s2", "s3"]
    assert (queue.take(), len(queue), queue.owners()) == (None, 0, set())


def test_an_owner_that_has_its_share_is_passed_over() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put("greedy", "g0")
    queue.put("ada", "a0")
    assert queue.take(lambda owner: owner != "greedy") == "a0"
    assert queue.take(lambda owner: owner != "greedy") is None
    assert queue.take() == "g0"


def test_time_shrinks_with_the_number_of_jobs_and_of_persons() -> None:
    limits = BotLimits(owner_seconds=10.0, node_seconds=20.0, least_seconds=0.05)
    assert limits.seconds(processes=1, owners=1, jobs=1) == 10.0
    assert limits.seconds(processes=1, owners=2, jobs=20) == 0.5
    assert limits.seconds(processes=1, owners=40, jobs=1) == 0.5
    assert limits.seconds(processes=4, owners=40, jobs=1) == 2.0
    assert limits.seconds(processes=1, owners=1, jobs=10_000) == 0.05


class FakeProcesses:
    """Stands in for processes: each job waits until the test lets it go."""

    def __init__(self) -> None:
        self.begun: list[BotJob] = []
        self.started = 0
        self.stopped = 0
        self.cancelled = 0
        self.obeys = True
        self.finished = False
        """Whether the test is over: jobs that begin now do not wait."""
        self._gates: list[threading.Event] = []

    def start(self, _: object) -> Any:
        fake = self
        fake.started += 1

        class BotProcess:
            def __init__(self) -> None:
                self.gate = threading.Event()

            def ask(self, job: BotJob) -> int:
                self.gate = threading.Event()
                fake._gates.append(self.gate)
                fake.begun.append(job)
                if not fake.finished:
                    self.gate.wait()
                return job.chance

            def cancel(self) -> None:
                fake.cancelled += 1
                if fake.obeys:
                    self.gate.set()

            def usable(self) -> bool:
                return True

            def stop(self) -> None:
                fake.stopped += 1
                self.gate.set()

        return BotProcess()

    def finish(self) -> None:
        """Let all jobs go, also those that begin later."""
        self.finished = True
        self.let_go()

    def let_go(self) -> None:
        for gate in self._gates:
            gate.set()

    async def has_begun(self, number: int) -> list[int]:
        """Wait until so many jobs have begun; return their numbers."""
        await until(lambda: len(self.begun) >= number)
        return [job.chance for job in self.begun]


def thinking(
    monkeypatch: pytest.MonkeyPatch,
    test: Callable[[BotProcesses, FakeProcesses], Awaitable[None]],
    number: int = 1,
    limits: BotLimits | None = None,
) -> None:
    fake = FakeProcesses()
    monkeypatch.setattr(bot_processes, "BotProcess", fake.start)

    async def run() -> None:
        bot_runner = BotProcesses(find_game, number, limits)
        before = asyncio.all_tasks()
        try:
            await test(bot_runner, fake)
        finally:
            tasks = asyncio.all_tasks() - before
            for task in tasks:
                task.cancel()
            fake.finish()
            await asyncio.gather(*tasks, return_exceptions=True)
            bot_runner.close()

    asyncio.run(run())


def job(owner: str, number: int, **more: Any) -> BotJob:
    return PLAIN._replace(owner=owner, chance=number, **more)


def begin(bot_runner: BotProcesses, wanted: BotJob) -> asyncio.Task[int]:
    return asyncio.create_task(bot_runner.think(wanted))


def test_after_twenty_tables_of_one_guest_the_next_job_is_somebody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        greedy = [begin(bot_runner, job("greedy", i)) for i in range(20)]
        await fake.has_begun(1)
        ada, ben = begin(bot_runner, job("ada", 100)), begin(bot_runner, job("ben", 200))
        await asyncio.sleep(0)
        for done in range(1, 4):
            await fake.has_begun(done)
            fake.let_go()
        assert (await fake.has_begun(3))[:3] == [0, 100, 200]
        assert (await ada, await ben) == (100, 200)
        begun = {one.chance: one for one in fake.begun}
        assert begun[100].owner == "", "the bot's process is not told whose table it is"
        assert begun[100].seconds == BotLimits().seconds(1, 3, 1)
        greedy[-1].cancel()

    thinking(monkeypatch, test)


def test_how_long_each_job_waits_for_a_process_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        waits: list[float] = []
        bot_runner.on_wait = waits.append
        first, second = begin(bot_runner, job("ada", 0)), begin(bot_runner, job("ben", 1))
        await fake.has_begun(1)
        assert len(waits) == 1
        fake.finish()
        await asyncio.gather(first, second)
        assert len(waits) == 2
        assert waits[1] > waits[0]

    thinking(monkeypatch, test)


def test_one_guest_never_has_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        for i in range(20):
            begin(bot_runner, job("greedy", i))
        assert sorted(await fake.has_begun(2)) == [0, 1]
        begin(bot_runner, job("ada", 100))
        assert 100 in await fake.has_begun(3)

    thinking(monkeypatch, test, number=3)


def test_tables_of_people_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        begin(bot_runner, job("cleo", 0))
        await fake.has_begun(1)
        begin(bot_runner, job("ada", 1, people=False))
        begin(bot_runner, job("ben", 2, people=True))
        await asyncio.sleep(0)
        fake.let_go()
        assert await fake.has_begun(2) == [0, 2]

    thinking(monkeypatch, test)


def test_a_cancelled_job_that_waits_leaves_the_queue_and_costs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        begin(bot_runner, job("ada", 0))
        await fake.has_begun(1)
        waiting = begin(bot_runner, job("ada", 1))
        await asyncio.sleep(0)
        assert bot_runner.waiting == 1
        waiting.cancel()
        await asyncio.sleep(0)
        assert bot_runner.waiting == 0
        assert (fake.started, fake.stopped, fake.cancelled) == (1, 0, 0)

    thinking(monkeypatch, test)


def test_a_running_bot_that_is_cancelled_stops_by_itself_and_its_process_lives_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        running = begin(bot_runner, job("ada", 0))
        await fake.has_begun(1)
        running.cancel()
        begin(bot_runner, job("ada", 1))
        assert await fake.has_begun(2) == [0, 1]
        assert (fake.started, fake.stopped, fake.cancelled) == (1, 0, 1)

    thinking(monkeypatch, test)


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_bot_that_does_not_stop_is_ended_with_its_process(monkeypatch: pytest.MonkeyPatch, cancelled: bool) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        fake.obeys = False
        running = begin(bot_runner, job("ada", 0))
        await fake.has_begun(1)
        if cancelled:
            running.cancel()
        else:
            with pytest.raises(BotFailed, match="no answer within"):
                await running
        begin(bot_runner, job("ada", 1))
        await fake.has_begun(2)
        assert (fake.started, fake.stopped) == (2, 1)

    limits = BotLimits(grace_seconds=0.01, max_seconds=60.0 if cancelled else 0.01)
    thinking(monkeypatch, test, limits=limits)


def test_beyond_its_budget_an_owners_bots_answer_at_random_and_others_still_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        for i in range(4):
            begin(bot_runner, job("greedy", i))
        await fake.has_begun(1)
        assert bot_runner.waiting == 3
        answers = {await bot_runner.think(job("greedy", i)) for i in range(20)}
        assert (answers, bot_runner.answered_at_random, bot_runner.waiting) == ({0, 1}, 20, 3)
        begin(bot_runner, job("ada", 100))
        await asyncio.sleep(0)
        assert bot_runner.waiting == 4
        assert await bot_runner.think(job("ben", 200)) in (0, 1), "the node's own limit"
        assert bot_runner.waiting == 4

    thinking(monkeypatch, test, limits=BotLimits(owner_jobs=3, node_jobs=4))


def test_what_is_forced_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(bot_runner: BotProcesses, fake: FakeProcesses) -> None:
        assert await bot_runner.think(job("ada", 0, offered=[7])) == 7
        assert fake.started == 0

    thinking(monkeypatch, test)


def test_a_real_search_that_is_cancelled_leaves_its_process_alive() -> None:
    async def run() -> None:
        bot_runner = BotProcesses(find_game, limits=BotLimits(grace_seconds=60.0))
        table = TableWithoutStore(fixtures.settings("excellent-boardgame", 2)).table
        seat = table.asked()[0]
        try:
            await bot_runner.think(bot_job(table, seat, "random"))
            (process,) = bot_runner._all
            thinking = asyncio.create_task(bot_runner.think(bot_job(table, seat, "merciless")))
            await until(lambda: process._number == 2)
            thinking.cancel()
            assert await bot_runner.think(bot_job(table, seat, "random")) in bot_job(table, seat, "random").offered
            assert bot_runner._all == {process}
            assert process.usable()
        finally:
            bot_runner.close()

    asyncio.run(run())
