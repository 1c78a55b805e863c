"""Errors read as sentences; programs have the key."""

from __future__ import annotations

import ast
import pickle
import traceback
from pathlib import Path

import pytest

import timebooth
from timebooth.kernel.errors import TimeboothError
from timebooth.words import catalogue

PACKAGE = Path(timebooth.__file__).parent
KEYS_WITH_TEXT = {key.removeprefix("error.") for key in catalogue("en") if key.startswith("error.")}


def subclasses(kind: type[TimeboothError]) -> set[str]:
    return {kind.__name__}.union(*(subclasses(child) for child in kind.__subclasses__()))


def raised_keys() -> dict[str, str]:
    """Return every key that is written where an error is made in the library, with its place."""
    import timebooth.lab.dataset
    import timebooth.tables.tables  # noqa: F401 - all errors are defined

    kinds = subclasses(TimeboothError)
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found[key.value] = f"{path.relative_to(PACKAGE)}:{node.lineno}"
    return found


def test_an_error_is_a_sentence() -> None:
    with pytest.raises(timebooth.UnknownGame) as refused:
        timebooth.find_game("chess")

    assert str(refused.value).startswith("There is no game “chess”. Installed: back-to-the-future, ")
    assert refused.value.key == "game.unknown"


def test_the_rules_refuse_with_a_sentence() -> None:
    match = timebooth.new_match("excellent-boardgame", seed=1)

    with pytest.raises(timebooth.Refused) as refused:
        match.play(match.state.options(0)[:1])

    assert str(refused.value) == "2 players have to answer, but 1 answer was given."


def test_a_traceback_has_the_sentence_and_the_key() -> None:
    shown = traceback.format_exception_only(timebooth.BadSetup("setup.seed", seed="x"))

    assert "".join(shown).splitlines()[-2:] == [
        "timebooth.kernel.errors.BadSetup: A seed has up to 64 hexadecimal digits; “x” is not one.",
        "setup.seed",
    ]


def test_an_error_from_another_process_reads_the_same() -> None:
    problem = timebooth.BadRecord("record.cut_off", line=12)

    again = pickle.loads(pickle.dumps(problem))

    assert (type(again), str(again), again.__notes__) == (type(problem), str(problem), problem.__notes__)


def test_an_error_without_a_text_shows_its_key_and_arguments() -> None:
    assert str(TimeboothError("of.a_plugin", why=3)) == "of.a_plugin(why=3)"


def test_every_key_that_is_raised_has_its_sentence() -> None:
    keys = raised_keys()

    assert len(keys) > 80
    assert {key: place for key, place in keys.items() if key not in KEYS_WITH_TEXT} == {}
