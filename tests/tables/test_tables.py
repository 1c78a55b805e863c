"""Tables on a store: open, join, leave, watch, play again; nothing lost, nothing twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.tables import setting
from tests.tables.evening import Evening, spend
from tests.tables.setting import ADA, BEN, CLEO, DORA, EVE
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

OBJECTION = setting.settings("objection")
FINGERS = setting.settings("fingers", 2)
WITH_BOTS = Settings("objection", (Place("host"), Place("bot", "random"), Place("bot", "greedy")))


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def seated(evening: Evening) -> str:
    """Ada, Ben and Cleo at a running table."""
    table = await evening.open(ADA, OBJECTION)
    for person in (BEN, CLEO):
        await evening.act(table, person, Sit())
    return table


def test_a_table_is_listed_joined_and_begins_when_every_seat_is_taken(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, OBJECTION)
        (listed,) = await evening.tables.lobby()
        assert listed.status == "open"
        assert [chair.kind for chair in listed.chairs] == ["person", "open", "open"]

        await evening.act(table, BEN, Sit(2))
        with pytest.raises(NotAllowed, match="seat_taken"):
            await evening.act(table, CLEO, Sit(2))
        await evening.act(table, CLEO, Sit())

        (listed,) = await evening.tables.lobby()
        assert listed.status == "running"
        assert [chair.name for chair in listed.chairs] == ["Ada", "Cleo", "Ben"]
        with pytest.raises(NotAllowed, match="begun"):
            await evening.act(table, DORA, Sit())
        assert await evening.tables.seats_of(table, CLEO) == (1,)
        assert await evening.tables.seats_of(table, DORA) == ()

    spend(store_address, test)


def test_a_table_by_invitation_is_not_listed_and_opens_to_who_holds_the_link(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        settings = msgspec.structs.replace(FINGERS, visibility="invitation")
        opened = await evening.tables.create(ADA, "c", settings)
        assert await evening.tables.lobby() == []
        for wrong in ("", "guess"):
            with pytest.raises(NotAllowed, match="by_invitation"):
                await evening.act(opened.table, BEN, Sit(invitation=wrong))
            with pytest.raises(NotAllowed, match="by_invitation"):
                await evening.listen(opened.table, EVE, None, wrong)
            with pytest.raises(NotAllowed, match="by_invitation"):
                await evening.act(opened.table, EVE, Say("let me in", invitation=wrong))
        await evening.act(opened.table, BEN, Sit(invitation=opened.invitation))
        assert (await evening.tables.summary(opened.table, EVE, opened.invitation)).status == "running"
        assert (await evening.tables.summary(opened.table, BEN)).status == "running"
        (told,) = await evening.listen(opened.table, EVE, None, opened.invitation)
        assert opened.invitation.encode() not in msgspec.json.encode(told)

    spend(file(tmp_path), test)


def test_settings_that_make_no_game_are_refused(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        for wrong in (
            setting.settings("fingers", 7),
            setting.settings("fingers", options={"speed": 3}),
            setting.settings("back-to-the-future", options={"first_player": 5}),
            Settings("fingers", (Place("host"), Place("bot", "clairvoyant"))),
        ):
            with pytest.raises((BadSetup, NotAllowed), match=r"setup\."):
                await evening.open(ADA, wrong)
        assert await evening.tables.lobby() == []

    spend(file(tmp_path), test)


def test_the_host_fills_open_seats_with_bots(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, OBJECTION)
        with pytest.raises(NotAllowed, match="host_only"):
            await evening.act(table, BEN, Fill("random"))
        with pytest.raises(NotAllowed, match=r"setup\.bot"):
            await evening.act(table, ADA, Fill("clairvoyant"))
        await evening.act(table, ADA, Fill("random"))
        assert (await evening.tables.summary(table, ADA)).chairs[2].bot == "random"
        await evening.play_to_the_end(table, {0: ADA})
        assert await evening.tables.lobby() == []

    spend(file(tmp_path), test)


def test_before_the_game_a_seat_is_left_free(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await evening.open(ADA, OBJECTION)
        await evening.act(table, BEN, Sit(1))
        await evening.act(table, BEN, Leave(1))
        await evening.act(table, DORA, Sit(1))
        assert await evening.tables.seats_of(table, DORA) == (1,)

    spend(file(tmp_path), test)


def test_who_leaves_is_replaced_after_the_tables_patience_and_may_come_back(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        await evening.act(table, ADA, Leave(0))
        await evening.turn(59)
        chair = (await evening.tables.summary(table, ADA)).chairs[0]
        assert chair.away
        assert chair.bot == ""
        await evening.turn(2)
        assert (await evening.tables.summary(table, ADA)).chairs[0].bot == "greedy"
        await evening.turn(2)
        live = await evening.tables.live_tables.get(table)
        assert live.table.match is not None
        assert live.table.match.moment == 1
        with pytest.raises(NotAllowed, match=r"bot_plays|not_asked|too_late"):
            await evening.answer(table, ADA, 0, 2)
        await evening.act(table, ADA, ComeBack(0))
        chair = (await evening.tables.summary(table, ADA)).chairs[0]
        assert not chair.away
        assert chair.bot == ""
        with pytest.raises(NotAllowed, match="never_left"):
            await evening.act(table, ADA, ComeBack(0))

    spend(file(tmp_path), test)


def test_a_seat_can_be_handed_to_a_bot_at_once(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        for person, seat in ((ADA, 0), (BEN, 1), (CLEO, 2)):
            await evening.act(table, person, HandOver(seat))
        await evening.play_to_the_end(table, {})
        with pytest.raises(Exception, match="game_is_over"):
            await evening.act(table, ADA, HandOver(0))

    spend(file(tmp_path), test)


def test_one_person_may_hold_several_seats(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        places = (Place("host"), Place("host", name="Ada's sister"))
        table = await evening.open(ADA, Settings("fingers", places))
        assert await evening.tables.seats_of(table, ADA) == (0, 1)
        assert [chair.name for chair in (await evening.tables.summary(table, ADA)).chairs] == ["Ada", "Ada's sister"]
        await evening.play_to_the_end(table, {0: ADA, 1: ADA})

    spend(file(tmp_path), test)


def test_spectators_see_what_is_public_and_have_a_chat_that_players_do_not_hear(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        watching = await evening.listen(table, EVE, None)
        playing = await evening.listen(table, ADA, 0)
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await evening.listen(table, EVE, 0)
        scene = watching[0].scene
        assert scene is not None
        assert scene.ask is None
        assert scene.view.mine is None
        assert watching[0].own is None

        await evening.act(table, EVE, Say("Ben holds two objections!"))
        assert len(playing) == 1
        line = watching[-1].line
        assert line is not None
        assert (line.name, line.seat) == ("Eve", None)
        await evening.act(table, BEN, Say("Hello", 1))
        assert playing[-1].line == watching[-1].line
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await evening.act(table, EVE, Say("I am Ben", 1))

    spend(file(tmp_path), test)


def test_notes_and_orders_are_for_ones_own_eyes(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        streams = {seat: await evening.listen(table, person, seat) for seat, person in enumerate((ADA, BEN, CLEO))}
        await evening.act(table, BEN, Note(1, "Cleo bluffs"))
        await evening.act(table, BEN, GiveOrders(1, (PassUntilMyTurn(),)))
        assert [len(stream) for stream in streams.values()] == [1, 3, 1]
        own = streams[1][-1].own
        assert own is not None
        assert own.note == "Cleo bluffs"
        assert own.orders == (PassUntilMyTurn(),)

    spend(file(tmp_path), test)


def test_a_repeated_command_is_done_once_and_acknowledged_again(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        first = await evening.tables.create(ADA, "open", OBJECTION)
        assert await evening.tables.create(ADA, "open", OBJECTION) == first
        assert len(await evening.tables.lobby()) == 1
        for person in (BEN, CLEO):
            for _ in range(2):
                await evening.tables.act(first.table, person, "sit", Sit())
        heard = await evening.listen(first.table, BEN, 1)
        for _ in range(3):
            await evening.tables.act(first.table, BEN, "say", Say("Hi", 1))
            await evening.tables.act(first.table, ADA, "claim", Answer(0, 0, {"type": "claim"}))
        assert [message.line is not None for message in heard] == [False, True, False]
        await evening.tables.act(first.table, BEN, "p", Answer(1, 1, {"type": "pass"}))
        await evening.tables.act(first.table, CLEO, "p", Answer(2, 1, {"type": "pass"}))
        await evening.tables.act(first.table, CLEO, "p", Answer(2, 1, {"type": "pass"}))

    spend(store_address, test)


def test_a_stream_is_numbered_and_what_was_missed_comes_exactly(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        people = {0: ADA, 1: BEN, 2: CLEO}
        streams = {seat: await evening.listen(table, person, seat) for seat, person in people.items()}
        watching = await evening.listen(table, EVE, None)
        await evening.act(table, ADA, Say("Good luck", 0))
        await evening.answer(table, ADA, 0, 3)
        await evening.act(table, ADA, TakeBack(0))
        await evening.play_to_the_end(table, people)
        for audience, person, stream in (
            *((seat, people[seat], streams[seat]) for seat in people),
            (None, EVE, watching),
        ):
            numbers = [message.number for message in stream]
            assert numbers == list(range(numbers[0], numbers[0] + len(stream)))
            for after in (numbers[0], numbers[3], numbers[-2], numbers[-1]):
                missed = await evening.tables.missed(table, person, audience, after)
                assert msgspec.json.encode(missed) == msgspec.json.encode(stream[1 + after - numbers[0] :])
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await evening.tables.missed(table, EVE, 0, 0)

    spend(store_address, test)


def test_after_a_restart_every_table_goes_on_where_it_was(store_address: str) -> None:
    async def run() -> None:
        store = await open_store(store_address)
        evening = Evening(store)
        table = await seated(evening)
        await evening.answer(table, ADA, 0, 2)
        await evening.answer(table, BEN, 1, 0)
        with_bots = await evening.open(ADA, WITH_BOTS)
        before = (await evening.tables.live_tables.get(table)).table
        await evening.tables.close()

        again = Evening(store)
        again.now = evening.now
        await again.tables.resume()
        after = (await again.tables.live_tables.get(table)).table
        assert after.match is not None
        assert before.match is not None
        assert after.match.state.numbers() == before.match.state.numbers()
        assert after.pending == before.pending == {1: 0}
        await again.play_to_the_end(table, {0: ADA, 1: BEN, 2: CLEO})
        await again.play_to_the_end(with_bots, {0: ADA})
        await again.tables.close()
        await store.close()

    asyncio.run(run())


def test_two_nodes_serve_one_table(store_address: str) -> None:
    """Each hears of the other's writing; whoever is slower reads on and decides again."""

    async def run() -> None:
        store = await open_store(store_address)
        here, there = Evening(store), Evening(store)
        there.commands = iter(range(1000, 2000))  # type: ignore[assignment]
        table = await seated(here)
        heard = await here.listen(table, BEN, 1)
        await there.answer(table, ADA, 0, 2)
        await asyncio.gather(there.answer(table, CLEO, 2, 0), here.act(table, BEN, Note(1, "x")))
        await here.tables.live_tables.read_new(await here.tables.live_tables.get(table))
        await here.answer(table, BEN, 1, 0)
        await there.tables.live_tables.read_new(await there.tables.live_tables.get(table))
        states = [(await each.tables.live_tables.get(table)).table for each in (here, there)]
        assert states[0].version == states[1].version
        assert states[0].numbers == states[1].numbers
        assert [message.number for message in heard] == list(range(heard[0].number, heard[0].number + len(heard)))
        await store.close()

    asyncio.run(run())


