"""Every refusal of a table or a store has a text in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import timebooth
from timebooth.words import LANGUAGES, Words

ERRORS = ("NotAllowed", "UndoRefused", "StoreError", "UnstorableText", "BadSetup", "Refused")


def raised() -> Iterator[tuple[str, set[str]]]:
    """Return the keys of all errors in tables and store, with their arguments."""
    for folder in ("tables", "store"):
        for path in (Path(timebooth.__file__).parent / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                    key = node.args[0]
                    assert isinstance(key, ast.Constant), f"{path.name}:{node.lineno}"
                    yield str(key.value), {str(each.arg) for each in node.keywords}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_says_why(lang: str) -> None:
    words = Words(lang)
    found = dict(raised())
    assert len(found) > 20
    for key, args in found.items():
        assert words.has(f"error.{key}"), key
        said = words.say(f"error.{key}", **dict.fromkeys(args, 1))
        assert "{" not in said
