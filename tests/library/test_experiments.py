"""Simulations, arenas and datasets from `import timebooth` alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import timebooth

GAME = "excellent-boardgame"


def test_a_simulation_counts_who_wins() -> None:
    summary = timebooth.simulate(GAME, ["greedy", "random"], 3, seed=1)

    assert summary.games == 3
    assert sum(share.wins for share in summary.by_seat) >= 3
    assert summary == timebooth.simulate(GAME, ["greedy", "random"], 3, seed=1)


def test_an_arena_rates_bots_and_continues_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "arena.jsonl"
    table = timebooth.arena(GAME, ["greedy", "random"], 2, results=file)
    before = file.read_bytes()

    assert [rating.name for rating in table.ratings] == ["greedy", "random"]
    assert [duel.games for duel in table.duels] == [4, 4]
    assert timebooth.arena(GAME, ["greedy", "random"], 2, results=file) == table
    assert file.read_bytes() == before


def test_decisions_hold_what_a_seat_saw_and_answered() -> None:
    (played,) = timebooth.decisions(GAME, ["random", "random"], 1, seed=3)

    assert all(decision.answer in decision.options for decision in played.decisions)
    assert {json.loads(decision.view)["seat"] for decision in played.decisions} == {0, 1}


def test_a_dataset_has_a_row_for_each_decision(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    path = tmp_path / "games.parquet"

    rows = timebooth.dataset(path, GAME, ["random", "random"], 2, seed=3)

    assert rows == sum(len(one.decisions) for one in timebooth.decisions(GAME, ["random", "random"], 2, seed=3))
    assert parquet.read_table(path).num_rows == rows


@pytest.mark.parametrize("bots", [["greedy"], ["greedy", "nobody"]])
def test_bad_bots_are_refused_before_any_game_is_played(bots: list[str]) -> None:
    for run in (timebooth.simulate, timebooth.decisions):
        with pytest.raises(timebooth.BadSetup, match=r"is for 2 to 4 players|There is no bot “nobody”"):
            run(GAME, bots, 1)
