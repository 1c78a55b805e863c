"""A whole game, played in the terminal; broken editions, reported to their owner; figures of a simulation."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.command import timebooth
from tests.games.excellent_boardgame.builders import game
from timebooth.kernel.record import read_record


@pytest.mark.parametrize(
    ("lang", "won", "ending"), [("en", "wins.", "Time was up"), ("fr", "gagne.", "L’heure a sonné")]
)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_is_played_from_start_to_end(tmp_path: Path, seats: int, lang: str, won: str, ending: str) -> None:
    path = tmp_path / "game.jsonl"
    table = ("play", "excellent-boardgame", "--seats", str(seats), "--bots", "random", "--seed", "21")

    said = timebooth("--lang", lang, *table, "--record", path, typed="2\n1\n" * 40)

    assert said.code == 0
    assert ending in said.out[said.out.rindex(won) :]
    assert timebooth("verify", path).code == 0
    assert read_record(path.read_text(encoding="utf-8")).end is not None


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("cards", 'number = 69\nbuttons = ["forward", "forward"]', 'number = 69\nbuttons = ["u_turn"]', "“u_turn”"),
        ("board", 'space = "D7"', 'space = "D8"', "“D8” is not one of A1 … G7"),
        ("cards", "[[card]]\nnumber = 2\n", "[[spare]]\nnumber = 2\n", "spare – is not known here"),
    ],
)
def test_a_broken_edition_is_reported_in_one_sentence(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    folder = Path(shutil.copytree(game().folder / "editions" / "standard", tmp_path / "mine"))
    path = folder / f"{file}.toml"
    said = path.read_text(encoding="utf-8")
    assert old in said
    path.write_text(said.replace(old, new, 1), encoding="utf-8")

    checked = timebooth("edition", "check", folder)

    assert checked.code == 1
    assert told in checked.err
    assert f"{file}.toml" in checked.err


def test_a_simulation_reports_characters_drops_and_ties() -> None:
    """§WIN §TIE"""
    said = timebooth("simulate", "excellent-boardgame", "--seats", "3", "--games", "20", "--json")

    assert said.code == 0
    summary = json.loads(said.out)
    assert set(summary["figures"]) == {"characters", "most_characters", "drops", "ties"}
    assert sum(seat["wins"] for seat in summary["by_seat"]) == 20
