"""Writes to one table take turns: players do not wait for chat, and no acknowledged write is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.harness import Harness, run_test
from timebooth.store.open_store import open_store
from timebooth.store.store import Append, Store, StoreError
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Person
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.quotas import UNLIMITED
from timebooth.tables.wire import Answer, Place, Say, Settings, Sit
from timebooth.tables.write_queue import Rank, Write, WriteQueue

OBJECTION = fixtures.settings("objection")
CHATTERS = tuple(Person(f"g{number}", f"Guest {number}") for number in range(40))


class OneByOne:
    """A store that appends only when the test says so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.waiting: list[tuple[bytes, asyncio.Event]] = []
        self.holding = False
        self.results: list[Append | StoreError] = []
        """What the next appends return instead of being done."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, table: str, version: int, command: str, body: bytes, *more: Any) -> Append:
        if self.holding:
            let_go = asyncio.Event()
            self.waiting.append((body, let_go))
            await let_go.wait()
        if self.results:
            result = self.results.pop(0)
            if isinstance(result, StoreError):
                raise result
            return result
        return await self._store.append(table, version, command, body, *more)

    async def let_one_go(self) -> facts.AnyFact:
        """Do the append that has waited longest; return the text that it writes."""
        while not self.waiting:
            await asyncio.sleep(0)
        body, let_go = self.waiting.pop(0)
        let_go.set()
        return facts.read(body).fact


async def running_table(harness: Harness) -> str:
    table = await harness.open(ADA, OBJECTION)
    for person in (BEN, CLEO):
        await harness.act(table, person, Sit())
    return table


def held_back(file: str, test: Any, quotas: Any = UNLIMITED) -> None:
    async def run() -> None:
        store = await open_store(file)
        harness = Harness(OneByOne(store), quotas=quotas)
        await test(harness, harness.store)
        await harness.tables.close()
        await store.close()

    asyncio.run(run())


async def chat(harness: Harness, table: str, lines: int = 5) -> list[asyncio.Task[None]]:
    """Have forty guests send lines as fast as they can; all of them wait to be written."""
    tasks = [
        asyncio.create_task(harness.act(table, guest, Say(f"{guest.id} {line}")))
        for guest in CHATTERS
        for line in range(lines)
    ]
    for _ in range(10):
        await asyncio.sleep(0)
    return tasks


def test_a_players_answer_waits_for_the_one_write_in_progress_and_for_no_chat(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.holding = True
        chatting = await chat(harness, table)
        assert len(store.waiting) == 1, "one append at a time"
        answering = asyncio.create_task(harness.answer(table, ADA, 0, 2))
        for _ in range(10):
            await asyncio.sleep(0)

        written = [await store.let_one_go() for _ in range(2)]

        assert isinstance(written[0], facts.Said)
        assert isinstance(written[1], facts.Answered)
        store.holding = False
        while store.waiting:
            await store.let_one_go()
        await asyncio.gather(answering, *chatting)

    held_back(str(tmp_path / "t.db"), test)


def test_between_two_lines_of_one_guest_everybody_else_has_a_turn(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.holding = True
        flood = [asyncio.create_task(harness.act(table, EVE, Say(f"flood {line}"))) for line in range(100)]
        chatting = await chat(harness, table, 1)
        bens = asyncio.create_task(harness.act(table, BEN, Say("hello", 1)))

        said = [await store.let_one_go() for _ in range(1 + 1 + len(CHATTERS) + 1)]

        texts = [line.text for line in said if isinstance(line, facts.Said)]
        assert texts[0] == "flood 0"
        assert [text for text in texts if text.startswith("flood")] == ["flood 0", "flood 1"]
        assert texts[-1] == "hello"
        store.holding = False
        while store.waiting:
            await store.let_one_go()
        await asyncio.gather(bens, *flood, *chatting)

    held_back(str(tmp_path / "t.db"), test)


def test_what_a_table_does_by_itself_goes_before_all_people(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        settings = msgspec.structs.replace(OBJECTION, places=(Place("host"), Place("open"), Place("open")))
        table = await harness.open(ADA, settings)
        for person in (BEN, CLEO):
            await harness.act(table, person, Sit())
        store.holding = True
        chatting = await chat(harness, table, 1)
        answering = asyncio.create_task(harness.answer(table, ADA, 0, 2))
        await asyncio.sleep(0)
        losing = asyncio.create_task(harness.tables.lost(table, 2))
        for _ in range(10):
            await asyncio.sleep(0)

        written = [type(await store.let_one_go()) for _ in range(3)]

        assert written == [facts.Said, facts.WentAway, facts.Answered]
        store.holding = False
        while store.waiting:
            await store.let_one_go()
        await asyncio.gather(answering, losing, *chatting)

    held_back(str(tmp_path / "t.db"), test)


def test_a_write_that_another_node_was_faster_than_keeps_its_place() -> None:
    async def run() -> None:
        queue = WriteQueue()

        def write(person: str, rank: Rank = Rank.CHAT) -> Write:
            return Write("c", lambda: facts.WindowClosed(), person, rank, asyncio.get_running_loop().create_future())

        first, second, third = write("a"), write("a"), write("b")
        for each in (first, second, third):
            queue.put(each)
        assert queue.take() is first
        queue.put_back(first)
        answer = write("c", Rank.GAME)
        queue.put(answer)
        assert [queue.take() for _ in range(5)] == [answer, first, third, second, None]
        assert queue.waiting("a") == 0

    asyncio.run(run())


def test_a_write_is_tried_until_it_is_done_however_often_another_node_was_faster(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.results = [Append.CONFLICT] * 50
        await harness.act(table, ADA, Say("at last", 0))
        last = (await harness.store.read(table))[-1]
        assert b"at last" in last.body

    held_back(str(tmp_path / "t.db"), test)


def test_one_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.results = [StoreError("store.unreachable", reason="gone")]
        tasks = [asyncio.create_task(harness.act(table, BEN, Say(str(line), 1))) for line in range(3)]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(result) for result in results] == [StoreError, type(None), type(None)]

        await harness.answer(table, ADA, 0, 2)

    held_back(str(tmp_path / "t.db"), test)


def test_a_caller_that_gives_up_holds_nobody_up(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.holding = True
        first, second, third = (
            asyncio.create_task(harness.act(table, person, Say(person.name, seat)))
            for seat, person in enumerate((ADA, BEN, CLEO))
        )
        for _ in range(10):
            await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        await asyncio.sleep(0)
        store.holding = False
        while store.waiting:
            await store.let_one_go()
        await third
        said = [facts.read(entry.body).fact for entry in await harness.store.read(table)]
        assert [fact.name for fact in said if isinstance(fact, facts.Said)] in (["Ada", "Cleo"], ["Cleo"])

    held_back(str(tmp_path / "t.db"), test)


def test_too_many_waiting_acts_of_one_guest_are_refused_and_others_are_not(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        table = await running_table(harness)
        store.holding = True
        tasks = [asyncio.create_task(harness.act(table, EVE, Say(str(line)))) for line in range(10)]
        bens = asyncio.create_task(harness.act(table, BEN, Say("mine", 1)))
        for _ in range(10):
            await asyncio.sleep(0)
        store.holding = False
        while store.waiting:
            await store.let_one_go()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await bens
        refused = [result for result in results if isinstance(result, NotAllowed)]
        assert [problem.key for problem in refused] == ["call.too_many"] * 6  # one in progress, three waiting

    held_back(str(tmp_path / "t.db"), test, msgspec.structs.replace(UNLIMITED, waiting_acts=3))


def test_other_tables_do_not_wait(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        busy, calm = await running_table(harness), await running_table(harness)
        store.holding = True
        chatting = await chat(harness, busy, 2)
        store.holding = False
        await harness.answer(calm, ADA, 0, 2)
        while store.waiting:
            await store.let_one_go()
        await asyncio.gather(*chatting)

    held_back(str(tmp_path / "t.db"), test)


def test_whatever_was_acknowledged_is_in_the_log_and_in_every_stream_once(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await running_table(harness)
        heard = await harness.subscribe(table, ADA, None)

        async def play() -> int:
            """Change Ada's answer all the time; return how many answers were acknowledged."""
            for _ in range(20):
                await harness.answer(table, ADA, 0, 2)
                live = (await harness.tables.live_tables.get(table)).table
                assert live.match is not None
                for seat, person in ((1, BEN), (2, CLEO)):
                    if seat in live.owes():
                        option = live.match.state.options(seat)[0]
                        names = live.game.answers.names(option)
                        await harness.act(table, person, Answer(seat, live.match.moment, names))
                if 0 not in live.owes():
                    return 1
            return 20

        chatting = asyncio.gather(*await chat(harness, table))
        await play()
        await chatting
        entries = await harness.store.read(table)
        lines = [fact.text for entry in entries if isinstance(fact := facts.read(entry.body).fact, facts.Said)]
        assert sorted(lines) == sorted(f"{guest.id} {line}" for guest in CHATTERS for line in range(5))
        assert sorted(message.line.text for message in heard if message.line is not None) == sorted(lines)
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))

    run_test(store_address, test)


def test_within_one_node_no_append_is_ever_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Appends of one node must not conflict with each other: that used to starve players."""
    behind = 0
    read_new = LiveTables.read_new

    async def counted(self: LiveTables, live: Any) -> None:
        nonlocal behind
        behind += 1
        await read_new(self, live)

    monkeypatch.setattr(LiveTables, "read_new", counted)

    async def test(harness: Harness) -> None:
        table = await running_table(harness)
        await asyncio.gather(*await chat(harness, table))
        assert behind == 0

    run_test(str(tmp_path / "t.db"), test)


def test_a_table_with_waiting_writes_is_not_forgotten(tmp_path: Path) -> None:
    async def test(harness: Harness, store: OneByOne) -> None:
        opened = await harness.open(ADA, Settings("fingers", (Place("host"), Place("open"))))
        store.holding = True
        saying = asyncio.create_task(harness.act(opened, ADA, Say("hello", 0)))
        for _ in range(10):
            await asyncio.sleep(0)
        live = harness.tables.live_tables.by_id[opened]
        harness.now += 1000
        harness.tables.unload_idle(1)
        assert harness.tables.live_tables.by_id[opened] is live
        await store.let_one_go()
        await saying

    held_back(str(tmp_path / "t.db"), test)
