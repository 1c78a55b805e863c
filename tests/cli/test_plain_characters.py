"""Terminals that cannot show every character."""

from __future__ import annotations

import io

import pytest

from timebooth.cli import plain_characters
from timebooth.cli.plain_characters import plain


def test_sides_and_kinds_of_cards_are_told_apart_in_ascii() -> None:
    assert len(set(plain("◆○▲△★"))) == 5
    assert len(set(plain("▲▶▼◀"))) == 4
    assert len(set(plain("←↑→↓↺↻"))) == 6
    assert plain("✓") != plain("✗")
    assert plain("┌──┬──┐") == "+--+--+"


def test_letters_lose_their_accents_only() -> None:
    assert plain("Où mène «\u00a0Cassel\u00a0» ? L’œil…") == 'Ou mene " Cassel " ? L\'oeil.'


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", "Cafe #A-1^"), ("latin-1", "Café #A-1^"), ("utf-8", "Café ◆A-1▲")]
)
def test_only_what_an_encoding_lacks_is_replaced(encoding: str, shown: str) -> None:
    written = io.BytesIO()
    out = io.TextIOWrapper(written, encoding=encoding, errors=plain_characters.NAME)

    print("Café ◆A-1▲", end="", file=out, flush=True)

    assert written.getvalue().decode(encoding) == shown
