"""Moments are kept beside the log while a game is played, undone, finished, and while the store fails."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import msgspec

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, PEOPLE
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.position import pack
from timebooth.store.store import ALL_KEPT, WHOLE_GAME, StoreError
from timebooth.tables.keeper import MAX_AGE
from timebooth.tables.kept import KEEP_EVERY, KeptGame
from timebooth.tables.table import Table
from timebooth.tables.undo import UndoRefused
from timebooth.tables.wire import TakeBack

SEATED = {0: ADA, 1: BEN, 2: CLEO}


async def _kept_and_played(harness: Harness, table: str) -> tuple[KeptGame, Table]:
    return KeptGame(await harness.store.kept(table)), (await harness.tables.live_tables.get(table)).table


def _check(kept: KeptGame, table: Table) -> None:
    match = table.match
    assert match is not None
    assert (kept.first, kept.last) == (0, match.moment)
    for moment in range(match.moment + 1):
        at = kept.at(moment)
        assert at is not None
        assert msgspec.json.encode(at.position) == msgspec.json.encode(pack(match.at(moment)))


def test_every_moment_of_a_running_game_is_kept_in_time(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("riff-in-time", 3))
        await harness.play(table, SEATED, KEEP_EVERY + 3)
        await harness.tables.keeper.keep()
        await harness.play(table, SEATED, KEEP_EVERY + 5)
        await harness.tables.keeper.keep()
        assert len(await harness.store.kept(table)) == 1
        harness.now += MAX_AGE
        await harness.tables.keeper.keep()
        kept, played = await _kept_and_played(harness, table)
        _check(kept, played)
        assert await harness.store.kept_until(table) == played.asked_version

    run_test(store_address, test)


def test_what_was_undone_is_not_kept(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("riff-in-time", 3))
        undone = 0
        for _ in range(60):
            live = (await harness.tables.live_tables.get(table)).table
            if live.ended:
                break
            await harness.play(table, SEATED, (live.match.moment if live.match else 0) + 1)
            await harness.tables.keeper.keep(everything=True)
            last = live.match.rounds[-1] if live.match is not None and live.match.rounds else None
            if last is not None and len(last.asked) == 1:
                with suppress(UndoRefused):
                    await harness.act(table, PEOPLE[last.asked[0]], TakeBack(last.asked[0]))
                    undone += 1
            await harness.tables.keeper.keep(everything=True)
            kept, played = await _kept_and_played(harness, table)
            if not played.ended:
                _check(kept, played)
        assert undone > 0

    run_test(store_address, test)


def test_a_finished_game_is_kept_as_everybody_saw_it(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("excellent-boardgame", 3))
        await harness.play(table, SEATED, 3)
        await harness.tables.keeper.keep(everything=True)
        await harness.play(table, SEATED)
        await harness.tables.keeper.keep()
        rows = await harness.store.kept(table)
        assert {row.version for row in rows} == {WHOLE_GAME}
        assert await harness.store.kept_until(table) == ALL_KEPT
        kept, played = await _kept_and_played(harness, table)
        _check(kept, played)
        for moment in range(kept.last + 1):
            for seat, person in SEATED.items():
                shown = await harness.tables.moment(table, person, seat, moment)
                at = kept.at(moment)
                assert at is not None
                assert bytes(at.scenes[str(seat)]) == msgspec.json.encode(shown.scene)
                told = [each.seen_by(seat, over=True) for each in at.events]
                assert msgspec.json.encode(told) == msgspec.json.encode([each.args for each in shown.events])
        row = await harness.store.kept_at(table, 2)
        assert row is not None
        assert row.version == WHOLE_GAME

    run_test(store_address, test)


def test_moments_survive_a_store_that_fails_and_a_table_that_is_unloaded(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("riff-in-time", 3))
        await harness.play(table, SEATED, 9)
        live = await harness.tables.live_tables.get(table)
        keep = harness.store.keep

        async def fail(*_: Any) -> None:
            raise StoreError("store.unreachable", reason="test")

        cast(Any, harness.store).keep = fail
        await harness.tables.keeper.keep(everything=True)
        assert await harness.store.kept(table) == []
        harness.tables.live_tables.unload(live)
        await harness.tables.keeper.keep()
        cast(Any, harness.store).keep = keep
        await harness.tables.keeper.keep()
        kept, played = await _kept_and_played(harness, table)
        _check(kept, played)

    run_test(str(tmp_path / "tables.db"), test)


def test_a_log_of_a_version_that_kept_nothing_is_kept_when_it_is_opened(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("back-to-the-future", 3))
        await harness.play(table, SEATED, 150)
        (await harness.tables.live_tables.get(table)).table.unkept.forget()
        again = Harness(harness.store)
        await again.tables.live_tables.get(table)
        await again.tables.keeper.keep(everything=True)
        kept, played = await _kept_and_played(again, table)
        _check(kept, played)
        assert find_game("back-to-the-future").rules == kept.rules

    run_test(str(tmp_path / "tables.db"), test)


def test_a_game_that_ended_just_before_a_node_was_killed_is_kept_by_the_next_one(store_address: str) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("excellent-boardgame", 3))
        await harness.play(table, SEATED)
        (await harness.tables.live_tables.get(table)).table.unkept.forget()  # the node was killed here
        again = Harness(harness.store)
        await again.tables.resume()
        await again.tables.keeper.keep()
        assert await harness.store.kept_until(table) == ALL_KEPT
        kept, played = await _kept_and_played(again, table)
        _check(kept, played)

    run_test(store_address, test)


def test_a_game_that_has_just_begun_is_kept_at_once(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(fixtures.settings("riff-in-time", 3))
        await harness.tables.keeper.keep()
        kept, played = await _kept_and_played(harness, table)
        _check(kept, played)
        await harness.play(table, SEATED, 2)
        await harness.tables.keeper.keep()
        assert len(await harness.store.kept(table)) == 1

    run_test(str(tmp_path / "tables.db"), test)
