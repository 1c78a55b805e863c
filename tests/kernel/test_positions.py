"""Positions: states as plain values, read again by this version and by the next."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.fields import Flag, Number, Row
from timebooth.kernel.position import pack, unpack
from timebooth.kernel.state import State
from timebooth.registry import find_game, game_types
from timebooth.testing.play import decisions, random_answers

# As they were stored before positions had a version: three seats, after some random answers with seed 7.
FIRST = json.loads(Path(__file__).with_name("first_positions.json").read_text(encoding="utf-8"))
ROUNDS = {"back-to-the-future": 20, "excellent-boardgame": 4, "riff-in-time": 20}


def played(key: str) -> State:
    """Return the state that the stored position was packed from."""
    rng = FastRng(7)
    state = find_game(key).start(3, None, rng)
    for _ in range(ROUNDS[key]):
        state.play(random_answers(state, rng), rng)
    return state


@pytest.mark.parametrize("key", list(game_types()))
def test_a_packed_state_is_unpacked_equal_and_plays_on(key: str) -> None:
    game = find_game(key)
    for state in decisions(game, 3, seed=5, most=15):
        position = json.loads(json.dumps(pack(state)))
        again = unpack(game, 3, game.options(), position)
        assert again.numbers() == state.numbers()
        assert pack(again) == position
        assert [again.options(seat) for seat in range(3)] == [state.options(seat) for seat in range(3)]


@pytest.mark.parametrize("key", list(game_types()))
def test_positions_stored_before_there_was_a_version_are_read(key: str) -> None:
    game = find_game(key)
    now = played(key)
    for field in now.fields():
        if isinstance(field, Flag | Number) and field.since > 1:
            setattr(now, field.name, field.first)
    assert unpack(game, 3, game.options(), FIRST[key]).numbers() == now.numbers()


def test_a_flag_that_an_older_version_lacks_has_its_first_value() -> None:
    state = played("back-to-the-future")
    position = {**pack(state), "version": 1}
    del position["reshuffled"]

    again = unpack(find_game("back-to-the-future"), 3, find_game("back-to-the-future").options(), position)

    assert again.numbers() == state.numbers()


def test_a_position_of_version_1_gets_the_fields_that_came_later() -> None:
    game = find_game("back-to-the-future")
    now = pack(played("back-to-the-future"))
    fields = game.start(3, None, FastRng(0)).fields()
    added = {field.name for field in fields if isinstance(field, Flag | Number | Row) and field.since > 1}
    old = {name: value for name, value in now.items() if name not in added}
    old |= {"version": 1, "doubts": [3] * 6, "suspects": [1] * 6}

    assert pack(unpack(game, 3, game.options(), old)) == now
    with pytest.raises(BadRecord, match=r"record\.other_position"):
        unpack(game, 3, game.options(), {**old, "more": 1})


@pytest.mark.parametrize("key", list(game_types()))
def test_anything_else_is_refused(key: str) -> None:
    game = find_game(key)
    good = pack(played(key))
    short = {name: value[:-1] if isinstance(value, list) else value for name, value in good.items()}
    fewer = {name: value for name, value in good.items() if name != "turn"}
    for bad in (
        {**good, "version": 99},
        {**good, "turn": "1"},
        {**good, "more": 1},
        {**good, "seats": 2},
        short,
        fewer,
    ):
        with pytest.raises(BadRecord, match=r"record\.other_position"):
            unpack(game, 3, game.options(), bad)


def test_layouts_are_those_of_the_declarations() -> None:
    tool = Path(__file__).parents[2] / "tools" / "state_layouts.py"
    if not tool.exists():
        pytest.skip("NOT TESTED: the generated layouts; tools/ is only in a checkout")
    run = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
