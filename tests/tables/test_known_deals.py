"""Games that continue another one: somebody knows the cards, so the table says so and is never public."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.chance import commitment
from timebooth.kernel.match import Match, verify
from timebooth.kernel.record import read_record
from timebooth.store.store import Listing
from timebooth.tables import facts, forks, history
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.table import Table
from timebooth.tables.wire import Close, KnownDeal, Opened, Place, Settings, Sit, Summary

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}
PRIVATE = fixtures.settings("fingers", visibility="invitation")
PUBLIC = fixtures.settings("fingers")
ALONE = Settings("fingers", (Place("host"), Place("bot", "random"), Place("bot", "random")), visibility="invitation")


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def finished(harness: Harness) -> str:
    table = await harness.open_full(PUBLIC)
    await harness.play(table, PEOPLE)
    return table


async def table_of(harness: Harness, table: str) -> Table:
    return (await harness.tables.live_tables.get(table)).table


async def fork_finished(harness: Harness, settings: Settings) -> Opened:
    return await harness.tables.fork(await finished(harness), ADA, harness.command(), settings, 0)


async def fork_running(harness: Harness, settings: Settings) -> Opened:
    return await harness.tables.fork(await harness.open_full(PUBLIC), ADA, harness.command(), settings, 0, 0)


async def import_unfinished(harness: Harness, settings: Settings) -> Opened:
    match = Match.new(find_game("fingers"), 3, seed=4)
    match.play([0, 1, 2])
    return await harness.tables.import_record(ADA, harness.command(), settings, match.record.lines())


async def import_the_bare_deal(harness: Harness, settings: Settings) -> Opened:
    """Import a game whose seed the host chose and of which nothing was played: the worst rigged table."""
    lines = Match.new(find_game("fingers"), 3, seed=bytes(32)).record.lines()
    return await harness.tables.import_record(ADA, harness.command(), settings, lines)


WAYS = [
    (fork_finished, KnownDeal("fork")),
    (fork_running, KnownDeal("imagined")),
    (import_unfinished, KnownDeal("imported", 1)),
    (import_the_bare_deal, KnownDeal("imported")),
]
Way = Callable[[Harness, Settings], Awaitable[Opened]]


@pytest.mark.parametrize("way", [way for way, _ in WAYS])
def test_a_table_with_a_known_deal_is_never_public(way: Way, tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        with pytest.raises(NotAllowed, match=r"table\.known_deal"):
            await way(harness, PUBLIC)
        opened = await way(harness, PRIVATE)
        assert opened.table not in [summary.table for summary in await harness.tables.lobby()]
        with pytest.raises(NotAllowed, match="by_invitation"):
            await harness.tables.summary(opened.table, EVE)

    run_test(file(tmp_path), test)


@pytest.mark.parametrize(("way", "known"), WAYS)
def test_whoever_is_invited_is_told_before_sitting_down(way: Way, known: KnownDeal, tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        opened = await way(harness, PRIVATE)
        seen = await harness.tables.summary(opened.table, EVE, opened.invitation)
        assert seen.status == "open"
        assert seen.known_deal == known
        listing = await harness.store.listing(opened.table)
        assert listing is not None
        assert msgspec.json.decode(listing.summary, type=Summary).known_deal == known
        heard = await harness.subscribe(opened.table, EVE, None, opened.invitation)
        assert heard[0].summary is not None
        assert heard[0].summary.known_deal == known

    run_test(file(tmp_path), test)


def test_a_fresh_deal_is_known_to_nobody(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(PUBLIC)
        assert (await table_of(harness, table)).known_deal is None
        written = msgspec.json.encode(await harness.tables.summary(table, EVE))
        assert b"known_deal" not in written
        assert msgspec.json.decode(written, type=Summary).known_deal is None

    run_test(file(tmp_path), test)


@pytest.mark.parametrize("way", [way for way, _ in WAYS])
def test_a_rematch_after_a_known_deal_is_a_fresh_deal(way: Way, tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        there = (await way(harness, ALONE)).table
        await harness.play(there, {0: ADA})
        again = await harness.tables.rematch(there, ADA, "again")
        fresh = await table_of(harness, again.table)
        assert fresh.known_deal is None
        assert fresh.origin is None
        assert fresh.position is None
        assert fresh.seed != (await table_of(harness, there)).seed

    run_test(file(tmp_path), test)


def test_a_fork_of_an_imported_game_still_says_that_it_was_imported(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        match = Match.new(find_game("fingers"), 3, seed=4)
        while not match.over:
            match.play([0, 1, 2])
        brought = await harness.tables.import_record(ADA, "r", PRIVATE, match.record.lines())
        assert (await table_of(harness, brought.table)).known_deal == KnownDeal("imported", 4)
        there = await harness.tables.fork(brought.table, ADA, "f", PRIVATE, 2)
        assert (await table_of(harness, there.table)).known_deal == KnownDeal("imported", 2)

    run_test(file(tmp_path), test)


def test_a_public_fork_from_an_older_version_is_neither_listed_nor_open_to_strangers(tmp_path: Path) -> None:
    """Older versions allowed that; the log stays as it is."""

    async def test(harness: Harness) -> None:
        old = await table_of(harness, await finished(harness))
        origin = await forks.origin(old.game, history.finished(old).record, 0)
        game = old.game
        fact = facts.Opened(PUBLIC, ADA, game.rules, game.edition.hash, fixtures.seed(99), "please", origin)
        await harness.tables.live_tables.open("rigged", "old", fact)
        assert "rigged" not in [summary.table for summary in await harness.tables.lobby()]
        with pytest.raises(NotAllowed, match="by_invitation"):
            await harness.act("rigged", EVE, Sit())
        await harness.act("rigged", BEN, Sit(invitation="please"))

    run_test(file(tmp_path), test)


def test_a_listing_of_an_older_version_is_corrected(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        opened = await fork_finished(harness, PRIVATE)
        table = await table_of(harness, opened.table)
        old = msgspec.structs.replace(table.summary(), known_deal=None)
        await harness.store.write_listing(Listing(table.id, "open", True, harness.now, msgspec.json.encode(old)))
        await harness.tables.resume()
        listing = await harness.store.listing(table.id)
        assert listing is not None
        assert not listing.public
        assert msgspec.json.decode(listing.summary, type=Summary).known_deal == KnownDeal("fork")

    run_test(file(tmp_path), test)


# What the record of such a game proves.


def test_chance_after_a_fork_is_new_and_committed_to_when_the_table_opened(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await finished(harness)
        first = (await table_of(harness, table)).seed
        promised = []
        for number in range(3):
            there = (await harness.tables.fork(table, ADA, f"f{number}", ALONE, 1)).table
            promised.append((await harness.tables.summary(there, ADA)).commitment)
            await harness.play(there, {0: ADA})
            header = read_record(await harness.tables.export(there, ADA)).header
            assert [fork.commitment for fork in header.forks] == promised[-1:]
            assert header.commitment == commitment(first)
        assert len({commitment(first), *promised}) == 4

    run_test(file(tmp_path), test)


def test_a_fork_before_an_earlier_fork_is_verified(tmp_path: Path) -> None:
    """What the earlier fork changed after that moment is not part of this game."""

    async def test(harness: Harness) -> None:
        game = "back-to-the-future"
        alone = msgspec.structs.replace(ALONE, game=game)
        table = await harness.open(ADA, alone)
        await harness.play(table, {0: ADA}, moment=10)
        await harness.act(table, ADA, Close())
        there = (await harness.tables.fork(table, ADA, "later", alone, 8)).table
        await harness.play(there, {0: ADA}, moment=20)
        await harness.act(there, ADA, Close())
        back = (await harness.tables.fork(there, ADA, "earlier", alone, 3)).table
        await harness.play(back, {0: ADA})
        record = read_record(await harness.tables.export(back, ADA))
        assert [fork.after for fork in record.header.forks] == [3]
        assert verify(find_game(game), record).over

    run_test(file(tmp_path), test)


def test_a_finished_record_is_exported_as_it_was_imported(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        match = Match.new(find_game("fingers"), 3, seed=bytes(32), names=("Zoe", "Yan", "Xia"))
        while not match.over:
            match.play([0, 1, 2])
        places = tuple(Place("host", name=name) for name in match.record.header.names)
        settings = msgspec.structs.replace(PRIVATE, places=places)
        brought = await harness.tables.import_record(ADA, "r", settings, match.record.lines())
        assert await harness.tables.export(brought.table, ADA) == match.record.lines()

    run_test(file(tmp_path), test)


def test_a_running_fork_is_forked_at_a_moment_before_it_began(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        game = "back-to-the-future"
        alone = msgspec.structs.replace(ALONE, game=game)
        table = await harness.open(ADA, alone)
        await harness.play(table, {0: ADA}, moment=10)
        await harness.act(table, ADA, Close())
        there = await table_of(harness, (await harness.tables.fork(table, ADA, "f", alone, 6)).table)
        for _ in range(4):
            playing = there.match
            assert playing is not None
            for seat in there.owes():
                if not there.played_by_bot(seat):
                    await harness.answer(there.id, ADA, seat, playing.state.options(seat)[0])
            await harness.advance(30.0)
        assert there.status == "running"
        for moment in (2, 5):
            imagined = (await harness.tables.fork(there.id, ADA, f"i{moment}", alone, moment, 0)).table
            then = await harness.tables.moment(there.id, ADA, 0, moment)
            assert (await harness.tables.moment(imagined, ADA, 0, 0)).scene.view == then.scene.view

    run_test(file(tmp_path), test)
