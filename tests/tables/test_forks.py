"""Forks of a running game: what the seat knew is kept, and the rest is sampled."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.chance import FastRng, KeyedRng
from timebooth.kernel.errors import BadRecord, BadSetup
from timebooth.kernel.match import verify
from timebooth.kernel.position import pack
from timebooth.kernel.record import read_record
from timebooth.registry import game_types
from timebooth.tables import facts, forks
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.clocks import WINDOW_HOLD
from timebooth.tables.table import Table
from timebooth.tables.wire import Place, Settings, Sit

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}
GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time", "objection")


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


def alone(game: str, seats: int = 3) -> Settings:
    places = (Place("bot", "random"), Place("host"), *[Place("bot", "random")] * (seats - 2))
    return Settings(game, places, visibility="invitation")


async def under_way(harness: Harness, game: str, rounds: int = 12) -> tuple[str, Table]:
    """Return a table with Ada, Ben and Cleo in the middle of a game."""
    table = await harness.open(ADA, fixtures.settings(game))
    for person in (BEN, CLEO):
        await harness.act(table, person, Sit())
    seen = (await harness.tables.live_tables.get(table)).table
    for _ in range(rounds):
        owes = seen.owes()
        if seen.status == "over" or seen.match is None or not owes:
            break
        options = seen.match.state.options(owes[0])
        if seen.match.moment == 2 and game == "objection":
            break
        await harness.answer(table, PEOPLE[owes[0]], owes[0], options[harness.dice.below(len(options))])
        if not seen.owes():
            await harness.advance(2 * WINDOW_HOLD)
    assert seen.status == "running"
    return table, seen


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_starts_from_what_the_seat_knew(game: str, tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await under_way(harness, game)
        assert seen.match is not None
        for moment in (1, seen.match.moment):
            there = (await harness.tables.fork(table, BEN, f"what if {moment}", alone(game), moment, 1)).table
            then = await harness.tables.moment(table, BEN, 1, moment)
            now = await harness.tables.moment(there, BEN, 1, 0)
            assert now.scene.view == then.scene.view
            assert now.scene.ask == then.scene.ask
        assert seen.status == "running"
        await harness.play(there, {1: BEN})
        record = read_record(await harness.tables.export(there, BEN))
        assert verify(find_game(game), record).state.outcome() is not None

    run_test(file(tmp_path), test)


@pytest.mark.parametrize("game", GAMES)
def test_its_log_holds_nothing_that_the_seat_could_not_know(game: str, tmp_path: Path) -> None:
    """If everything hidden from the seat were different, the same seed would sample the same world."""

    async def test(harness: Harness) -> None:
        table, seen = await under_way(harness, game)
        playing = seen.match
        assert playing is not None
        there = (await harness.tables.fork(table, BEN, "what if", alone(game), playing.moment, 1)).table
        opened = facts.read((await harness.store.read(there))[0].body).fact
        assert isinstance(opened, facts.Opened)
        assert opened.origin is None
        assert str(playing.header.seed) not in str(opened)
        dice = bytes(32)
        for number in range(5):
            before = forks.sample_world(seen, 1, playing.moment, KeyedRng(dice))
            playing.state.resample(1, FastRng(number))
            assert pack(playing.state.sample_world(1, KeyedRng(dice))) == before

    run_test(file(tmp_path), test)


def test_only_a_player_can_fork_a_running_game_and_only_from_their_own_seat(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table, seen = await under_way(harness, "objection")
        assert seen.match is not None
        for person, seat in ((EVE, 0), (BEN, 0), (BEN, 7)):
            with pytest.raises(NotAllowed, match="not_your_seat"):
                await harness.tables.fork(table, person, "what if", alone("objection"), 0, seat)
        with pytest.raises(NotAllowed, match="no_such_moment"):
            await harness.tables.fork(table, BEN, "what if", alone("objection"), 99, 1)
        with pytest.raises(BadSetup, match=r"setup\.seats"):
            await harness.tables.fork(table, BEN, "what if", alone("objection", 2), 0, 1)
        waiting = await harness.open(ADA, fixtures.settings("objection"))
        with pytest.raises(NotAllowed, match="not_begun"):
            await harness.tables.fork(waiting, ADA, "what if", alone("objection"), 0, 0)

    run_test(file(tmp_path), test)


def test_it_survives_a_restart_and_can_be_forked_itself(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table, _ = await under_way(harness, "back-to-the-future")
        there = (await harness.tables.fork(table, BEN, "what if", alone("back-to-the-future"), 3, 1)).table
        before = await harness.tables.moment(there, BEN, 1, 0)
        del harness.tables.live_tables.by_id[there]
        assert await harness.tables.moment(there, BEN, 1, 0) == before
        await harness.play(there, {1: BEN})
        further = (await harness.tables.fork(there, EVE, "further", alone("back-to-the-future"), 5)).table
        await harness.play(further, {1: EVE})
        verify(find_game("back-to-the-future"), read_record(await harness.tables.export(further, EVE)))

    run_test(store_address, test)


def test_its_record_cannot_be_imported(tmp_path: Path) -> None:
    """A server trusts only positions that it sampled itself: anybody could write one into a record."""

    async def test(harness: Harness) -> None:
        table, _ = await under_way(harness, "objection")
        there = (await harness.tables.fork(table, BEN, "what if", alone("objection"), 0, 1)).table
        await harness.play(there, {1: BEN})
        lines = await harness.tables.export(there, BEN)
        with pytest.raises(BadRecord, match=r"record\.imagined"):
            await harness.tables.import_record(EVE, "brought", alone("objection"), lines)
        record = read_record(lines)
        assert record.header.position is not None
        record.header.position["more"] = 1
        with pytest.raises(BadRecord, match=r"record\.other_position"):
            verify(find_game("objection"), record)

    run_test(file(tmp_path), test)


@pytest.mark.parametrize("key", game_types())
def test_any_part_of_an_answer_can_be_previewed(key: str) -> None:
    """The page sends what was selected so far, in any order; a guest may send any part."""
    game = find_game(key)
    dice = FastRng(5)
    state = game.start(game.seats[0], game.options(), dice)
    asked = 0
    while state.asked() and asked < 3000:
        answers = []
        for seat in state.asked():
            options = state.options(seat)
            for code in options[:: max(1, len(options) // 8)]:
                answer = game.answers.names(code)
                for size in range(len(answer) + 1):
                    for fields in combinations(answer, size):
                        game.preview(state, seat, {field: answer[field] for field in fields})
                        asked += 1
            answers.append(options[dice.below(len(options))])
        state.play(answers, dice)
    assert asked > 100
