"""Reactions: one of a few, shown to all, under the limits and the moderation of chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, EVE, TableWithoutStore
from tests.tables.harness import Harness, run_test
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.quotas import Quotas
from timebooth.tables.wire import Close, Mute, React, Say, Unmute

OBJECTION = fixtures.settings("objection")
LIMITED = Quotas(chat_burst=2, chat_per_second=1)


def test_everybody_sees_a_reaction_at_its_seat_and_nothing_else_changes() -> None:
    at = TableWithoutStore(OBJECTION)
    before = at.counts()

    at.act(BEN, React(1, "bravo"))

    for audience, count in at.counts().items():
        assert count == before[audience] + 1
        line = at.last(audience).line
        assert line is not None
        assert (line.name, line.seat, line.reaction, line.text, line.handle) == ("Ben", 1, "bravo", "", "")
        assert at.last(audience).scene is None


def test_nobody_reacts_in_another_seat_or_while_muted() -> None:
    at = TableWithoutStore(OBJECTION)
    for person in (ADA, EVE):
        with pytest.raises(NotAllowed, match="not_your_seat"):
            at.act(person, React(1, "bravo"))
    at.act(ADA, Mute(1))
    with pytest.raises(NotAllowed, match="muted"):
        at.act(BEN, React(1, "bravo"))
    at.act(ADA, Unmute(1))
    at.act(BEN, React(1, "bravo"))


def test_reactions_and_lines_of_chat_share_their_limits(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, BEN, React(1, "wow"))
        await harness.act(table, BEN, Say("hello", 1))
        with pytest.raises(NotAllowed, match=r"quota\.chat_rate"):
            await harness.act(table, BEN, React(1, "wow"))
        harness.now += 1
        await harness.act(table, BEN, React(1, "wow"))

    run_test(str(tmp_path / "t.db"), test, LIMITED)


def test_reactions_count_towards_the_room_for_chat(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, BEN, React(1, "thanks"))
        with pytest.raises(NotAllowed, match=r"quota\.chat_bytes"):
            await harness.act(table, BEN, React(1, "thanks"))

    run_test(str(tmp_path / "t.db"), test, Quotas(guest_chat_bytes=len("thanks") + 1))


def test_a_reaction_passes_and_is_no_line_of_the_story(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.act(table, BEN, React(1, "laugh"))
        await harness.act(table, BEN, Say("hello", 1))

        story = await harness.tables.story(table, BEN, 1)

        assert [line.text for line in story.lines] == ["hello"]

    run_test(str(tmp_path / "t.db"), test)


def test_players_react_at_a_closed_table_too() -> None:
    at = TableWithoutStore(fixtures.settings("objection", 2), seated=False)
    at.act(ADA, Close())

    at.act(ADA, React(0, "oops"))

    line = at.last(0).line
    assert line is not None
    assert line.reaction == "oops"
