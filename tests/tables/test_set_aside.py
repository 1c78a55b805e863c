"""A table that cannot be opened is set aside with its reason; its log is kept, and all other tables go on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tables import fixtures
from tests.tables.fixtures import ADA, BEN, CLEO, nested
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import BadSetup, UnknownGame
from timebooth.kernel.game import Game
from timebooth.store.open_store import open_store
from timebooth.tables import facts
from timebooth.tables.set_aside import SetAside
from timebooth.tables.wire import PassUnless, Sit

OBJECTION = fixtures.settings("objection")
NESTED: object = nested(50_000)


def rewrite(file: Path, statement: str, *args: object) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(statement, args)
        db.commit()


def change_last_line(file: Path, table: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Rewrite the latest fact of a log as a newer version might have written it."""
    with closing(sqlite3.connect(file)) as db:
        query = "SELECT version, body FROM entry WHERE table_id = ? ORDER BY version DESC LIMIT 1"
        version, body = db.execute(query, (table,)).fetchone()
        said = msgspec.json.decode(body)
        change(said["fact"])
        update = "UPDATE entry SET body = ? WHERE table_id = ? AND version = ?"
        db.execute(update, (msgspec.json.encode(said), table, version))
        db.commit()


def newer_fact(file: Path, table: str) -> None:
    change_last_line(file, table, lambda fact: fact.update(fact="danced"))


def new_field(file: Path, table: str) -> None:
    change_last_line(file, table, lambda fact: fact.update(hat="blue"))


def damaged_line(file: Path, table: str) -> None:
    rewrite(file, "UPDATE entry SET body = ? WHERE table_id = ? AND version = 2", b'{"at": 1.0, "fa', table)


def damaged_bytes(file: Path, table: str) -> None:
    rewrite(file, "UPDATE entry SET body = ? WHERE table_id = ? AND version = 2", b"\xff\xfe\x00", table)


def missing_line(file: Path, table: str) -> None:
    rewrite(file, "DELETE FROM entry WHERE table_id = ? AND version = 2", table)


def no_log(file: Path, table: str) -> None:
    rewrite(file, "DELETE FROM entry WHERE table_id = ?", table)


def too_deep(file: Path, table: str) -> None:
    """Append an order as a guest could send it before orders had a schema."""
    deep = b"[" * 50_000 + b"]" * 50_000
    body = b'{"at":1.0,"fact":{"fact":"ordered","seat":0,"orders":[{"type":"pass_unless","cases":[{"a":%s}]}]}}' % deep
    rewrite(file, "INSERT INTO entry VALUES (?, 4, 'deep', ?)", table, body)


def answer_not_offered(file: Path, table: str) -> None:
    body, _ = facts.write(1.0, facts.Answered(0, {"type": "no_such_answer"}))
    rewrite(file, "INSERT INTO entry VALUES (?, 4, 'odd', ?)", table, body)


def seat_that_is_not_there(file: Path, table: str) -> None:
    body, _ = facts.write(1.0, facts.StoodUp(12))
    rewrite(file, "INSERT INTO entry VALUES (?, 4, 'odd', ?)", table, body)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (newer_fact, "newer"),
        (new_field, "newer"),
        (damaged_line, "damaged"),
        (damaged_bytes, "damaged"),
        (missing_line, "broken"),
        (no_log, "no_log"),
        (too_deep, "damaged"),
        (answer_not_offered, "broken"),
        (seat_that_is_not_there, "broken"),
    ],
)
def test_a_log_that_cannot_be_read_stops_no_other_table(
    tmp_path: Path, spoil: Callable[[Path, str], None], reason: str
) -> None:
    file = tmp_path / "tables.db"

    async def run() -> None:
        store = await open_store(str(file))
        harness = Harness(store)
        bad, good = await harness.open_full(OBJECTION), await harness.open_full(OBJECTION)
        await asyncio.to_thread(spoil, file, bad)
        before = await store.read(bad)

        again = Harness(store)
        await again.tables.resume()
        with pytest.raises(SetAside, match=f"table.set_aside.{reason}"):
            await again.tables.summary(bad, ADA)
        await again.play(good, {0: ADA, 1: BEN, 2: CLEO})

        assert list(again.tables.live_tables.set_aside) == [bad]
        assert await store.read(bad) == before
        await again.tables.close()
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(("problem", "reason"), [(UnknownGame("game.unknown", game="x"), "no_game"),
                                                 (BadSetup("setup.edition", game="x", edition="y"), "no_edition"),
                                                 (RuntimeError("a plug-in failed"), "broken")])  # fmt: skip
