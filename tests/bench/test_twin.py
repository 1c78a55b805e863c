"""The twin in C++ plays the same games as the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from timebooth.bench import twin
from timebooth.bench.twin import NoTwin, build_twin, checksum, checksums_of_the_twin, find_compiler, our_checksums


@pytest.mark.skipif(find_compiler() is None, reason="there is no C++ compiler here: neither g++ nor c++")
def test_the_twin_ends_a_thousand_seeded_games_as_the_engine_does(tmp_path: Path) -> None:
    program = build_twin(tmp_path, twin.SOURCE)

    theirs = checksums_of_the_twin(program, tmp_path, 1000)

    assert len(set(theirs)) == 1000
    assert theirs == our_checksums(1000)


def test_a_checksum_depends_on_the_order_of_the_numbers() -> None:
    assert checksum([1, 2]) != checksum([2, 1])


def test_without_a_compiler_an_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin, "find_compiler", lambda: None)

    with pytest.raises(NoTwin, match=r"bench\.no_compiler"):
        build_twin(tmp_path, twin.SOURCE)


@pytest.mark.skipif(find_compiler() is None, reason="there is no C++ compiler here: neither g++ nor c++")
def test_an_error_names_a_missing_source(tmp_path: Path) -> None:
    with pytest.raises(NoTwin, match=r"nowhere\.cpp"):
        build_twin(tmp_path, tmp_path / "nowhere.cpp")


@pytest.mark.skipif(find_compiler() is None, reason="there is no C++ compiler here: neither g++ nor c++")
def test_nothing_is_timed_if_the_checksums_differ(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(twin, "our_checksums", lambda: ["0"] * twin.CHECKED)

    with pytest.raises(NoTwin, match=r"bench\.not_alike"):
        twin.twin_measures(tmp_path)
