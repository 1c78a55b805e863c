"""Games that go on from another one: somebody knows the cards, so the table says so and is never public."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from tests.tables import setting
from tests.tables.evening import Evening, spend
from tests.tables.library import find_game
from tests.tables.setting import ADA, BEN, CLEO, EVE
from timebooth.kernel.chance import commitment
from timebooth.kernel.match import Match, verify
from timebooth.kernel.record import read_record
from timebooth.store.store import Listing
from timebooth.tables import facts, forks, history
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.table import Table
from timebooth.tables.wire import KnownDeal, Opened, Place, Settings, Sit, Summary

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}
PRIVATE = setting.settings("fingers", visibility="invitation")
PUBLIC = setting.settings("fingers")
ALONE = Settings("fingers", (Place("host"), Place("bot", "random"), Place("bot", "random")), visibility="invitation")


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def running(evening: Evening) -> str:
    table = await evening.open(ADA, PUBLIC)
    for person in (BEN, CLEO):
        await evening.act(table, person, Sit())
    return table


async def finished(evening: Evening) -> str:
    table = await running(evening)
    await evening.play_to_the_end(table, PEOPLE)
    return table


async def table_of(evening: Evening, table: str) -> Table:
    return (await evening.tables.live_tables.get(table)).table


async def fork_finished(evening: Evening, settings: Settings) -> Opened:
    return await evening.tables.fork(await finished(evening), ADA, evening.command(), settings, 0)


async def fork_running(evening: Evening, settings: Settings) -> Opened:
    return await evening.tables.fork(await running(evening), ADA, evening.command(), settings, 0, 0)


async def import_unfinished(evening: Evening, settings: Settings) -> Opened:
    match = Match.new(find_game("fingers"), 3, seed=4)
    match.play([0, 1, 2])
    return await evening.tables.import_record(ADA, evening.command(), settings, match.record.lines())


async def import_the_bare_deal(evening: Evening, settings: Settings) -> Opened:
    """The host chose the seed and nothing was played: the most that a rigged table could ask for."""
    lines = Match.new(find_game("fingers"), 3, seed=bytes(32)).record.lines()
    return await evening.tables.import_record(ADA, evening.command(), settings, lines)


WAYS = [
    (fork_finished, KnownDeal("fork")),
    (fork_running, KnownDeal("imagined")),
    (import_unfinished, KnownDeal("imported", 1)),
    (import_the_bare_deal, KnownDeal("imported")),
]
Way = Callable[[Evening, Settings], Awaitable[Opened]]


@pytest.mark.parametrize("way", [way for way, _ in WAYS])
def test_a_table_with_a_known_deal_is_never_public(way: Way, tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        with pytest.raises(NotAllowed, match=r"table\.known_deal"):
            await way(evening, PUBLIC)
        opened = await way(evening, PRIVATE)
        assert opened.table not in [summary.table for summary in await evening.tables.lobby()]
        with pytest.raises(NotAllowed, match="by_invitation"):
            await evening.tables.summary(opened.table, EVE)

    spend(file(tmp_path), test)


@pytest.mark.parametrize(("way", "known"), WAYS)
def test_whoever_is_invited_is_told_before_sitting_down(way: Way, known: KnownDeal, tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        opened = await way(evening, PRIVATE)
        seen = await evening.tables.summary(opened.table, EVE, opened.invitation)
        assert seen.status == "open"
        assert seen.known_deal == known
        listing = await evening.store.listing(opened.table)
        assert listing is not None
        assert msgspec.json.decode(listing.summary, type=Summary).known_deal == known
        heard = await evening.listen(opened.table, EVE, None, opened.invitation)
        assert heard[0].summary is not None
        assert heard[0].summary.known_deal == known

    spend(file(tmp_path), test)


def test_a_fresh_deal_is_known_to_nobody(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await running(evening)
        assert (await table_of(evening, table)).known_deal is None
        written = msgspec.json.encode(await evening.tables.summary(table, EVE))
        assert b"known_deal" not in written
        assert msgspec.json.decode(written, type=Summary).known_deal is None

    spend(file(tmp_path), test)


@pytest.mark.parametrize("way", [way for way, _ in WAYS])
def test_playing_again_after_a_known_deal_is_a_fresh_one(way: Way, tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        there = (await way(evening, ALONE)).table
        await evening.play_to_the_end(there, {0: ADA})
        again = await evening.tables.rematch(there, ADA, "again")
        fresh = await table_of(evening, again.table)
        assert fresh.known_deal is None
        assert fresh.origin is None
        assert fresh.position is None
        assert fresh.seed != (await table_of(evening, there)).seed

    spend(file(tmp_path), test)


def test_a_timeline_of_an_imported_game_still_says_that_it_was_imported(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        match = Match.new(find_game("fingers"), 3, seed=4)
        while not match.over:
            match.play([0, 1, 2])
        brought = await evening.tables.import_record(ADA, "r", PRIVATE, match.record.lines())
        assert (await table_of(evening, brought.table)).known_deal == KnownDeal("imported", 4)
        there = await evening.tables.fork(brought.table, ADA, "f", PRIVATE, 2)
        assert (await table_of(evening, there.table)).known_deal == KnownDeal("imported", 2)

    spend(file(tmp_path), test)


def test_a_public_fork_from_an_older_version_is_neither_listed_nor_open_to_strangers(tmp_path: Path) -> None:
    """Older versions let it be public; its log stays as it is."""

    async def test(evening: Evening) -> None:
        old = await table_of(evening, await finished(evening))
        origin = await forks.origin(old.game, history.finished(old).record, 0)
        game = old.game
        fact = facts.Opened(PUBLIC, ADA, game.rules, game.edition.hash, setting.seed(99), "please", origin)
        await evening.tables.live_tables.open("rigged", "old", fact)
        assert "rigged" not in [summary.table for summary in await evening.tables.lobby()]
        with pytest.raises(NotAllowed, match="by_invitation"):
            await evening.act("rigged", EVE, Sit())
        await evening.act("rigged", BEN, Sit(invitation="please"))

    spend(file(tmp_path), test)


def test_a_listing_that_an_older_version_wrote_is_mended(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        opened = await fork_finished(evening, PRIVATE)
        table = await table_of(evening, opened.table)
        old = msgspec.structs.replace(table.summary(), known_deal=None)
        await evening.store.write_listing(Listing(table.id, "open", True, evening.now, msgspec.json.encode(old)))
        await evening.tables.resume()
        listing = await evening.store.listing(table.id)
        assert listing is not None
        assert not listing.public
        assert msgspec.json.decode(listing.summary, type=Summary).known_deal == KnownDeal("fork")

    spend(file(tmp_path), test)


# What the record of such a game proves.


def test_chance_after_a_fork_is_new_and_was_promised_when_the_table_opened(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        table = await finished(evening)
        first = (await table_of(evening, table)).seed
        promised = []
        for number in range(3):
            there = (await evening.tables.fork(table, ADA, f"f{number}", ALONE, 1)).table
            promised.append((await evening.tables.summary(there, ADA)).commitment)
            await evening.play_to_the_end(there, {0: ADA})
            header = read_record(await evening.tables.export(there, ADA)).header
            assert [fork.commitment for fork in header.forks] == promised[-1:]
            assert header.commitment == commitment(first)
        assert len({commitment(first), *promised}) == 4

    spend(file(tmp_path), test)


def test_a_timeline_that_leaves_before_an_earlier_fork_is_verified(tmp_path: Path) -> None:
    """What the earlier fork changed later on is not part of this game."""

    async def test(evening: Evening) -> None:
        game = "back-to-the-future"
        alone = msgspec.structs.replace(ALONE, game=game)
        table = await evening.open(ADA, alone)
        await evening.play_to_the_end(table, {0: ADA})
        there = (await evening.tables.fork(table, ADA, "later", alone, 8)).table
        await evening.play_to_the_end(there, {0: ADA})
        back = (await evening.tables.fork(there, ADA, "earlier", alone, 3)).table
        await evening.play_to_the_end(back, {0: ADA})
        record = read_record(await evening.tables.export(back, ADA))
        assert [fork.after for fork in record.header.forks] == [3]
        assert verify(find_game(game), record).over

    spend(file(tmp_path), test)


def test_a_finished_record_goes_out_as_it_came_in(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        match = Match.new(find_game("fingers"), 3, seed=bytes(32), names=("Zoe", "Yan", "Xia"))
        while not match.over:
            match.play([0, 1, 2])
        places = tuple(Place("host", name=name) for name in match.record.header.names)
        settings = msgspec.structs.replace(PRIVATE, places=places)
        brought = await evening.tables.import_record(ADA, "r", settings, match.record.lines())
        assert await evening.tables.export(brought.table, ADA) == match.record.lines()

    spend(file(tmp_path), test)


def test_a_running_fork_is_forked_at_a_moment_before_it_began(tmp_path: Path) -> None:
    async def test(evening: Evening) -> None:
        game = "back-to-the-future"
        alone = msgspec.structs.replace(ALONE, game=game)
        table = await evening.open(ADA, alone)
        await evening.play_to_the_end(table, {0: ADA})
        there = await table_of(evening, (await evening.tables.fork(table, ADA, "f", alone, 6)).table)
        for _ in range(4):
            playing = there.match
            assert playing is not None
            for seat in there.owes():
                if not there.played_by_bot(seat):
                    await evening.answer(there.id, ADA, seat, playing.state.options(seat)[0])
            await evening.turn(30.0)
        assert there.status == "running"
        for moment in (2, 5):
            imagined = (await evening.tables.fork(there.id, ADA, f"i{moment}", alone, moment, 0)).table
            then = await evening.tables.moment(there.id, ADA, 0, moment)
            assert (await evening.tables.moment(imagined, ADA, 0, 0)).scene.view == then.scene.view

    spend(file(tmp_path), test)
