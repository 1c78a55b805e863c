"""`simulate` and `bench` as they are called."""

from __future__ import annotations

import json

import pytest

from tests.cli.booth import GAME, timebooth


def test_a_simulation_is_told_in_words() -> None:
    said = timebooth("simulate", GAME, "--games", "20")

    assert said.code == 0
    assert said.out.startswith("20 games")
    assert "Turns per game" in said.out


def test_a_simulation_speaks_french() -> None:
    assert timebooth("--lang", "fr", "simulate", GAME, "--games", "5").out.startswith("5 parties")


def test_a_simulation_can_be_read_by_a_program() -> None:
    said = timebooth("simulate", GAME, "--games", "20", "--seats", "3", "--json")

    told = json.loads(said.out)
    assert told["games"] == 20
    assert sum(seat["wins"] for seat in told["by_seat"]) == 20
    assert sum(ending["wins"] for ending in told["endings"].values()) == 20


def test_a_game_that_does_not_end_is_named_by_its_seed() -> None:
    said = timebooth("simulate", GAME, "--games", "3", "--limit", "4", "--seed", "1")

    assert said.code == 1
    assert str(1 << 32) in said.err


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--seats", "9"), "2 to 6 players"),
        (("--bots", "skynet"), "no bot “skynet”"),
        (("--option", "dinosaurs=1"), "dinosaurs"),
        (("--edition", "deluxe"), "deluxe"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(args: tuple[str, ...], reason: str) -> None:
    said = timebooth("simulate", GAME, *args)

    assert said.code == 2
    assert reason in said.err


def test_the_bench_says_whether_the_rules_are_compiled_and_how_fast_they_are() -> None:
    said = timebooth("bench", "engine", "--seconds", "0.05")

    assert said.code == 0
    assert said.out.startswith(("rules compiled", "rules interpreted"))
    for part in ("choices/s", "answers/s", "copies/s", "a copy costs"):
        assert part in said.out


def test_the_bench_can_be_read_by_a_program() -> None:
    told = json.loads(timebooth("bench", "engine", "--seconds", "0.05", "--json").out)

    assert {rate["unit"] for rate in told["rates"]} == {"choices", "answers", "copies"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("search", "--seconds", "0.05", "--iterations", "2"), "one random game to its end"),
        (("bots", "--bots", "random", "--answers", "2"), "Ten tables"),
    ],
)
def test_every_bench_is_told(args: tuple[str, ...], said: str) -> None:
    run = timebooth("bench", *args)

    assert run.code == 0
    assert said in run.out


def test_a_bench_speaks_french() -> None:
    said = timebooth("--lang", "fr", "bench", "bots", "--bots", "random", "--answers", "1", "--game", GAME)

    assert "Dix tables" in said.out


def test_a_peer_that_is_not_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.lab.peers.installed", lambda: False)

    said = timebooth("bench", "search", "--seconds", "0.05", "--iterations", "2")

    assert said.code == 0
    assert "OpenSpiel is not installed" in said.err
