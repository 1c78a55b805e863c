"""`timebooth simulate`."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import GAME, timebooth


def test_a_simulation_prints_its_results() -> None:
    said = timebooth("simulate", GAME, "--games", "20")

    assert said.code == 0
    assert said.out.startswith("20 games")
    assert "Turns per game" in said.out


def test_a_simulation_can_be_in_french() -> None:
    assert timebooth("--lang", "fr", "simulate", GAME, "--games", "5").out.startswith("5 parties")


def test_a_simulation_can_be_printed_as_json() -> None:
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
def test_impossible_options_of_a_simulation_are_refused(args: tuple[str, ...], reason: str) -> None:
    said = timebooth("simulate", GAME, *args)

    assert said.code == 2
    assert reason in said.err
