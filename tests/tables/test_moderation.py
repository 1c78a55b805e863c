"""The host mutes and removes people at their table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests import postgres
from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, DORA, EVE, TableWithoutStore
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import Refused
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Person
from timebooth.tables.wire import (
    Leave,
    Mute,
    Note,
    Remove,
    Say,
    Sit,
    Unmute,
)

OBJECTION = fixtures.settings("objection")


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def test_a_muted_player_cannot_chat_until_the_host_lets_them() -> None:
    at = TableWithoutStore(OBJECTION)
    at.act(ADA, Mute(1))

    with pytest.raises(NotAllowed, match="muted"):
        at.act(BEN, Say("hello", 1))
    with pytest.raises(NotAllowed, match="muted"):
        at.act(BEN, Say("hello"))
    summary = at.last(1).summary
    assert summary is not None
    assert [chair.muted for chair in summary.chairs] == [False, True, False]
    with pytest.raises(NotAllowed, match="muted_already"):
        at.act(ADA, Mute(1))
    at.act(ADA, Unmute(1))
    at.act(BEN, Say("hello", 1))
    with pytest.raises(NotAllowed, match="not_muted"):
        at.act(ADA, Unmute(1))


def test_spectators_are_named_by_handles_that_tell_the_same_name_apart_and_nobodys_id(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, other = await harness.open_full(OBJECTION), await harness.open_full(OBJECTION)
        heard = await harness.subscribe(table, EVE, None)
        twins = [Person("id-of-one", "Twin"), Person("id-of-two", "Twin")]
        for person in (*twins, twins[0]):
            await harness.act(table, person, Say("hello"))
        await harness.act(other, twins[0], Say("hello"))

        lines = [message.line for message in heard if message.line is not None]
        assert lines[0].handle == lines[2].handle != lines[1].handle
        assert lines[0].handle
        assert "id-of" not in str(lines)
        story = await harness.tables.story(table, EVE, None)
        assert story.lines == tuple(lines)
        spectators = await harness.tables.spectators(table, ADA)
        assert [(each.name, each.handle) for each in spectators] == [
            ("Twin", lines[0].handle),
            ("Twin", lines[1].handle),
        ]
        (elsewhere,) = await harness.tables.spectators(other, ADA)
        assert elsewhere.handle != lines[0].handle
        with pytest.raises(NotAllowed, match="host_only"):
            await harness.tables.spectators(table, BEN)

        await harness.act(table, ADA, Mute(handle=lines[1].handle))
        with pytest.raises(NotAllowed, match=r"table\.muted"):
            await harness.act(table, twins[1], Say("again"))
        await harness.act(table, twins[0], Say("again"))

    run_test(file(tmp_path), test)


def test_a_removed_spectator_cannot_come_back_in_any_way(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OBJECTION)
        invitation = (await harness.tables.live_tables.get(table)).table.invitation
        await harness.act(table, DORA, Say("hello"))
        (dora,) = await harness.tables.spectators(table, ADA)
        await harness.act(table, ADA, Remove(handle=dora.handle))

        tables = harness.tables
        for door in (
            lambda: harness.act(table, DORA, Say("again")),
            lambda: harness.act(table, DORA, Sit(invitation=invitation)),
            lambda: harness.subscribe(table, DORA, None, invitation),
            lambda: tables.story(table, DORA, None, invitation),
            lambda: tables.summary(table, DORA, invitation),
            lambda: tables.missed(table, DORA, None, 0, invitation),
        ):
            with pytest.raises(NotAllowed, match=r"table\.removed"):
                await door()
        (dora,) = await harness.tables.spectators(table, ADA)
        assert dora.removed
        with pytest.raises(NotAllowed, match="removed_already"):
            await harness.act(table, ADA, Remove(handle=dora.handle))

    run_test(file(tmp_path), test)


def test_before_the_game_a_removed_player_leaves_an_open_seat_and_nothing_of_theirs() -> None:
    at = TableWithoutStore(OBJECTION, seated=False)
    at.act(BEN, Sit(1))
    at.act(BEN, Note(1, "my plan"))
    at.act(ADA, Remove(1))

    with pytest.raises(NotAllowed, match="removed"):
        at.act(BEN, Sit(1))
    at.act(CLEO, Sit(1))
    assert at.table.seats[1].person == CLEO
    assert at.table.seats[1].note == ""


def test_a_seat_that_was_left_keeps_no_note_for_whoever_sits_down_next() -> None:
    at = TableWithoutStore(OBJECTION, seated=False)
    at.act(BEN, Sit(1))
    at.act(BEN, Note(1, "my plan"))
    at.act(BEN, Leave(1))
    at.act(CLEO, Sit(1))
    assert at.table.seats[1].note == ""


def test_during_the_game_a_bot_plays_on_for_a_removed_player(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, ADA, Remove(1))
        live = (await harness.tables.live_tables.get(table)).table
        assert [chair.kind for chair in live.summary().chairs] == ["person", "bot", "person"]
        with pytest.raises(NotAllowed, match="not_your_seat"):
            await harness.subscribe(table, BEN, 1)
        await harness.play(table, {0: ADA, 2: CLEO})
        with pytest.raises(Refused, match="game_is_over"):
            await harness.act(table, ADA, Remove(2))
        assert await harness.store.count_joined(BEN.id) == 0

    run_test(store_address, test)


def test_only_the_host_mutes_and_removes_and_never_the_host() -> None:
    at = TableWithoutStore(OBJECTION)
    for action in (Mute(2), Unmute(2), Remove(2)):
        with pytest.raises(NotAllowed, match="host_only"):
            at.act(BEN, action)
    for nobody in (Mute(15), Remove(handle="ab"), Mute()):
        with pytest.raises(NotAllowed, match="nobody_there"):
            at.act(ADA, nobody)
    for action in (Mute(0), Remove(0)):
        with pytest.raises(NotAllowed, match="not_the_host"):
            at.act(ADA, action)


def test_moderation_is_kept_and_lines_of_older_logs_are_read(tmp_path: Path) -> None:
    old = facts.read(b'{"at":1.0,"fact":{"fact":"said","name":"Ada","text":"hello"}}').fact
    assert old == facts.Said("Ada", "hello")

    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, DORA, Say("hello"))
        (dora,) = await harness.tables.spectators(table, ADA)
        await harness.act(table, ADA, Remove(handle=dora.handle))
        await harness.act(table, ADA, Mute(2))
        after = Harness(harness.store)
        with pytest.raises(NotAllowed, match=r"table\.removed"):
            await after.tables.act(table, DORA, "x", Say("again"))
        with pytest.raises(NotAllowed, match=r"table\.muted"):
            await after.tables.act(table, CLEO, "y", Say("again", 2))

    run_test(file(tmp_path), test)


def test_nobody_else_learns_that_a_spectator_is_muted() -> None:
    """No stream has a message about it, so nobody learns who was muted."""
    at = TableWithoutStore(OBJECTION)
    at.act(EVE, Say("hello"))
    before = at.counts()
    at.act(ADA, Mute(handle=at.table.chat.handle(EVE.id)))
    at.act(ADA, Remove(handle=at.table.chat.handle(EVE.id)))
    assert at.counts() == before


def test_only_the_latest_spectators_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.tables.chat.MAX_SPEAKERS", 3)
    at = TableWithoutStore(OBJECTION)
    for number in range(5):
        at.act(Person(str(number), f"Guest {number}"), Say("hello"))
    assert [each.name for each in at.table.spectators()] == ["Guest 4", "Guest 3", "Guest 2"]


def test_moderation_on_one_node_reaches_another(postgres_folder: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        other = Harness(harness.store)
        await other.subscribe(table, EVE, None)
        following = asyncio.create_task(other.tables.live_tables.sync.follow())
        await harness.act(table, EVE, Say("hello"))
        (eve,) = await harness.tables.spectators(table, ADA)
        await harness.act(table, ADA, Remove(handle=eve.handle))
        async with asyncio.timeout(30):
            while EVE.id not in other.tables.live_tables.by_id[table].table.removed:
                await other.tables.live_tables.sync.refresh_all()
                await asyncio.sleep(0.01)
        following.cancel()

    run_test(postgres.new_database(postgres_folder), test)
