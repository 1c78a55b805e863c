"""The past of a game: earlier moments, forks, exported and imported records, and their verification."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, EVE
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.chance import commitment
from timebooth.kernel.errors import BadRecord, BadSetup
from timebooth.kernel.match import Match, verify
from timebooth.kernel.record import read_record
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.clocks import WINDOW_HOLD
from timebooth.tables.wire import Answer, Place, Settings

PEOPLE = {0: ADA, 1: BEN, 2: CLEO}
GOLDEN = Path(__file__).parent.parent / "goldens" / "back-to-the-future" / "two_seats.record.jsonl"
TWO = Settings("back-to-the-future", (Place("host"), Place("host")), visibility="invitation")
OTHERS = Settings("fingers", (Place("host"), Place("bot", "random"), Place("bot", "random")), visibility="invitation")


def file(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


async def finished(harness: Harness, game: str = "objection") -> str:
    table = await harness.open_full(fixtures.settings(game))
    await harness.play(table, PEOPLE)
    return table


def test_looking_back_shows_what_ones_own_seat_saw_then(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("objection"))
        heard = await harness.subscribe(table, BEN, 1)
        await harness.answer(table, ADA, 0, 2)
        for person, seat in ((BEN, 1), (CLEO, 2)):
            await harness.answer(table, person, seat, 0)
        await harness.advance(2 * WINDOW_HOLD)
        await harness.answer(table, BEN, 1, 3)
        for then in heard:
            if then.scene is not None:
                back = await harness.tables.moment(table, BEN, 1, then.scene.moment)
                assert back.scene == then.scene
                assert back.of == 3
                assert back.events == then.events or then.scene.moment == 0
        for person, seat in ((EVE, 1), (ADA, 1)):
            with pytest.raises(NotAllowed, match="not_your_seat"):
                await harness.tables.moment(table, person, seat, 0)
        assert (await harness.tables.moment(table, EVE, None, 0)).scene.view.mine is None
        for moment in (-1, 4):
            with pytest.raises(NotAllowed, match="no_such_moment"):
                await harness.tables.moment(table, BEN, 1, moment)

    run_test(file(tmp_path), test)


def test_a_finished_game_can_be_seen_in_full_from_every_seat(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = (await harness.tables.import_record(ADA, "golden", TWO, GOLDEN.read_text(encoding="utf-8"))).table
        dealt = await harness.tables.moment(table, ADA, 1, 0)
        hands = [event.args for event in dealt.events if event.args["event"] == "hand_dealt"]
        assert len(hands) == 2
        assert all("cards" in hand for hand in hands)
        last = await harness.tables.moment(table, ADA, None, dealt.of)
        assert last.scene.outcome is not None

    run_test(file(tmp_path), test)


def test_a_finished_game_is_exported_and_verified_against_its_commitment(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("objection"))
        promised = (await harness.tables.summary(table, EVE)).commitment
        with pytest.raises(NotAllowed, match="not_over"):
            await harness.tables.export(table, ADA)
        await harness.play(table, PEOPLE)
        record = read_record(await harness.tables.export(table, EVE))
        verify(find_game("objection"), record)
        assert record.header.commitment == promised == commitment(bytes.fromhex(record.seed()))
        assert record.header.names == ("Ada", "Ben", "Cleo")
        false = msgspec.structs.replace(record.header, seed="00" * 32)
        with pytest.raises(BadRecord):
            verify(find_game("objection"), msgspec.structs.replace(record, header=false))

    run_test(file(tmp_path), test)


def test_a_finished_game_can_be_forked_at_any_moment(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await finished(harness, "fingers")
        there = (await harness.tables.fork(table, EVE, "fork", OTHERS, 2)).table
        seen = (await harness.tables.live_tables.get(there)).table
        assert seen.match is not None
        assert seen.match.moment == 2
        before = await harness.tables.moment(table, EVE, 0, 2)
        now = await harness.tables.moment(there, EVE, 0, 2)
        assert now.scene == before.scene
        await harness.play(there, {0: EVE})
        record = read_record(await harness.tables.export(there, EVE))
        verify(find_game("fingers"), record)
        assert [fork.after for fork in record.header.forks] == [2]
        again = (await harness.tables.fork(there, EVE, "fork again", OTHERS, 3)).table
        await harness.play(again, {0: EVE})
        record = read_record(await harness.tables.export(again, EVE))
        verify(find_game("fingers"), record)
        assert [fork.after for fork in record.header.forks] == [2, 3]
        false = msgspec.structs.replace(record.header.forks[0], seed="11" * 32)
        header = msgspec.structs.replace(record.header, forks=(false, record.header.forks[1]))
        with pytest.raises(BadRecord, match="commitment_differs"):
            verify(find_game("fingers"), msgspec.structs.replace(record, header=header))

    run_test(store_address, test)


def test_every_fork_has_its_own_chance(tmp_path: Path) -> None:
    """Two forks of the same moment draw different cards."""

    async def test(harness: Harness) -> None:
        table = (await harness.tables.import_record(ADA, "golden", TWO, GOLDEN.read_text(encoding="utf-8"))).table
        moment = 0
        while True:
            seen = await harness.tables.moment(table, ADA, None, moment)
            asked = seen.scene.view.asked
            ask = (await harness.tables.moment(table, ADA, asked[0], moment)).scene.ask
            if ask is not None and {"type": "draw"} in [option.answer for option in ask.options]:
                break
            moment += 1
        hands = set()
        for number in range(4):
            there = (await harness.tables.fork(table, ADA, f"fork {number}", TWO, moment)).table
            await harness.act(there, ADA, Answer(asked[0], moment, {"type": "draw"}))
            state = await harness.tables.moment(there, ADA, asked[0], moment + 1)
            hands.add(str(state.scene.view.seats[asked[0]]))
        assert len(hands) > 1

    run_test(file(tmp_path), test)


def test_a_fork_needs_an_existing_moment_and_the_same_number_of_seats(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await finished(harness)
        with pytest.raises(NotAllowed, match="no_such_moment"):
            await harness.tables.fork(table, ADA, "fork", fixtures.settings("objection"), 99)
        with pytest.raises(BadSetup, match=r"setup\.seats"):
            await harness.tables.fork(table, ADA, "fork", fixtures.settings("objection", 2), 1)

    run_test(file(tmp_path), test)


def test_a_finished_record_is_imported_for_replay_and_an_unfinished_one_to_be_continued(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        game = find_game("fingers")
        match = Match.new(game, 3, seed=4)
        match.play([0, 1, 2])
        unfinished = match.record.lines()
        for _ in range(3):
            match.play([0, 1, 2])
        to_look_at = fixtures.settings("fingers", visibility="invitation")
        done = (await harness.tables.import_record(ADA, "done", to_look_at, match.record.lines())).table
        assert (await harness.tables.summary(done, ADA)).status == "over"
        assert (await harness.tables.moment(done, ADA, 1, 2)).of == 4
        going = (await harness.tables.import_record(ADA, "going", OTHERS, unfinished)).table
        assert (await harness.tables.moment(going, ADA, 0, 1)).of == 1
        await harness.play(going, {0: ADA})
        verify(game, read_record(await harness.tables.export(going, ADA)))
        for wrong in ("", "nonsense\n", unfinished.replace('"fingers":1', '"fingers":9')):
            with pytest.raises(BadRecord):
                await harness.tables.import_record(ADA, "wrong", OTHERS, wrong)

    run_test(file(tmp_path), test)
