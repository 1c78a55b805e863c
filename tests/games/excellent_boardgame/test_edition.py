"""Editions: what an owner of the box may change, and what is refused with file, table, field and reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.games.excellent_boardgame.builders import game
from timebooth.games.excellent_boardgame.edition import FILES
from timebooth.games.excellent_boardgame.game import ExcellentBoardgame
from timebooth.kernel.chance import FastRng
from timebooth.kernel.edition import read_edition
from timebooth.kernel.errors import BadEdition
from timebooth.kernel.playout import playout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the standard edition."""
    return Path(shutil.copytree(game().folder / "editions" / "standard", tmp_path / "mine"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / f"{file}.toml"
    said = path.read_text(encoding="utf-8")
    assert old in said
    path.write_text(said.replace(old, new, 1), encoding="utf-8")


def load(folder: Path) -> ExcellentBoardgame:
    return ExcellentBoardgame(read_edition(folder, FILES))


EXTRA_CARD = (
    '[[card]]\nnumber = 70\nbuttons = ["back"]\ndude = "knight"\nsource = "reconstructed"\n\n[[card]]\nnumber = 69'
)


@pytest.mark.parametrize(
    ("file", "old", "new", "table", "field", "reason"),
    [
        ("cards", "[[card]]\nnumber = 69", EXTRA_CARD, "card", "", "count"),
        ("cards", "number = 30", "number = 29", "card 30", "number", "out_of_order"),
        ("cards", '"turn_right", "right"', '"u_turn", "right"', "card 1", "buttons", "unknown"),
        ("cards", 'buttons = ["left", "left"]', "buttons = []", "card 2", "buttons", "not_between"),
        ("cards", 'dude = "cowboy"', 'dude = "sheriff"', "card 1", "dude", "unknown"),
        ("cards", 'source = "reconstructed"', 'source = "memory"', "card 1", "source", "unknown"),
        ("board", 'space = "D7"', 'space = "D8"', "start 1", "space", "unknown"),
        ("board", 'facing = "north"', 'facing = "east"', "start 1", "facing", "unknown"),
        ("board", "players = [2, 3, 4]", "players = [2, 4]", "start for 3", "players", "count"),
        ("board", "players = [2, 3, 4]", "players = [5]", "start 1", "players", "unknown"),
        ("board", 'space = "B2"', 'space = "D2"', "dot 2", "space", "twice"),
        ("board", "princesses = true\n", "", "dot", "princesses", "count"),
        ("board", 'icon = "shield"\nspace = "B4"', 'icon = "shield"\nspace = "B3"', "knight", "space", "unknown"),
        ("board", "width = 7", "width = 70", "board", "width", "not_between"),
        ("characters", 'key = "napoleon"', 'key = "caesar"', "napoleon", "key", "unknown"),
        ("characters", '["left", "back"],', '["left", "jump"],', "napoleon", "copies", "unknown"),
        ("characters", '    ["left"],\n', "", "beethoven", "copies", "fewer"),
    ],
)
def test_a_broken_edition_is_refused_with_file_table_field_and_reason(
    folder: Path, file: str, old: str, new: str, table: str, field: str, reason: str
) -> None:
    """§SETUP.STACKS §CARD.BUTTONS"""
    edit(folder, file, old, new)
    if reason == "fewer":  # three copies are enough, two are not
        load(folder)
        edit(folder, file, '    ["turn_right", "right"],\n', "")
        reason = "not_between"

    with pytest.raises(BadEdition) as refused:
        load(folder)

    told = refused.value.args_by_name
    assert told["file"] == str(folder / f"{file}.toml")
    assert (told["table"], told["field"], told["reason"]) == (table, field, reason)


def test_an_owner_can_give_the_game_a_bigger_board_other_buttons_and_more_copies(folder: Path) -> None:
    """§SETUP.STACKS §EDGE"""
    edit(folder, "board", "width = 7", "width = 9")
    edit(folder, "board", "height = 7", "height = 11")
    edit(folder, "cards", '["turn_right", "right"]', '["turn_right", "right", "forward"]')
    edit(folder, "characters", '    ["left"],\n', '    ["left"],\n    ["left"],\n')
    mine = load(folder)

    for seats in mine.seats:
        rng = FastRng(seats)
        state = mine.start(seats, None, rng)
        playout(state, rng)
        assert state.outcome() is not None
    assert mine.edition.hash != game().edition.hash
