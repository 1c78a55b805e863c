"""`timebooth arena`."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from time import sleep

import pytest

from tests.cli.command import COMMAND, GAME, TIMEOUT, environment, timebooth
from timebooth.words import Words

DUEL = ("arena", GAME, "--bots", "random,novice", "--seats", "2", "--option", "b1_cards=2", "--jobs", "1")


@pytest.mark.parametrize(("lang", "ratings"), [("en", "Ratings"), ("fr", "Classement")])
def test_ratings_and_pairings_are_printed_with_their_intervals(lang: str, ratings: str) -> None:
    said = timebooth("--lang", lang, *DUEL, "--games", "2")

    assert said.code == 0
    assert ratings in said.out
    assert Words(lang).say("arena.games", games=4, seats=2, seed="0") in said.out
    assert "novice" in said.out


def test_the_steps_between_the_levels_are_printed() -> None:
    short = ("--option", "b1_cards=2", "--games", "1", "--jobs", "1")
    said = timebooth("arena", GAME, "--levels", "--playouts", "1", *short)

    assert said.code == 0
    assert Words("en").say("arena.steps") in said.out
    assert "merciless:5" in said.out


def test_an_arena_can_be_printed_as_json_and_continues_its_file(tmp_path: Path) -> None:
    kept = tmp_path / "arena.jsonl"
    first = timebooth(*DUEL, "--games", "1", "--out", kept, "--json")
    second = timebooth(*DUEL, "--games", "2", "--out", kept, "--json")

    assert sum(duel["games"] for duel in json.loads(first.out)["duels"]) == 4
    assert sum(duel["games"] for duel in json.loads(second.out)["duels"]) == 8
    assert len(kept.read_text().splitlines()) == 1 + 4


def test_the_ratings_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib has no wheel for this Python")
    picture = tmp_path / "arena.svg"

    said = timebooth(*DUEL, "--games", "1", "--plot", picture)

    assert said.code == 0
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert "novice against random" in drawn
    assert "prefers-color-scheme" in drawn


def test_without_matplotlib_the_table_is_still_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("timebooth.lab.drawing.find_spec", lambda _name: None)

    said = timebooth(*DUEL, "--games", "1", "--plot", tmp_path / "arena.svg")

    assert said.code == 2
    assert "Ratings" in said.out
    assert "timebooth[lab]" in said.err


@pytest.mark.parametrize(
    ("args", "reason"),
    [(("--bots", "random"), "two bots"), (("--bots", "random,hal"), "no bot “hal”"), (("--seats", "9"), "2 to 6")],
)
def test_impossible_options_of_an_arena_are_refused(args: tuple[str, ...], reason: str) -> None:
    said = timebooth(*DUEL, *args)

    assert said.code == 2
    assert reason in said.err


def test_ctrl_c_keeps_the_finished_games(tmp_path: Path) -> None:
    kept = tmp_path / "arena.jsonl"
    process = subprocess.Popen(
        [*COMMAND, *DUEL[:-1], "2", "--games", "5000", "--out", kept],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
        start_new_session=True,
    )
    while process.poll() is None and (not kept.exists() or kept.read_text().count("\n") < 3):
        sleep(0.05)

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)

    assert process.returncode == 130
    assert "Traceback" not in err
    assert "continue" in err
    assert "Ratings" in out
    played = kept.read_text()
    assert played.endswith("\n")
    assert played.count("\n") > 2


def test_help_is_in_the_readers_language() -> None:
    english, french = timebooth("arena", "--help").out, timebooth("--lang", "fr", "arena", "--help").out

    assert "Examples:" in english
    assert "Exemples" in french
    assert "Save every game" in english
    assert "Enregistrer chaque partie" in french
    assert "Classer des robots" in timebooth("--lang", "fr", "--help").out
