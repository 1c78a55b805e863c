"""`timebooth bench`: what it prints."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import GAME, timebooth


def test_the_bench_says_whether_the_rules_are_compiled_and_how_fast_they_are() -> None:
    said = timebooth("bench", "engine", "--seconds", "0.05")

    assert said.code == 0
    assert said.out.startswith(("rules compiled", "rules interpreted"))
    for part in ("choices/s", "answers/s", "copies/s", "a copy costs"):
        assert part in said.out


def test_a_bench_can_be_printed_as_json() -> None:
    told = json.loads(timebooth("bench", "engine", "--seconds", "0.05", "--json").out)

    assert {rate["unit"] for rate in told["rates"]} == {"choices", "answers", "copies"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("search", "--seconds", "0.05", "--playouts", "2"), "one random game to its end"),
        (("bots", "--bots", "random", "--answers", "2"), "Ten tables"),
    ],
)
def test_every_bench_prints_its_results(args: tuple[str, ...], said: str) -> None:
    run = timebooth("bench", *args)

    assert run.code == 0
    assert said in run.out


def test_a_bench_can_be_in_french() -> None:
    said = timebooth("--lang", "fr", "bench", "bots", "--bots", "random", "--answers", "1", "--game", GAME)

    assert "Dix tables" in said.out


def test_a_peer_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.bench.openspiel.installed", lambda: False)

    said = timebooth("bench", "search", "--seconds", "0.05", "--playouts", "2")

    assert said.code == 0
    assert "OpenSpiel is not installed" in said.err
