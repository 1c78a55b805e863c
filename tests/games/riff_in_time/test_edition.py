"""The standard edition has what the box has, and a broken one is refused with file, table, field and reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.games.riff_in_time.builders import follows, game, riff
from timebooth.games.riff_in_time.answers import Choose, KeepCard
from timebooth.games.riff_in_time.game import RiffInTime
from timebooth.kernel.edition import read_edition
from timebooth.kernel.errors import BadEdition

STANDARD = RiffInTime.folder / "editions" / "standard"


def changed(folder: Path, file: str, old: str, new: str, times: int = 1) -> RiffInTime:
    """Return the game with a changed standard edition."""
    copy = folder / "changed"
    shutil.copytree(STANDARD, copy)
    path = copy / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, times), encoding="utf-8")
    return RiffInTime(read_edition(copy, RiffInTime.edition_files))


def broken(folder: Path, file: str, old: str, new: str) -> BadEdition:
    """Return the error that such a change causes."""
    with pytest.raises(BadEdition) as raised:
        changed(folder, file, old, new)
    return raised.value


def test_the_standard_edition_has_what_the_box_has() -> None:
    """§CONTENTS §SETUP.5"""
    box = game().box

    assert len(box.places) == 11
    assert len(box.personages) == 10
    assert len(box.characters) == 4
    assert len(set(box.cards)) == 60
    assert len(set(box.objectives)) == 16
    assert [box.dice[kind] for kind in range(4)] == [3, 4, 4, 3]
    assert box.bogus_dice[1023] == 3


def test_every_table_says_where_it_comes_from() -> None:
    """§CONTENTS"""
    for name, tables in game().edition.files.items():
        if name == "edition":
            continue
        for table in (table for found in tables.values() for table in found):
            assert table["source"] in ("rulebook", "published", "deduced", "reconstructed")


@pytest.mark.parametrize(
    ("file", "old", "new", "table", "field", "reason"),
    [
        ("riff", '[[card]]\nkey = "R60"', '[[spare]]\nkey = "R60"', "card", "", "count"),
        ("riff", '[["lower_san_dimas x2"]]', '[["levitate"]]', "R58", "main", "unknown"),
        ("riff", '[["lower_san_dimas x2"]]', '[["lower_san_dimas x9"]]', "R58", "main", "not_between"),
        ("riff", '[["peek x3"], ', '[["peek x2"], ', "R41", "main", "not_between"),
        ("riff", 'place = "new_mexico"\n', "", "R01", "main", "no_place"),
        ("riff", "numbers = [1, 3, 5, 7, 9]", "numbers = [1, 3, 5, 7, 11]", "R47", "numbers", "not_between"),
        ("riff", '[["raise_san_dimas"], ["draw"]]', '[["draw"], ["draw"]]', "R01", "red", "options_alike"),
        ("riff", '[["raise_san_dimas"], ["draw"]]', "[]", "R01", "red", "options"),
        (
            "riff",
            'red = [["move_everyone"]]\n',
            'red = [["eject"]]\ngreen = [["eject"]]\n',
            "R02",
            "green",
            "red_and_green",
        ),
        ("board", "[5, 10]]", "[5, 11]]", "diameters", "joins", "not_between"),
        ("board", "[5, 10]]", "[5]]", "diameters", "joins", "two_positions"),
        ("board", "maximum = 10", "maximum = 0", "places", "maximum", "not_between"),
        ("board", "maximum = 10", "maximum = 16", "places", "maximum", "not_between"),
        ("board", 'of = "san_dimas"', 'of = "nowhere"', "dial", "of", "missing_card"),
        ("dice", '"reroll", "bogus"]', '"reroll"]', "wyld", "faces", "count"),
        ("dice", '"reroll", "bogus"]', '"reroll", "banana"]', "wyld", "faces", "unknown"),
        ("dice", "count = 3", "count = 2", "wyld", "count", "not_between"),
        ("places", 'key = "athens"', 'key = "new_mexico"', "place 2", "key", "twice"),
        ("places", 'actions = ["reroll"]', 'actions = ["sing"]', "vienna", "actions", "unknown"),
        ("places", 'name = { en = "Athens", fr = "Athènes" }', 'name = { en = "Athens" }', "athens", "name", "names"),
        ("characters", 'ability = "change_die"', 'ability = "fly"', "ted", "ability", "unknown"),
        ("objectives", 'task = "no_rerolls"', 'task = "nap"', "O03", "task", "unknown"),
        ("objectives", '"new_york", "rome", "athens"]', '"new_york", "rome"]', "O08", "places", "count"),
        ("objectives", '"new_york", "rome", "athens"]', '"new_york", "rome", "oz"]', "O08", "places", "unknown"),
        ("objectives", 'source = "reconstructed"', "", "objective 1", "source", "missing"),
    ],
)
def test_a_broken_edition_is_refused_with_file_table_field_and_reason(
    tmp_path: Path, file: str, old: str, new: str, table: str, field: str, reason: str
) -> None:
    """§CONTENTS"""
    args = broken(tmp_path, file, old, new).args_by_name

    assert str(args["file"]).endswith(f"{file}.toml")
    assert (args["table"], args["field"], args["reason"]) == (table, field, reason)


def test_a_board_with_a_place_that_nobody_can_reach_is_refused(tmp_path: Path) -> None:
    """§CIRCUITS"""
    joins = "[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 9], [9, 10], [10, 1]]"

    args = broken(tmp_path, "board", joins, "[[1, 2], [3, 4]]").args_by_name

    assert (args["field"], args["reason"]) == ("joins", "unreachable")


def test_the_standard_edition_needs_frames_for_a_turn_a_card_and_what_it_pushes() -> None:
    """§DRAW §J21"""
    t = follows("R59", riff(characters=("elizabeth", "joanna")), "R60", "R54")
    t.does(KeepCard(), Choose("draw", 1))

    assert t.prompt() == "swap_card"
    assert t.state.depth == t.box.frames == 3


def test_each_card_that_goes_on_after_a_draw_has_a_frame(tmp_path: Path) -> None:
    """§DRAW §J21"""
    main = 'main = [["raise_san_dimas"], ["draw"]]'
    waiting = changed(tmp_path, "riff", main, 'main = [["draw", "lower_san_dimas"]]', times=-1)
    s = riff(characters=("elizabeth", "joanna"), levels={"san_dimas": 4}, box=waiting.box)

    t = follows("R59", s, "R60", "R54")
    t.does(KeepCard(), KeepCard())

    assert t.prompt() == "swap_card"
    assert t.state.depth == t.box.frames == 5
    t.does(KeepCard())
    assert t.level("san_dimas") == 3


def test_a_fixed_section_that_draws_for_each_number_needs_a_frame_too(tmp_path: Path) -> None:
    """§DRAW §J18"""
    numbers = 'main = [["raise_numbers"]]\nfixed = [["lower_san_dimas"]]'

    waiting = changed(tmp_path, "riff", numbers, numbers.replace("lower_san_dimas", "draw"))

    assert waiting.box.frames == game().box.frames + 1
