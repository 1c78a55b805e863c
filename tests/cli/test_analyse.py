"""`analyse` and `hint`, and hints while playing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import GAME, record_lines, timebooth, write
from timebooth.bots.analysis import Course, Moment, TurningPoint
from timebooth.cli.chart import LEVELS, chart
from timebooth.kernel.outcome import Outcome
from timebooth.registry import find_game
from timebooth.testing.play import random_match
from timebooth.words import Words

SHORT = find_game("excellent-boardgame")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(random_match(SHORT, 4, seed=3).record.lines(), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("lang", "course", "turns"),
    [("en", "chances of winning", "Turning points"), ("fr", "chances de gagner", "tournant")],
)
def test_an_analysis_is_a_chart_and_the_turning_points(game_file: Path, lang: str, course: str, turns: str) -> None:
    said = timebooth("--lang", lang, "analyse", game_file, "--worlds", "1")

    assert said.code == 0
    assert course in said.out
    assert turns in said.out
    assert sum(line.count("★") for line in said.out.splitlines()) == 1
    assert any(block in said.out for block in LEVELS)
    assert [line for line in said.out.splitlines() if len(line) > 80 and "timebooth replay" not in line] == []
    assert "{" not in said.out


def test_an_analysis_can_be_printed_as_json(game_file: Path) -> None:
    told = json.loads(timebooth("analyse", game_file, "--worlds", "1", "--json").out)

    assert told["names"] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert told["moments"][0]["at"] == 0
    assert sorted(told["moments"][-1]["chances"])[-1] == 1.0


def test_an_analysis_can_be_drawn(game_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib has no wheel for this Python")
    picture = tmp_path / "game.svg"

    said = timebooth("--lang", "fr", "analyse", game_file, "--worlds", "1", "--picture", picture)

    assert said.code == 0
    drawn = picture.read_text(encoding="utf-8")
    assert "Joueur 4" in drawn
    assert "chance de gagner" in drawn


def test_turning_points_are_marked_below_the_chart() -> None:
    shares = (0.5, 0.5, 0.1, 0.1, 1.0)
    moments = tuple(Moment(i, (share, 1 - share)) for i, share in enumerate(shares))
    course = Course(Outcome((0,), "won"), moments, (TurningPoint(1, 0, -0.4), TurningPoint(3, 0, 0.9)))

    lines = chart(course, ["Ann", "Ben"], Words("en"), 60)

    assert lines == ["Ann  ▅▅▁▁█  50% → 100% ★", "Ben  ▅▅██▁  50% → 0%", "       1 2"]


def test_the_chart_of_a_long_game_fits_the_width() -> None:
    moments = tuple(Moment(i, (0.5, 0.5)) for i in range(500))

    lines = chart(Course(None, moments, ()), ["Ann", "Ben"], Words("en"), 60)

    assert [len(line) <= 60 for line in lines] == [True, True]


def test_a_hint_names_the_best_answers_with_their_chances(game_file: Path) -> None:
    said = timebooth("hint", game_file, "--at", "4", "--seat", "2", "--seconds", "0.05")

    assert said.code == 0
    assert said.out.startswith("Player 2: the best moves")
    assert "  1. " in said.out
    assert "%" in said.out
    assert "Estimated" in said.out


@pytest.mark.parametrize(
    ("args", "reason"),
    [((), "--at"), (("--at", "999"), "no answer 999"), (("--at", "0", "--seat", "7"), "Player 7 has no choice")],
)
def test_a_hint_that_cannot_be_given_is_refused(game_file: Path, args: tuple[str, ...], reason: str) -> None:
    said = timebooth("hint", game_file, *args)

    assert said.code == 2
    assert reason in said.err


@pytest.mark.parametrize(("lang", "how"), [("en", "Estimated chances"), ("fr", "Chances de gagner estimées")])
def test_a_hint_can_be_asked_for_while_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, how: str
) -> None:
    monkeypatch.setattr("timebooth.cli.keyboard_player.HINT_SECONDS", 0.02)
    path = tmp_path / "game.jsonl"

    said = timebooth("--lang", lang, "play", GAME, "--bots", "random", "--record", path, typed="t\n1\nt\n")

    assert said.code == 0
    assert how in said.out
    assert timebooth("verify", path).code == 0


def test_a_truncated_record_cannot_be_analysed(tmp_path: Path) -> None:
    lines = record_lines()
    said = timebooth("analyse", write(tmp_path / "game.jsonl", [*lines[:-2], lines[-2][:-9]]))

    assert said.code == 2
    assert "Traceback" not in said.err
