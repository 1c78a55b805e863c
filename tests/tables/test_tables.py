"""Tables on a store: open, join, leave, watch, rematch; nothing is lost or done twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, DORA, EVE
from tests.tables.harness import Harness, run_test, until
from timebooth.kernel.errors import BadSetup
from timebooth.store.open_store import open_store
from timebooth.store.sqlite import SqliteStore
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.wire import (
    Answer,
    ComeBack,
    Fill,
    GiveOrders,
    HandOver,
    Leave,
    Message,
    Note,
    PassUntilMyTurn,
    Place,
    Say,
    Settings,
    Sit,
    TakeBack,
)

OBJECTION = fixtures.settings("objection")
FINGERS = fixtures.settings("fingers", 2)
WITH_BOTS = Settings("objection", (Place("host"), Place("bot", "random"), Place("bot", "greedy")))


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def test_a_table_is_listed_joined_and_begins_when_every_seat_is_taken(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OBJECTION)
        (listed,) = await harness.tables.lobby()
        assert listed.status == "open"
        assert [chair.kind for chair in listed.chairs] == ["person", "open", "open"]

        await harness.act(table, BEN, Sit(2))
        with pytest.raises(NotAllowed, match="seat_taken"):
            await harness.act(table, CLEO, Sit(2))
        await harness.act(table, CLEO, Sit())

        (listed,) = await harness.tables.lobby()
        assert listed.status == "running"
        assert [chair.name for chair in listed.chairs] == ["Ada", "Cleo", "Ben"]
        with pytest.raises(NotAllowed, match="begun"):
            await harness.act(table, DORA, Sit())
        assert await harness.tables.seats_of(table, CLEO) == (1,)
        assert await harness.tables.seats_of(table, DORA) == ()

    run_test(store_address, test)


def test_a_table_by_invitation_is_not_listed_and_open_to_whoever_has_the_link(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        settings = msgspec.structs.replace(FINGERS, visibility="invitation")
        opened = await harness.tables.create(ADA, "c", settings)
        assert await harness.tables.lobby() == []
        for wrong in ("", "guess"):
            with pytest.raises(NotAllowed, match="by_invitation"):
                await harness.act(opened.table, BEN, Sit(invitation=wrong))
            with pytest.raises(NotAllowed, match="by_invitation"):
                await harness.subscribe(opened.table, EVE, None, wrong)
            with pytest.raises(NotAllowed, match="by_invitation"):
                await harness.act(opened.table, EVE, Say("let me in", invitation=wrong))
        await harness.act(opened.table, BEN, Sit(invitation=opened.invitation))
        assert (await harness.tables.summary(opened.table, EVE, opened.invitation)).status == "running"
        assert (await harness.tables.summary(opened.table, BEN)).status == "running"
        (told,) = await harness.subscribe(opened.table, EVE, None, opened.invitation)
        assert opened.invitation.encode() not in msgspec.json.encode(told)

    run_test(file(tmp_path), test)


def test_settings_that_make_no_game_are_refused(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        for wrong in (
            fixtures.settings("fingers", 7),
            fixtures.settings("fingers", options={"speed": 3}),
            fixtures.settings("back-to-the-future", options={"first_player": 5}),
            Settings("fingers", (Place("host"), Place("bot", "clairvoyant"))),
        ):
            with pytest.raises((BadSetup, NotAllowed), match=r"setup\."):
                await harness.open(ADA, wrong)
        assert await harness.tables.lobby() == []

    run_test(file(tmp_path), test)


def test_the_host_fills_open_seats_with_bots(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OBJECTION)
        with pytest.raises(NotAllowed, match="host_only"):
            await harness.act(table, BEN, Fill("random"))
        with pytest.raises(NotAllowed, match=r"setup\.bot"):
            await harness.act(table, ADA, Fill("clairvoyant"))
        await harness.act(table, ADA, Fill("random"))
        assert (await harness.tables.summary(table, ADA)).chairs[2].bot == "random"
        await harness.play(table, {0: ADA})
        assert await harness.tables.lobby() == []

    run_test(file(tmp_path), test)


def test_before_the_game_a_seat_is_left_free(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OBJECTION)
        await harness.act(table, BEN, Sit(1))
        await harness.act(table, BEN, Leave(1))
        await harness.act(table, DORA, Sit(1))
        assert await harness.tables.seats_of(table, DORA) == (1,)

    run_test(file(tmp_path), test)


def test_whoever_leaves_is_replaced_once_the_seat_is_no_longer_kept_and_may_come_back(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, ADA, Leave(0))
        await harness.advance(59)
        chair = (await harness.tables.summary(table, ADA)).chairs[0]
        assert chair.away
        assert chair.bot == ""
        await harness.advance(2)
        assert (await harness.tables.summary(table, ADA)).chairs[0].bot == "greedy"
        await harness.advance(2)
        live = await harness.tables.live_tables.get(table)
        assert live.table.match is not None
        assert live.table.match.moment == 1
        with pytest.raises(NotAllowed, match=r"bot_plays|not_asked|too_late"):
            await harness.answer(table, ADA, 0, 2)
        await harness.act(table, ADA, ComeBack(0))
        chair = (await harness.tables.summary(table, ADA)).chairs[0]
        assert not chair.away
        assert chair.bot == ""
        with pytest.raises(NotAllowed, match="never_left"):
            await harness.act(table, ADA, ComeBack(0))

    run_test(file(tmp_path), test)


def test_a_seat_can_be_handed_to_a_bot_at_once(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        for person, seat in ((ADA, 0), (BEN, 1), (CLEO, 2)):
            await harness.act(table, person, HandOver(seat))
        await harness.play(table, {})
        with pytest.raises(Exception, match="game_is_over"):
            await harness.act(table, ADA, HandOver(0))

    run_test(file(tmp_path), test)


def test_one_person_may_hold_several_seats(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        places = (Place("host"), Place("host", name="Ada's sister"))
        table = await harness.open(ADA, Settings("fingers", places))
        assert await harness.tables.seats_of(table, ADA) == (0, 1)
        assert [chair.name for chair in (await harness.tables.summary(table, ADA)).chairs] == ["Ada", "Ada's sister"]
        await harness.play(table, {0: ADA, 1: ADA})

    run_test(file(tmp_path), test)


def test_spectators_see_what_is_public_and_have_a_chat_that_players_do_not_see(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        watching = await harness.subscribe(table, EVE, None)
        playing = await harness.subscribe(table, ADA, 0)
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await harness.subscribe(table, EVE, 0)
        scene = watching[0].scene
        assert scene is not None
        assert scene.ask is None
        assert scene.view.mine is None
        assert watching[0].own is None

        await harness.act(table, EVE, Say("Ben holds two objections!"))
        assert len(playing) == 1
        line = watching[-1].line
        assert line is not None
        assert (line.name, line.seat) == ("Eve", None)
        await harness.act(table, BEN, Say("Hello", 1))
        assert playing[-1].line == watching[-1].line
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await harness.act(table, EVE, Say("I am Ben", 1))

    run_test(file(tmp_path), test)


def test_notes_and_orders_are_private(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        streams = {seat: await harness.subscribe(table, person, seat) for seat, person in enumerate((ADA, BEN, CLEO))}
        await harness.act(table, BEN, Note(1, "Cleo bluffs"))
        await harness.act(table, BEN, GiveOrders(1, (PassUntilMyTurn(),)))
        assert [len(stream) for stream in streams.values()] == [1, 3, 1]
        own = streams[1][-1].own
        assert own is not None
        assert own.note == "Cleo bluffs"
        assert own.orders == (PassUntilMyTurn(),)

    run_test(file(tmp_path), test)


def test_a_repeated_command_is_done_once_and_acknowledged_again(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        first = await harness.tables.create(ADA, "open", OBJECTION)
        assert await harness.tables.create(ADA, "open", OBJECTION) == first
        assert len(await harness.tables.lobby()) == 1
        for person in (BEN, CLEO):
            for _ in range(2):
                await harness.tables.act(first.table, person, "sit", Sit())
        heard = await harness.subscribe(first.table, BEN, 1)
        for _ in range(3):
            await harness.tables.act(first.table, BEN, "say", Say("Hi", 1))
            await harness.tables.act(first.table, ADA, "claim", Answer(0, 0, {"type": "claim"}))
        assert [message.line is not None for message in heard] == [False, True, False]
        await harness.tables.act(first.table, BEN, "p", Answer(1, 1, {"type": "pass"}))
        await harness.tables.act(first.table, CLEO, "p", Answer(2, 1, {"type": "pass"}))
        await harness.tables.act(first.table, CLEO, "p", Answer(2, 1, {"type": "pass"}))

    run_test(store_address, test)


def test_a_stream_is_numbered_and_missed_messages_come_exactly(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        people = {0: ADA, 1: BEN, 2: CLEO}
        streams = {seat: await harness.subscribe(table, person, seat) for seat, person in people.items()}
        watching = await harness.subscribe(table, EVE, None)
        await harness.act(table, ADA, Say("Good luck", 0))
        await harness.answer(table, ADA, 0, 3)
        await harness.act(table, ADA, TakeBack(0))
        await harness.play(table, people)
        for audience, person, stream in (
            *((seat, people[seat], streams[seat]) for seat in people),
            (None, EVE, watching),
        ):
            numbers = [message.number for message in stream]
            assert numbers == list(range(numbers[0], numbers[0] + len(stream)))
            for after in (numbers[0], numbers[3], numbers[-2], numbers[-1]):
                missed = await harness.tables.missed(table, person, audience, after)
                assert msgspec.json.encode(missed) == msgspec.json.encode(stream[1 + after - numbers[0] :])
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await harness.tables.missed(table, EVE, 0, 0)

    run_test(store_address, test)


def test_after_a_restart_every_table_goes_on_where_it_was(store_address: str) -> None:
    async def run() -> None:
        store = await open_store(store_address)
        harness = Harness(store)
        table = await harness.open_full(OBJECTION)
        await harness.answer(table, ADA, 0, 2)
        await harness.answer(table, BEN, 1, 0)
        with_bots = await harness.open(ADA, WITH_BOTS)
        before = (await harness.tables.live_tables.get(table)).table
        await harness.tables.close()

        again = Harness(store)
        again.now = harness.now
        await again.tables.resume()
        after = (await again.tables.live_tables.get(table)).table
        assert after.match is not None
        assert before.match is not None
        assert after.match.state.numbers() == before.match.state.numbers()
        assert after.pending == before.pending == {1: 0}
        await again.play(table, {0: ADA, 1: BEN, 2: CLEO})
        await again.play(with_bots, {0: ADA})
        await again.tables.close()
        await store.close()

    asyncio.run(run())


def test_two_nodes_serve_one_table(store_address: str) -> None:
    """Each follows the other's writes; whichever is slower reads them and decides again."""

    async def run() -> None:
        store = await open_store(store_address)
        here, there = Harness(store), Harness(store)
        there.commands = iter(range(1000, 2000))  # type: ignore[assignment]
        table = await here.open_full(OBJECTION)
        heard = await here.subscribe(table, BEN, 1)
        await there.answer(table, ADA, 0, 2)
        await asyncio.gather(there.answer(table, CLEO, 2, 0), here.act(table, BEN, Note(1, "x")))
        await here.tables.live_tables.read_new(await here.tables.live_tables.get(table))
        await here.answer(table, BEN, 1, 0)
        await there.tables.live_tables.read_new(await there.tables.live_tables.get(table))
        states = [(await each.tables.live_tables.get(table)).table for each in (here, there)]
        assert states[0].version == states[1].version
        assert states[0].message_numbers == states[1].message_numbers
        assert [message.number for message in heard] == list(range(heard[0].number, heard[0].number + len(heard)))
        await store.close()

    asyncio.run(run())


