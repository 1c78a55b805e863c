"""What guests send is limited in depth, size and number before it is stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tables.fixtures import ADA, nested
from tests.tables.games import find_game
from tests.tables.harness import Harness, run_test
from timebooth.kernel.errors import BadRecord, BadSetup, TimeboothError
from timebooth.kernel.match import Match
from timebooth.kernel.record import Fork, Record, read_record
from timebooth.server import protocol
from timebooth.tables import forks, wire

DEEP: Any = nested(900)


def order(*cases: object) -> dict[str, Any]:
    return {"type": "give_orders", "seat": 0, "orders": [{"type": "pass_unless", "cases": cases}]}


def answer(**fields: object) -> dict[str, Any]:
    return {"type": "answer", "seat": 0, "moment": 0, "answer": fields}


@pytest.mark.parametrize(
    "action",
    [
        order({"card": DEEP}),
        order({"card": {"name": "memo"}}),
        order({"card": [["memo"]]}),
        order({"card": "x" * 101}),
        order({"x" * 41: 1}),
        order({str(i): 1 for i in range(17)}),
        order(*({"seat": 1} for _ in range(41))),
        order({"card": list(range(17))}),
        order({"card": 2**60}),
        answer(card=DEEP),
        answer(card={"name": "memo"}),
        {"type": "sit", "name": "x" * 41},
        {"type": "sit", "invitation": "x" * 65},
        {"type": "say", "text": "x" * 501},
        {"type": "react", "seat": 0, "reaction": "x"},
        {"type": "react", "seat": 16, "reaction": "bravo"},
        {"type": "react", "seat": None, "reaction": "bravo"},
        {"type": "react", "seat": 0, "reaction": "bravo", "text": "and more"},
        {"type": "note", "seat": 0, "text": "x" * 4001},
        {"type": "fill", "bot": "x" * 41},
        {"type": "set_sleep", "seat": 0, "sleep": {"start": 0, "end": 1440}},
    ],
)
def test_an_action_beyond_its_bounds_is_refused_by_its_schema(action: dict[str, Any]) -> None:
    call = {"type": "act", "id": 1, "table": "t", "command": "c", "action": action}
    with pytest.raises(msgspec.ValidationError):
        protocol.CALLS.decode(msgspec.json.encode(call))


@pytest.mark.parametrize("name", ["", "a\n", "a\0b", "é", "x" * 65, "a b"])
def test_ids_are_short_plain_words(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        protocol.CALLS.decode(msgspec.json.encode({"type": "stop", "id": 1, "table": name}))


def test_options_of_any_other_shape_are_refused() -> None:
    for options in ({"a": DEEP}, {"a": {"b": 1}}, {str(i): 1 for i in range(17)}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"game": "fingers", "places": [{}], "options": options}, wire.Settings)


def brought(**header: Any) -> str:
    """Return a record of two rounds with a changed header."""
    match = Match.new(find_game("fingers"), 2, seed=7)
    match.play([state.options(seat)[0] for state in [match.state] for seat in state.asked()])
    changed = msgspec.structs.replace(match.record.header, **header)
    return Record(changed, match.record.given).lines()


def test_an_imported_header_keeps_nothing_that_the_game_does_not_know() -> None:
    game = find_game("fingers")
    text = brought(names=("x" * 4000, "y", "z") * 50, bots=("b" * 99,) * 300, edition="../..")
    header = asyncio.run(forks.imported(game, text)).header
    assert header.names == ()
    assert [len(bot) for bot in header.bots] == [forks.MAX_NAME] * 2
    assert header.options == msgspec.to_builtins(game.options())
    assert header.edition == game.edition.name


@pytest.mark.parametrize(
    "header",
    [
        {"forks": (Fork(0, "00" * 32, "00" * 32),) * (forks.MAX_FORKS + 1)},
        {"forks": (Fork(0, "0" * 1000),)},
        {"commitment": "0" * 1000},
        {"seed": "1" * 1000},
        {"options": {"anything": [[1]]}},
    ],
)
def test_an_imported_header_beyond_its_bounds_is_refused(header: dict[str, Any]) -> None:
    with pytest.raises((BadRecord, BadSetup)):
        asyncio.run(forks.imported(find_game("fingers"), brought(**header)))


def test_a_record_nested_too_deeply_is_malformed() -> None:
    head, *rest = brought().splitlines()
    deep = '{"seat":0,"answer":{"a":' + "[" * 20_000 + "]" * 20_000 + "}}"
    with pytest.raises(BadRecord, match="malformed"):
        read_record("\n".join((head, deep, *rest)) + "\n")


def test_forks_of_forks_come_to_an_end(tmp_path: Path) -> None:
    settings = wire.Settings("fingers", (wire.Place("host"), wire.Place("host")), visibility="invitation")

    async def test(harness: Harness) -> None:
        table = (await harness.tables.create(ADA, "0", settings)).table
        await harness.play(table, {0: ADA, 1: ADA})
        for number in range(2):
            table = (await harness.tables.fork(table, ADA, f"f{number}", settings, number)).table
            await harness.play(table, {0: ADA, 1: ADA})
        with pytest.raises(TimeboothError, match="too_many_forks"):
            await harness.tables.fork(table, ADA, "f2", settings, 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forks, "MAX_FORKS", 2)
        run_test(str(tmp_path / "tables.db"), test)
