"""A table detects bots that answer for ever, and answers for them; the length of its log is limited."""

from __future__ import annotations

import asyncio
import logging
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tables.fixtures import ADA, TableWithoutStore, settings
from tests.tables.harness import Harness
from tests.tiny.objection import WAIT, TakeTurn
from timebooth.kernel.chance import Rng
from timebooth.kernel.codes import Codes
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.journal import Journal
from timebooth.kernel.state import State
from timebooth.store.open_store import open_store
from timebooth.store.store import Store
from timebooth.tables import authorisation, deadlines, facts, loop_guard
from timebooth.tables.clocks import BOT_PAUSE
from timebooth.tables.loop_guard import MAX_IN_A_TURN, MAX_WITHOUT_A_PERSON, LoopGuard
from timebooth.tables.wire import Note, Place, Say, Settings

LIMIT = 12  # answers in a turn, in these tests


class Waits:
    """A bot runner whose bots always choose their last option."""

    async def think(self, job: object) -> int:
        return job.offered[-1]  # type: ignore[attr-defined,no-any-return]

    def close(self) -> None:
        """Do nothing."""


def make_turns_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only a claim end a turn of `objection`: a seat that waits stays on turn."""
    as_written = TakeTurn.answer

    def answer(step: TakeTurn, state: State, answers: Codes, rng: Rng, journal: Journal | None) -> None:
        if answers.at(0) != WAIT:
            as_written(step, state, answers, rng, journal)

    monkeypatch.setattr(TakeTurn, "answer", answer)


async def log_of(store: Store, table: str) -> list[facts.Written]:
    return [facts.read(entry.body) for entry in await store.read(table)]


def test_a_bot_in_a_loop_is_stopped_and_everybody_gets_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loop_guard, "MAX_IN_A_TURN", LIMIT)
    make_turns_endless(monkeypatch)

    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store, Waits())
        counted: list[int] = []
        harness.tables.scheduler.on_moved_on = lambda: counted.append(1)
        table = await harness.open(ADA, Settings("objection", (Place("bot", "random"), Place("host"))))
        heard = await harness.subscribe(table, ADA, None)
        own = await harness.subscribe(table, ADA, 1)
        seen = (await harness.tables.live_tables.get(table)).table
        for _ in range(400):
            if seen.asked() == (1,) and not seen.window:
                break
            if seen.window and 1 in seen.owes():
                await harness.answer(table, ADA, 1, seen.match.state.options(1)[0])  # type: ignore[union-attr]
            await harness.advance(0.5)
        assert seen.asked() == (1,)
        written = [one.fact for one in await log_of(store, table)]
        answers = [fact for fact in written if isinstance(fact, facts.Answered) and fact.seat == 0]
        assert [fact.by for fact in answers[:LIMIT]] == ["bot"] * LIMIT
        assert {fact.by for fact in answers[LIMIT:]} == {"table"}
        assert len(counted) == len(answers) - LIMIT
        for stream in (heard, own):
            assert [message.moved_on for message in stream if message.moved_on is not None] == [0]
        again = Harness(store)
        taken_up = (await again.tables.live_tables.get(table)).table
        assert vars(taken_up.loop_guard) == vars(seen.loop_guard)
        assert await again.tables.missed(table, ADA, None, heard[0].number) == heard[1:]
        await again.tables.close()
        await harness.tables.close()
        await store.close()

    with caplog.at_level(logging.WARNING, "timebooth"):
        asyncio.run(run())
    assert sum("never ends its turn" in record.message for record in caplog.records) == 1


def test_every_bot_answer_waits_its_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_turns_endless(monkeypatch)

    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store, Waits())
        table = await harness.open(ADA, Settings("objection", (Place("bot", "random"), Place("bot", "random"))))
        for _ in range(400):
            await harness.advance(0.1)
            await harness.tables.tick()  # however often it looks
        times = [one.at for one in await log_of(store, table)]
        assert len(times) > 20
        assert all(after - before >= BOT_PAUSE for before, after in pairwise(times))
        await harness.tables.close()
        await store.close()

    asyncio.run(run())


def test_a_game_that_its_bots_never_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_guard, "MAX_WITHOUT_A_PERSON", 6)

    async def run() -> None:
        store = await open_store(str(tmp_path / "t.db"))
        harness = Harness(store, Waits())
        table = await harness.open(ADA, Settings("objection", (Place("bot", "random"), Place("bot", "random"))))
        heard = await harness.subscribe(table, ADA, None)
        await harness.play(table, {})
        assert sum(message.moved_on is not None for message in heard) == 1
        await harness.tables.close()
        await store.close()

    asyncio.run(run())


def rounds(counter: LoopGuard, seats: int, *answers: tuple[tuple[int, ...], bool]) -> None:
    for asked, by_person in answers:
        counter.by_person = by_person
        counter.count(asked, seats)


def test_a_turn_ends_when_another_seat_is_asked_or_a_person_answers() -> None:
    counter = LoopGuard()
    rounds(counter, 2, *[((0,), False)] * MAX_IN_A_TURN)
    assert counter.tripped((0,))
    assert not counter.tripped((1,))
    rounds(counter, 2, ((1,), False))
    assert not counter.tripped((0,))
    rounds(counter, 2, *[((0,), False)] * (MAX_IN_A_TURN - 1), ((0,), True))
    assert not counter.tripped((0,))


def test_with_simultaneous_questions_or_one_seat_only_the_whole_game_is_limited() -> None:
    for asked, seats in (((0, 1), 2), ((0,), 1)):
        counter = LoopGuard()
        rounds(counter, seats, *[(asked, False)] * (MAX_WITHOUT_A_PERSON - 1))
        assert not counter.tripped(asked)
        rounds(counter, seats, (asked, False))
        assert counter.tripped(asked)
        rounds(counter, seats, (asked, True))
        assert not counter.tripped(asked)


def test_a_full_log_takes_nothing_more_and_keeps_its_last_facts_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TableWithoutStore(settings("fingers", 2))
    monkeypatch.setattr(authorisation, "MAX_FACTS_WITHOUT_ANSWERS", table.table.version + 1)
    monkeypatch.setattr(authorisation, "MAX_FACTS", table.table.version + 2)
    monkeypatch.setattr(deadlines, "MAX_FACTS", table.table.version + 2)
    table.act(ADA, Say("hello", 0))
    for action in (Say("hello", 0), Note(0, "mine")):
        with pytest.raises(TimeboothError) as refused:
            table.act(ADA, action)
        assert refused.value.key == "table.log_full"
    table.answer(0, type="show", fingers=1)
    with pytest.raises(TimeboothError) as refused:
        table.answer(1, type="show", fingers=1)
    assert refused.value.key == "table.log_full"
    table.table.seats[1].bot = "random"
    assert deadlines.deadlines_of(table.table) == []