def test_a_game_that_is_not_installed_any_more_sets_its_tables_aside(
    tmp_path: Path, problem: Exception, reason: str
) -> None:
    async def test(harness: Harness) -> None:
        old = await harness.open(ADA, fixtures.settings("fingers", 2))
        table = await harness.open_full(OBJECTION)
        again = Harness(harness.store)

        def without_fingers(key: str, edition: str = "standard") -> Game:
            if key == "fingers":
                raise problem
            return find_game(key, edition)

        again.tables.live_tables.find_game = without_fingers
        await again.tables.resume()
        with pytest.raises(SetAside, match=f"table.set_aside.{reason}"):
            await again.tables.summary(old, ADA)
        await again.play(table, {0: ADA, 1: BEN, 2: CLEO})

    run_test(str(tmp_path / "tables.db"), test)


def test_the_next_start_tries_again(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(find_game("fingers")), "rules", 2)
            newer = Harness(harness.store)
            table = await newer.open(ADA, fixtures.settings("fingers", 2))
        with pytest.raises(SetAside, match="other_rules"):
            await harness.tables.summary(table, ADA)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(find_game("fingers")), "rules", 2)
            assert (await Harness(harness.store).tables.summary(table, ADA)).status == "open"

    run_test(str(tmp_path / "tables.db"), test)


def test_a_newer_fact_of_another_node_sets_a_table_aside_while_it_is_played(tmp_path: Path) -> None:
    """Subscribers are disconnected, and nothing is appended after a fact that was not understood."""

    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        live = await harness.tables.live_tables.get(table)
        closed_off: list[str] = []
        harness.tables.live_tables.on_set_aside = lambda live: closed_off.append(live.table.id)
        newer = b'{"at":1.0,"fact":{"fact":"danced","seat":0}}'
        await harness.store.append(table, live.table.version + 1, "newer", newer)

        with pytest.raises(SetAside, match="newer"):
            await harness.tables.live_tables.read_new(live)
        with pytest.raises(SetAside, match="newer"):
            await harness.tables.live_tables.write(live, "more", lambda: facts.StoodUp(0))

        assert closed_off == [table]
        assert len(await harness.store.read(table)) == live.table.version + 1

    run_test(str(tmp_path / "tables.db"), test)


def test_a_table_is_read_once_however_many_ask_for_it_at_the_same_time(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        again = Harness(harness.store)
        found = await asyncio.gather(*(again.tables.live_tables.get(table) for _ in range(5)))
        assert len({id(live) for live in found}) == 1

    run_test(str(tmp_path / "tables.db"), test)


def test_what_others_append_while_a_table_is_being_read_is_read_too(tmp_path: Path) -> None:
    async def test(harness: Harness) -> None:
        table = await harness.open(ADA, OBJECTION)
        there = Harness(harness.store)
        read = harness.store.read

        async def read_and_let_another_node_write(table: str, after: int = 0) -> Any:
            found = await read(table, after)
            if after == 0:
                await harness.act(table, BEN, Sit())
                there.tables.live_tables.changed_while_loading(table)  # as `follow` does
            return found

        there.tables.store.read = read_and_let_another_node_write  # type: ignore[method-assign]
        live = await there.tables.live_tables.get(table)
        assert live.table.version == 2
        there.tables.store.read = read  # type: ignore[method-assign]

    run_test(str(tmp_path / "tables.db"), test)


def test_old_orders_of_any_depth_are_read_and_the_impossible_cases_left_out(tmp_path: Path) -> None:
    deep: object = nested(300)
    orders = [{"type": "pass_unless", "cases": [{"a": deep}, {"seat": 1}]}]
    body = msgspec.json.encode({"at": 1.0, "fact": {"fact": "ordered", "seat": 0, "orders": orders}})

    async def test(harness: Harness) -> None:
        table = await harness.open_full(OBJECTION)
        await harness.store.append(table, 4, "deep", body)
        again = Harness(harness.store)
        (first,) = await again.subscribe(table, ADA, 0)
        assert first.own is not None
        assert first.own.orders == (PassUnless(({"seat": 1},)),)

    run_test(str(tmp_path / "tables.db"), test)


@pytest.mark.parametrize(
    "fact",
    [
        facts.Said("Ada", "x" * facts.MAX_FACT_BYTES),
        facts.Said("Ada", "\ud800"),
        facts.Answered(0, {"deep": NESTED}),
    ],
    ids=["too big", "a lone surrogate", "too deep"],
)
def test_a_fact_that_could_not_be_read_back_is_never_written(fact: facts.AnyFact) -> None:
    with pytest.raises(facts.NotStorable):
        facts.write(1.0, fact)
