"""A dataset has everything that a learner needs, and nothing that the seat could not know."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow", reason="pyarrow has no wheel for this Python")

import pyarrow.parquet as pq

from tests.cli.command import timebooth
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match, replay
from timebooth.lab.decisions import read_game
from timebooth.registry import find_game, game_types
from timebooth.testing.play import random_match

SHORT = "excellent-boardgame"
BOTS = ("dataset", SHORT, "--games", "2", "--seats", "2", "--bots", "random", "--jobs", "1", "--out")


@pytest.mark.parametrize("key", game_types())
def test_a_view_holds_nothing_that_the_seat_could_not_know(key: str) -> None:
    """If everything hidden from a seat is redrawn, its row does not change."""
    game = find_game(key)
    match = random_match(game, game.seats[-1], seed=2)
    told = iter(read_game(game, match.record, "here").decisions)
    rng = FastRng(9)

    def compare(at: Match) -> None:
        for seat in at.state.asked():
            if len(at.state.options(seat)) < 2:
                continue
            other = at.state.sample_world(seat, rng)
            decision = next(told)
            assert decision.view == msgspec.json.encode(other.view(seat))
            assert decision.question == msgspec.json.encode(other.question(seat))
            assert list(decision.options) == other.options(seat)

    replay(game, match.record, each=compare)

    assert next(told, None) is None


def test_bots_play_and_every_choice_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"

    said = timebooth(*BOTS, path)

    assert said.code == 0
    rows = pq.read_table(path).to_pylist()
    assert f"{len(rows)} decisions of 2 games" in said.out
    assert len({row["source"] for row in rows}) == 2
    for row in rows:
        assert row["answer"] in row["options"]
        assert row["options"][row["option_codes"].index(row["answer_code"])] == row["answer"]
        assert json.loads(row["view"])["seat"] == row["seat"]
        assert row["reward"] == (1.0 if row["won"] else -1.0)
    assert {row["won"] for row in rows} == {True, False}


def test_the_same_seed_gives_the_same_rows_however_many_processes_play(tmp_path: Path) -> None:
    alone, together = tmp_path / "alone.parquet", tmp_path / "together.parquet"

    timebooth(*BOTS, alone)
    timebooth(*BOTS, together, "--jobs", "2")

    assert pq.read_table(alone).equals(pq.read_table(together))


def test_records_become_rows_with_what_they_say(tmp_path: Path) -> None:
    record = random_match(find_game(SHORT), 3, seed=4).record
    source, path = tmp_path / "game.jsonl", tmp_path / "games.parquet"
    source.write_text(record.lines(), encoding="utf-8")

    said = timebooth("dataset", SHORT, source, "--out", path)

    assert said.code == 0
    table = pq.read_table(path)
    assert [json.loads(row["answer"]) for row in table.to_pylist()] == [given.answer for given in record.given]
    assert table.schema.metadata[b"timebooth.game"] == SHORT.encode()


def test_bad_input_is_refused(tmp_path: Path) -> None:
    record = random_match(find_game(SHORT), 3, seed=4).record
    source, half = tmp_path / "game.jsonl", tmp_path / "half.jsonl"
    source.write_text(record.lines(), encoding="utf-8")
    half.write_text("".join(record.lines().splitlines(keepends=True)[:4]), encoding="utf-8")
    there = tmp_path / "there.parquet"
    there.write_text("precious")

    refusals = [
        timebooth("dataset", "riff-in-time", source, "--out", tmp_path / "a.parquet"),
        timebooth("dataset", SHORT, half, "--out", tmp_path / "b.parquet"),
        timebooth(*BOTS, there),
        timebooth(*BOTS, tmp_path / "no" / "folder.parquet"),
    ]

    assert [said.code for said in refusals] == [2, 2, 2, 2]
    reasons = ("not of riff-in-time", "not finished", "already exists", "cannot be written")
    assert all(reason in said.err for reason, said in zip(reasons, refusals, strict=True))
    assert there.read_text() == "precious"
    assert not (tmp_path / "b.parquet").exists()


def test_an_error_says_how_to_get_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.lab.dataset.find_spec", lambda _name: None)

    said = timebooth(*BOTS, tmp_path / "games.parquet")

    assert said.code == 2
    assert "timebooth[lab]" in said.err
