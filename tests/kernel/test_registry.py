"""Games are found by their entry points, also those of other packages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from timebooth import registry
from timebooth.kernel.errors import BadEdition, BadSetup, UnknownGame


@pytest.fixture
def _other_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = [EntryPoint("fingers", "tests.tiny.fingers:Fingers", "timebooth.games")]
    monkeypatch.setattr(registry, "entry_points", lambda **_: found)
    registry.game_types.cache_clear()
    yield
    monkeypatch.undo()
    registry.game_types.cache_clear()


@pytest.mark.usefixtures("_other_package")
def test_a_game_of_another_package_is_found() -> None:
    assert registry.game_type("fingers").seats == range(2, 5)


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