def test_what_one_node_writes_reaches_a_stream_on_another(store_address: str) -> None:
    """By notification on PostgreSQL; an SQLite file has one node, so the other one is told to read."""

    async def run() -> None:
        stores = [await open_store(store_address) for _ in range(2)]
        here, there = (Harness(store) for store in stores)
        table = await here.open_full(OBJECTION)
        heard = await there.subscribe(table, BEN, 1)
        following = asyncio.create_task(there.tables.live_tables.sync.follow())
        if not isinstance(stores[1], SqliteStore):
            await until(there.tables.live_tables.sync.resume_needed.is_set)  # it listens now
        await here.answer(table, ADA, 0, 2)
        if isinstance(stores[1], SqliteStore):
            await there.tables.live_tables.read_new(await there.tables.live_tables.get(table))
        await until(lambda: len(heard) > 1)
        assert heard[1].scene is not None
        assert heard[1].scene.moment == 1
        following.cancel()
        with pytest.raises(asyncio.CancelledError):
            await following
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_many_at_once_lose_nothing(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        heard = await harness.subscribe(table, ADA, 0)
        await asyncio.gather(*(harness.act(table, BEN, Say(str(i), 1)) for i in range(40)))
        lines = [message.line.text for message in heard if message.line is not None]
        assert sorted(lines, key=int) == [str(i) for i in range(40)]
        assert [message.number for message in heard] == list(range(heard[0].number, heard[0].number + 41))

    run_test(store_address, test)


def test_a_table_without_subscribers_is_unloaded_and_loaded_again_from_its_log(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        heard: list[Message] = []
        stop = await harness.tables.subscribe(table, ADA, 0, heard.append)
        assert table in harness.tables.live_tables.by_id
        stop()
        assert table not in harness.tables.live_tables.by_id
        await harness.answer(table, ADA, 0, 2)
        with pytest.raises(NotAllowed, match=r"table\.unknown"):
            await harness.subscribe("nowhere", ADA, None)

    run_test(file(tmp_path), test)


def test_a_television_that_opened_the_table_may_ask_for_a_rematch(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        places = (Place(), Place("bot", "random"), Place("bot", "random"))
        table = (await harness.tables.create(ADA, "o", msgspec.structs.replace(OBJECTION, places=places))).table
        await harness.tables.act(table, BEN, "s", Sit())
        await harness.play(table, {0: BEN})
        with pytest.raises(NotAllowed, match="players_only"):
            await harness.tables.rematch(table, EVE, "again")
        again = await harness.tables.rematch(table, ADA, "again")
        summary = await harness.tables.summary(again.table, ADA)
        assert [chair.kind for chair in summary.chairs] == ["open", "bot", "bot"]
        assert (await harness.tables.rematch(table, BEN, "again")).table == again.table
        assert (await harness.tables.summary(again.table, BEN)).chairs[0].name == "Ben"

    run_test(file(tmp_path), test)


def test_a_rematch_seats_everybody_where_they_were(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        with pytest.raises(NotAllowed, match="not_over"):
            await harness.tables.rematch(table, ADA, "again")
        await harness.play(table, {0: ADA, 1: BEN, 2: CLEO})
        heard = await harness.subscribe(table, ADA, 0)
        with pytest.raises(NotAllowed, match="players_only"):
            await harness.tables.rematch(table, EVE, "again")
        again = await harness.tables.rematch(table, BEN, "again")
        assert (await harness.tables.rematch(table, ADA, "again")).table == again.table
        assert heard[-1].summary is not None
        assert heard[-1].summary.rematch == again.table
        assert (await harness.tables.rematch(table, CLEO, "again")).table == again.table
        summary = await harness.tables.summary(again.table, ADA)
        assert summary.status == "running"
        assert [chair.name for chair in summary.chairs] == ["Ada", "Ben", "Cleo"]

    run_test(file(tmp_path), test)
