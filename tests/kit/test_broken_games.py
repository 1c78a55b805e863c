"""A plug-in game with one thing broken is left out, and named with what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.cli.command import timebooth
from timebooth import registry
from timebooth.kit.make import make

BROKEN = {
    "nothing": ("", "", "", ""),
    "bad-json": ("text/en.json", '"game.title"', "game.title", "en.json"),
    "bad-pattern": ("text/fr.json", "{round} commence", "{round commence", "event.turn_began"),
    "no-title": ("text/en.json", '"game.title"', '"game.name"', "game.title"),
    "odd-text": ("text/en.json", '"Your cards: {cards}"', "7", "screen.hand"),
    "no-french": ("text/fr.json", "", "", "fr.json"),
    "no-standard": ("editions/standard/edition.toml", "", "", "no edition “standard”"),
    "bad-edition": ("editions/standard/cards.toml", "number = 3", "number = 2", "[card 3] number"),
    "bad-ledger": ("RULES.md", "| §DEAL | The deal |", "| §DEAL |", "RULES.md:9"),
    "bad-deal": ("game.py", "rng.shuffle(cards)", "cards.shuffle(rng)", "AttributeError"),
    "bad-seats": ("game.py", "seats = range(2, 5)", "seats = 4", "TypeError"),
}


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    registry.forget()


@pytest.mark.parametrize("name", BROKEN)
def test_the_reason_names_what_is_broken(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, old, new, said = BROKEN[name]
    make("game", name, tmp_path / name)
    module = name.replace("-", "_")
    path = tmp_path / name / "src" / module / file
    if old:
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    elif file:
        path.unlink()
    monkeypatch.syspath_prepend(str(tmp_path / name / "src"))
    kind = "".join(word.title() for word in name.split("-"))
    entry = EntryPoint(name, f"{module}.game:{kind}", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [entry])
    registry.forget()

    listed = timebooth("games").out

    assert (name in registry.game_types()) == (not file)
    assert ("Not usable" in listed) == bool(file)
    assert said in listed