def test_what_one_node_writes_reaches_a_stream_on_another(store_address: str) -> None:
    """By notice on PostgreSQL; a file has one node, which reads on when it is told to."""

    async def run() -> None:
        stores = [await open_store(store_address) for _ in range(2)]
        here, there = (Evening(store) for store in stores)
        table = await seated(here)
        heard = await there.listen(table, BEN, 1)
        following = asyncio.create_task(there.tables.live_tables.sync.follow())
        await asyncio.sleep(0.1)
        await here.answer(table, ADA, 0, 2)
        if isinstance(stores[1], SqliteStore):
            await there.tables.live_tables.read_new(await there.tables.live_tables.get(table))
        for _ in range(200):
            if len(heard) > 1:
                break
            await asyncio.sleep(0.02)
        assert heard[1].scene is not None
        assert heard[1].scene.moment == 1
        following.cancel()
        with pytest.raises(asyncio.CancelledError):
            await following
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_many_at_once_lose_nothing(store_address: str) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        heard = await evening.listen(table, ADA, 0)
        await asyncio.gather(*(evening.act(table, BEN, Say(str(i), 1)) for i in range(40)))
        lines = [message.line.text for message in heard if message.line is not None]
        assert sorted(lines, key=int) == [str(i) for i in range(40)]
        assert [message.number for message in heard] == list(range(heard[0].number, heard[0].number + 41))

    spend(store_address, test)


