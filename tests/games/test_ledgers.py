"""Every rule has a row, every row has a test, and both languages say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from timebooth.ledger import cited_ids, read_ledger
from timebooth.registry import game_types
from timebooth.testing.ledger import Ledger

ROW = "| §TURN | The turn | Draw, then play. | `turn.py TURN` |\n"
TABLE = "## The turn\n\n| id | name | rule | where |\n|---|---|---|---|\n" + ROW


def no_complaints(complaints: list[str]) -> None:
    """Check that there are no complaints; otherwise fail with all of them, one a line."""
    assert not complaints, "\n".join(complaints)


@pytest.fixture(params=sorted(game_types()))
def ledger(request: pytest.FixtureRequest) -> Ledger:
    folder = game_types()[request.param].folder
    return Ledger(folder, Path(__file__).parent / folder.name)


def test_every_id_that_is_cited_stands_in_the_ledger(ledger: Ledger) -> None:
    no_complaints(ledger.cited_but_unknown())


def test_every_id_in_the_ledger_is_cited_or_tested(ledger: Ledger) -> None:
    no_complaints(ledger.neither_cited_nor_tested())


def test_every_id_in_the_ledger_has_a_test_that_names_it(ledger: Ledger) -> None:
    no_complaints(ledger.untested())


def test_the_french_ledger_has_the_same_ids_in_the_same_order(ledger: Ledger) -> None:
    no_complaints(ledger.other_in_french())


def test_every_row_names_a_symbol_that_cites_it(ledger: Ledger) -> None:
    no_complaints(ledger.misplaced())


def small_game(folder: Path, english: str = TABLE, french: str = TABLE, code: str = "", test: str = "") -> Ledger:
    """Write a small game of one rule, with its tests beside it."""
    (folder / "game").mkdir()
    (folder / "tests").mkdir()
    (folder / "game" / "RULES.md").write_text(english, encoding="utf-8")
    (folder / "game" / "RULES.fr.md").write_text(french, encoding="utf-8")
    (folder / "game" / "turn.py").write_text(code, encoding="utf-8")
    (folder / "tests" / "test_turn.py").write_text(test, encoding="utf-8")
    return Ledger(folder / "game", folder / "tests")


def test_an_id_without_a_row_is_named_with_its_file(tmp_path: Path) -> None:
    small = small_game(tmp_path, code="TURN = 1  # §TURN §TEA\n")

    (complaint,) = small.cited_but_unknown()

    assert "§TEA" in complaint
    assert "turn.py" in complaint
    assert small.neither_cited_nor_tested() == []
    assert small.misplaced() == []


def test_an_id_outside_the_docstring_of_a_test_does_not_count_as_tested(tmp_path: Path) -> None:
    small = small_game(tmp_path, test='"""§TURN"""\n\ndef test_it() -> None:\n    """A turn."""\n    # §TURN\n')

    (complaint,) = small.untested()

    assert "§TURN" in complaint
    assert "RULES.md" in complaint


def test_an_id_in_the_docstring_of_a_test_counts_as_tested(tmp_path: Path) -> None:
    assert small_game(tmp_path, test='def test_it() -> None:\n    """§TURN."""\n').untested() == []


def test_a_row_that_nobody_cites_is_named(tmp_path: Path) -> None:
    (complaint,) = small_game(tmp_path).neither_cited_nor_tested()

    assert "§TURN" in complaint


@pytest.mark.parametrize(
    ("symbol", "code"),
    [
        ("TURN", "TURN = 1  # §TURN\n"),
        ("TURN", "# §TURN\nTURN: int = 1\n"),
        ("TURN", "TURN = (\n    1,  # §TURN\n)\n"),
        ("turn", 'def turn() -> None:\n    """Draw, then play.  §TURN"""\n'),
        ("Turn", "class Turn:\n    def end(self) -> None:\n        pass  # §TURN\n"),
        ("Turn.end", "class Turn:\n    def end(self) -> None:\n        pass  # §TURN\n"),
    ],
)
def test_a_row_is_in_its_place_if_the_symbol_cites_it(tmp_path: Path, symbol: str, code: str) -> None:
    table = TABLE.replace("turn.py TURN", f"turn.py {symbol}")

    assert small_game(tmp_path, table, code=code).misplaced() == []


@pytest.mark.parametrize(
    ("symbol", "code", "said"),
    [
        ("TURN", "ROUND = 1  # §TURN\n", "there is no"),
        ("TURN", "TURN = 1\n# §TURN\n", "does not cite it"),
        ("TURN", "# §TURN.LEFT\nTURN = 1\n", "does not cite it"),
        ("Turn.end", "class Turn:\n    # §TURN\n    pass\n", "there is no"),
        ("Turn.end", '"""§TURN"""\nclass Turn:\n    def end(self) -> None:\n        pass\n', "does not cite it"),
    ],
)
def test_a_row_that_is_not_cited_in_its_place_is_named(tmp_path: Path, symbol: str, code: str, said: str) -> None:
    (complaint,) = small_game(tmp_path, TABLE.replace("turn.py TURN", f"turn.py {symbol}"), code=code).misplaced()

    assert "§TURN" in complaint
    assert said in complaint


@pytest.mark.parametrize(
    ("french", "said"),
    [
        ("", "§TURN is missing"),
        (TABLE + ROW.replace("§TURN", "§THÉ").replace("É", "E"), "§THE stands only"),
        (TABLE.replace("turn.py TURN", "turn.py ROUND"), "§TURN is placed elsewhere"),
    ],
)
def test_a_french_ledger_that_differs_is_named(tmp_path: Path, french: str, said: str) -> None:
    (complaint,) = small_game(tmp_path, french=french).other_in_french()

    assert complaint.startswith(said)
    assert "RULES.fr.md" in complaint


def test_rows_out_of_order_in_french_are_named(tmp_path: Path) -> None:
    second = ROW.replace("§TURN", "§DRAW")

    (complaint,) = small_game(tmp_path, TABLE + second, TABLE.replace(ROW, second + ROW)).other_in_french()

    assert complaint.startswith("§DRAW")


def test_a_row_knows_its_heading(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text(TABLE, encoding="utf-8")

    (rule,) = read_ledger(tmp_path / "RULES.md")

    assert rule == ("§TURN", "The turn", "Draw, then play.", "`turn.py TURN`", "The turn")


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROW, "is twice"),
        ("| §DRAW | Draw one | Draw. |\n", "four filled columns"),
        ("| §draw | Draw one | Draw. | here |\n", "is not an id"),
    ],
)
def test_a_malformed_ledger_is_refused_with_file_and_line(tmp_path: Path, rows: str, said: str) -> None:
    (tmp_path / "RULES.md").write_text(TABLE + rows, encoding="utf-8")

    with pytest.raises(ValueError, match=rf"RULES\.md:6: .*{said}"):
        read_ledger(tmp_path / "RULES.md")


def test_a_dot_that_ends_a_sentence_is_not_part_of_an_id() -> None:
    assert cited_ids("As in §WIN.TURN. Not §J3, nor §TIME_CAR_V1.") == ["§WIN.TURN", "§J3", "§TIME_CAR_V1"]
