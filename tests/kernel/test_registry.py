"""Games are found by their entry points, also those of other packages; one that cannot be used disturbs no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from tests.cli.command import timebooth
from timebooth import registry
from timebooth.kernel.errors import BadEdition, BadSetup, UnknownGame
from timebooth.server.pages import catalogue

Install = Callable[..., None]

BAD = {
    "import-error": ("import os\nimport no_such_module\n", "plugin.import"),
    "syntax-error": ("class Game(:\n", "plugin.import"),
    "exits": ("import sys\nsys.exit(3)\n", "plugin.import"),
    "no-such-class": ("", "plugin.import"),
    "wrong-class": ("class Game:\n    key = 'wrong-class'\n", "plugin.not_a_game"),
    "other-key": ("from timebooth.kernel.game import Game as G\nclass Game(G):\n    key = 'x'\n", "plugin.other_key"),
    "no-key": ("from timebooth.kernel.game import Game as G\nclass Game(G):\n    pass\n", "plugin.failed"),
    "No Slug": ("from timebooth.kernel.game import Game as G\nclass Game(G):\n    key = 'No Slug'\n", "plugin.key"),
    "no-files": (
        "from pathlib import Path\nfrom timebooth.kernel.game import Game as G\n"
        "class Game(G):\n    key = 'no-files'\n    folder = Path('nowhere')\n",
        "plugin.no_edition",
    ),
    "riff-in-time": ("from timebooth.games.riff_in_time.game import RiffInTime as Game\n", "plugin.twice"),
}


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Install]:
    """Return a function that installs a module with a game beside ours; all are gone after the test."""
    ours = list(entry_points(group=registry.GROUP))
    theirs: list[EntryPoint] = []
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "entry_points", lambda **_: theirs + ours)

    def add(name: str, source: str) -> None:
        module = f"fake_{len(theirs)}_{abs(hash(tmp_path))}"
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        theirs.append(EntryPoint(name, f"{module}:Game", registry.GROUP))
        forget()

    yield add
    monkeypatch.undo()
    forget()


def forget() -> None:
    registry.forget()
    catalogue.forget()


def test_games_that_cannot_be_used_are_left_out_with_their_reason(install: Install) -> None:
    ours = registry.game_types().copy()
    for name, (source, _) in BAD.items():
        install(name, source)

    assert registry.game_types() == ours
    found = {each.name: each for each in registry.unusable_games()}
    assert {name: each.problem.key for name, each in found.items()} == {name: key for name, (_, key) in BAD.items()}
    assert all(each.package.startswith("fake_") for each in found.values())


def test_games_are_listed_with_those_that_cannot_be_used(install: Install) -> None:
    for name, (source, _) in BAD.items():
        install(name, source)

    said = timebooth("games")

    assert said.code == 0
    assert said.err == ""
    listed, _, unusable = said.out.partition("Not usable:")
    assert "back-to-the-future" in listed
    assert "wrong-class" not in listed
    assert all(name in unusable for name in BAD)
    assert "ModuleNotFoundError: No module named 'no_such_module'" in unusable
    assert "Inutilisables" in timebooth("games", "--lang", "fr").out


def test_other_commands_warn_on_standard_error_and_work(install: Install) -> None:
    install("import-error", BAD["import-error"][0])

    said = timebooth("simulate", "excellent-boardgame", "--games", "1", "--json")

    assert said.code == 0
    assert said.out.startswith("{")
    assert said.err.count("import-error") == 1


def test_a_game_that_cannot_be_used_is_refused_with_its_reason(install: Install) -> None:
    install("exits", BAD["exits"][0])

    said = timebooth("play", "exits")

    assert said.code == 2
    assert "cannot be used: fake_0_" in said.err
    with pytest.raises(UnknownGame, match=r"game\.unusable"):
        registry.find_game("exits")


def test_the_lobby_shows_all_others(install: Install) -> None:
    for name, (source, _) in BAD.items():
        install(name, source)

    assert [game.key for game in catalogue.games()] == ["back-to-the-future", "excellent-boardgame", "riff-in-time"]
    assert b"riff-in-time.game.title" in catalogue.words("en")[0]


def test_a_mistake_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        registry, "entry_points", lambda **_: [EntryPoint("ours", "timebooth.no_such_module:Game", registry.GROUP)]
    )
    registry.forget()
    try:
        with pytest.raises(ModuleNotFoundError):
            registry.game_types()
    finally:
        monkeypatch.undo()
        registry.forget()


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame) as refusal:
        registry.find_game("monopoly")

    assert "back-to-the-future" in str(refusal.value.args_by_name["known"])


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadSetup) as refusal:
        registry.find_game("back-to-the-future", "second")

    assert refusal.value.args_by_name["known"] == "standard"


def test_a_folder_without_the_files_is_no_edition(tmp_path: object) -> None:
    with pytest.raises(BadEdition) as refusal:
        registry.find_game("back-to-the-future", str(tmp_path))

    assert refusal.value.key == "edition.no_file"