def test_a_table_that_nobody_hears_is_forgotten_and_comes_back_from_its_log(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        heard: list[Message] = []
        stop = await evening.tables.subscribe(table, ADA, 0, heard.append)
        assert table in evening.tables.live_tables.by_id
        stop()
        assert table not in evening.tables.live_tables.by_id
        await evening.answer(table, ADA, 0, 2)
        with pytest.raises(NotAllowed, match=r"table\.unknown"):
            await evening.listen("nowhere", ADA, None)

    spend(file(tmp_path), test)


def test_play_again_seats_everybody_where_they_were(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await seated(evening)
        with pytest.raises(NotAllowed, match="not_over"):
            await evening.tables.rematch(table, ADA, "again")
        await evening.play_to_the_end(table, {0: ADA, 1: BEN, 2: CLEO})
        heard = await evening.listen(table, ADA, 0)
        with pytest.raises(NotAllowed, match="players_only"):
            await evening.tables.rematch(table, EVE, "again")
        again = await evening.tables.rematch(table, BEN, "again")
        assert (await evening.tables.rematch(table, ADA, "again")).table == again.table
        assert heard[-1].summary is not None
        assert heard[-1].summary.rematch == again.table
        assert (await evening.tables.rematch(table, CLEO, "again")).table == again.table
        summary = await evening.tables.summary(again.table, ADA)
        assert summary.status == "running"
        assert [chair.name for chair in summary.chairs] == ["Ada", "Ben", "Cleo"]

    spend(file(tmp_path), test)
