"""Limits on what one guest, one address and one table may take up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.harness import Harness, run_test
from timebooth.store.store import Count
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.buckets import Buckets
from timebooth.tables.facts import Person
from timebooth.tables.quotas import UNLIMITED, Quotas
from timebooth.tables.wire import Days, GiveOrders, NewPassUnless, Note, Place, Say, Settings, Sit

OPEN = fixtures.settings("objection")
PRIVATE = msgspec.structs.replace(OPEN, visibility="invitation")
RUNNING = Settings("objection", (Place("host"), Place("bot", "random"), Place("bot", "random")))
SLOW = msgspec.structs.replace(RUNNING, pace=Days())


def quotas(**wanted: float) -> Quotas:
    return msgspec.structs.replace(UNLIMITED, **wanted)


async def refused(harness: Harness, settings: Settings, person: Person = ADA, address: str = "") -> str:
    with pytest.raises(NotAllowed) as problem:
        await harness.tables.create(person, harness.command(), settings, address=address)
    return problem.value.key


def test_a_guest_may_have_so_many_tables_of_each_kind_even_after_a_restart(store_address: str) -> None:
    limited = quotas(open_tables=3, public_tables=2, live_tables=2, slow_tables=1)

    async def test(harness: Harness) -> None:
        for _ in range(2):
            await harness.open(ADA, OPEN)
        again = Harness(harness.store, quotas=limited)
        again.commands = harness.commands
        assert await refused(again, OPEN) == "quota.public_tables"
        await again.open(ADA, PRIVATE)
        assert await refused(again, PRIVATE) == "quota.open_tables"
        for _ in range(2):
            await again.open(ADA, RUNNING)
        assert await refused(again, RUNNING) == "quota.live_tables"
        await again.open(ADA, SLOW)
        assert await refused(again, SLOW) == "quota.slow_tables"
        await again.open(BEN, RUNNING)
        counts = sorted(await again.store.count_tables(host=ADA.id))
        assert counts == [
            Count("open", False, "live", 1),
            Count("open", True, "live", 2),
            Count("running", True, "days", 1),
            Count("running", True, "live", 2),
        ]

    run_test(store_address, test, limited)


def test_a_repeated_command_finds_its_table_however_full_the_quota_is(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        first = await harness.tables.create(ADA, "c", OPEN)
        assert await refused(harness, OPEN) == "quota.open_tables"
        assert await harness.tables.create(ADA, "c", OPEN) == first

    run_test(str(tmp_path / "t.db"), test, quotas(open_tables=1))


def test_many_at_once_open_no_more_than_one_after_the_other(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        made = await asyncio.gather(*(harness.open(ADA, OPEN) for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(table, str) for table in made) <= 3
        listed = await harness.store.listings(["open"])
        assert len(listed) <= 3

    run_test(str(tmp_path / "t.db"), test, quotas(open_tables=3))


def test_an_address_has_so_many_times_the_tables_of_a_guest(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        for person in (ADA, BEN):
            await harness.tables.create(person, "c", OPEN, address="here")
        assert await refused(harness, OPEN, CLEO, "here") == "quota.address_tables"
        table = (await harness.tables.create(CLEO, "c", OPEN, address="elsewhere")).table

        await harness.act(table, ADA, Sit())
        listed = await harness.store.listing(table)
        assert listed is not None
        assert listed.address == "elsewhere", "a listing written anew keeps it"
        await harness.act(table, BEN, Sit())
        await harness.play(table, {0: CLEO, 1: ADA, 2: BEN})
        listed = await harness.store.listing(table)
        assert listed is not None
        assert (listed.status, listed.address, listed.host) == ("over", "", CLEO.id)

    run_test(store_address, test, quotas(open_tables=1, address_factor=2))


def test_a_guest_sits_at_so_many_tables(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        first, second, third = [await harness.open(ADA, OPEN) for _ in range(3)]
        await harness.act(first, BEN, Sit())
        await harness.act(second, BEN, Sit())
        with pytest.raises(NotAllowed, match="joined_tables"):
            await harness.act(third, BEN, Sit())
        await harness.act(first, BEN, Sit())  # a second seat at the same table

    run_test(store_address, test, quotas(joined_tables=2))


def test_chat_has_a_rate_for_each_guest_and_one_for_all_spectators_of_a_table(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OPEN)
        crowd = [Person(f"g{number}", "Guest") for number in range(5)]
        for guest in crowd[:2]:
            for _ in range(2):
                await harness.act(table, guest, Say("hello"))
        with pytest.raises(NotAllowed, match=r"quota\.chat_rate"):
            await harness.act(table, crowd[0], Say("hello"))
        with pytest.raises(NotAllowed, match=r"quota\.spectator_chat_rate"):
            await harness.act(table, crowd[2], Say("hello"))
        for _ in range(2):
            await harness.act(table, ADA, Say("players have their own", 0))
        harness.now += 1
        await harness.act(table, crowd[0], Say("hello"))

    limited = quotas(chat_burst=2, chat_per_second=1, spectator_chat_burst=4, spectator_chat_per_second=1)
    run_test(str(tmp_path / "t.db"), test, limited)


def test_a_repeated_line_is_acknowledged_whatever_the_rate(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OPEN)
        for _ in range(3):
            await harness.tables.act(table, ADA, "same", Say("once", 0))
        with pytest.raises(NotAllowed, match="chat_rate"):
            await harness.tables.act(table, ADA, "other", Say("twice", 0))
        story = await harness.tables.story(table, ADA, 0)
        assert [line.text for line in story.lines] == ["once"]

    run_test(str(tmp_path / "t.db"), test, quotas(chat_burst=1, chat_per_second=0))


def test_what_would_be_refused_anyhow_uses_up_no_allowance_of_others(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, PRIVATE)
        for _ in range(10):
            with pytest.raises(NotAllowed, match="by_invitation"):
                await harness.act(table, EVE, Say("let me in"))
        invitation = (await harness.tables.live_tables.get(table)).table.invitation
        await harness.act(table, EVE, Say("hello", invitation=invitation))

    run_test(str(tmp_path / "t.db"), test, quotas(spectator_chat_burst=1, spectator_chat_per_second=0))


def test_chat_notes_and_orders_may_take_so_many_bytes(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, RUNNING)
        await harness.act(table, ADA, Say("é" * 10, 0))
        with pytest.raises(NotAllowed, match=r"quota\.chat_bytes"):
            await harness.act(table, ADA, Say("e", 0))
        await harness.act(table, EVE, Say("e" * 20))
        await harness.act(table, BEN, Say("e" * 10))
        with pytest.raises(NotAllowed, match=r"quota\.chat_full"):
            await harness.act(table, BEN, Say("e"))
        await harness.act(table, ADA, Note(0, "n" * 30))
        with pytest.raises(NotAllowed, match=r"quota\.note_bytes"):
            await harness.act(table, ADA, Note(0, "n"))
        await harness.act(table, ADA, GiveOrders(0, (NewPassUnless(),)))
        with pytest.raises(NotAllowed, match=r"quota\.order_bytes"):
            await harness.act(table, ADA, GiveOrders(0, (NewPassUnless(({"card": 1},)),)))

    limited = quotas(guest_chat_bytes=20, spectator_chat_bytes=30, note_bytes=30, order_bytes=30)
    run_test(str(tmp_path / "t.db"), test, limited)


def test_a_full_log_takes_only_the_game_and_then_nothing(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, Settings("objection", (Place("host"), Place("host"), Place("host"))))
        live = await harness.tables.live_tables.get(table)
        assert live.log_bytes == sum(len(entry.body) for entry in await harness.store.read(table))
        await harness.act(table, ADA, Note(0, "n" * 1000))
        with pytest.raises(NotAllowed, match="log_bytes"):
            await harness.act(table, ADA, Note(0, "n"))
        with pytest.raises(NotAllowed, match="log_bytes"):
            await harness.act(table, EVE, Say("hello"))
        await harness.answer(table, ADA, 0, 2)
        live.log_bytes = 10**6
        seat = live.table.owes()[0]
        assert live.table.match is not None
        option = live.table.match.state.options(seat)[0]
        with pytest.raises(NotAllowed, match="log_bytes"):
            await harness.answer(table, ADA, seat, option)

    run_test(str(tmp_path / "t.db"), test, quotas(log_bytes=1000, game_log_bytes=100_000))


def test_buckets_of_those_who_are_gone_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.tables.buckets.MAX_KEPT", 100)
    now = 0.0
    buckets = Buckets(2, 1, lambda: now)
    for number in range(100):
        assert buckets.take(str(number))
    now = 10.0
    assert buckets.take("new")
    assert len(buckets) == 1


def test_a_clock_that_is_set_back_empties_no_bucket() -> None:
    now = 3600.0
    buckets = Buckets(5, 1, lambda: now)
    assert buckets.take("ada")
    now = 0.0
    assert buckets.take("ada")
    assert buckets.take("ada", 3)
    now = 1.0
    assert buckets.take("ada")
    assert not buckets.take("ada")
