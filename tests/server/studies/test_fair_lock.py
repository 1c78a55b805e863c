"""Hints and analyses: people take turns, and nobody starves another."""

from __future__ import annotations

import asyncio

import pytest

from timebooth.server.problems import Refusal
from timebooth.server.protocol import CourseOfGame
from timebooth.server.studies import studies
from timebooth.server.studies.fair_lock import FairLock
from timebooth.server.studies.studies import MAX_COURSES_EACH, MAX_COURSES_WAITING, Studies

SOON = 20  # iterations of the event loop after which everything has settled


async def settle() -> None:
    for _ in range(SOON):
        await asyncio.sleep(0)


class Work:
    """Holds the lock until it is told to go on."""

    def __init__(self, turns: FairLock) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    async def do(self, person: str, name: str) -> None:
        self.gates[name] = asyncio.Event()
        async with self.turns.hold(person):
            self.order.append(name)
            await self.gates[name].wait()

    def begin(self, person: str, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(self.do(person, name))


def test_people_take_turns_and_too_many_are_refused() -> None:
    async def run() -> None:
        work = Work(FairLock("hint.busy", 4, 3))
        tasks = [work.begin("greedy", f"g{i}") for i in range(4)]
        await settle()
        tasks.append(work.begin("ada", "a0"))
        await settle()
        for person in ("greedy", "ben"):
            with pytest.raises(Refusal, match=r"hint\.busy"):
                work.turns.check(person)
        tasks[2].cancel()
        await settle()
        work.turns.check("ben")
        for name in ("g0", "a0", "g1", "g3"):
            assert work.order[-1] == name
            work.gates[name].set()
            await settle()
        assert work.order == ["g0", "a0", "g1", "g3"]
        work.turns.check("greedy")
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())


def test_a_waiter_cancelled_as_it_gets_the_lock_passes_it_on() -> None:
    async def run() -> None:
        work = Work(FairLock("hint.busy", 4, 3))
        first, second, third = (work.begin(person, person) for person in ("ada", "ben", "cleo"))
        await settle()
        work.gates["ada"].set()
        await asyncio.sleep(0)  # ben was given the lock but has not run yet
        second.cancel()
        await settle()
        assert work.order[-1] == "cleo"
        work.gates["cleo"].set()
        await asyncio.gather(first, second, third, return_exceptions=True)
        async with work.turns.hold("dora"):
            assert not third.cancelled()

    asyncio.run(run())


def test_analyses_of_one_person_do_not_block_another(monkeypatch: pytest.MonkeyPatch) -> None:
    gates: dict[str, asyncio.Event] = {}
    order: list[str] = []

    async def work(*args: object) -> CourseOfGame:
        record = str(args[3])
        order.append(record)
        await gates.setdefault(record, asyncio.Event()).wait()
        return CourseOfGame((), ())

    monkeypatch.setattr(studies.Studies, "_run", work)

    async def run() -> None:
        studies = Studies()
        greedy = [asyncio.create_task(studies.course(f"g{i}", f"g{i}", "greedy")) for i in range(1 + MAX_COURSES_EACH)]
        await settle()
        with pytest.raises(Refusal, match=r"course\.busy"):
            await studies.course("more", "more", "greedy")
        ada = asyncio.create_task(studies.course("a", "a", "ada"))
        await settle()
        same = asyncio.create_task(studies.course("g1", "g1", "ada"))  # already waits: asked by greedy
        gates["g0"].set()
        await settle()
        assert order == ["g0", "a"]
        others = [
            asyncio.create_task(studies.course(f"o{i}", f"o{i}", f"other{i}"))
            for i in range(MAX_COURSES_WAITING - MAX_COURSES_EACH)
        ]
        await settle()
        with pytest.raises(Refusal, match=r"course\.busy"):
            await studies.course("late", "late", "late")
        for task in (*greedy, ada, same, *others):
            task.cancel()
        for task in studies._courses.values():
            task.cancel()
        await settle()

    asyncio.run(run())
