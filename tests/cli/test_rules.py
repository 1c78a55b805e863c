"""`games`, `rules`, `--version`, `--help`."""

from __future__ import annotations

import pytest

from tests.cli.command import GAME, timebooth
from timebooth import __version__
from timebooth.cli.language import lang_first


def test_games_are_listed_with_players_and_editions() -> None:
    said = timebooth("games")

    assert said.code == 0
    row = next(line for line in said.out.splitlines() if line.startswith(GAME))
    assert "2–6" in row
    assert "standard" in row


def test_the_list_of_games_can_be_in_french() -> None:
    assert "joueurs" in timebooth("games", "--lang", "fr").out


def test_the_version_says_whether_the_rules_are_compiled() -> None:
    said = timebooth("--version")

    assert said.code == 0
    assert said.out.startswith(f"timebooth {__version__}, rules ")


def test_the_help_of_serve_is_in_the_readers_language() -> None:
    french = timebooth("--lang", "fr", "serve", "--help").out
    assert "Démarrer le serveur web" in french
    assert "jeton" in french
    assert "--metrics-port" in timebooth("serve", "--help").out


def test_help_has_examples() -> None:
    assert "timebooth play back-to-the-future" in timebooth("--help").out


def test_rules_are_searched_without_regard_to_case() -> None:
    said = timebooth("rules", GAME, "MEMO", "memo")

    assert said.code == 0
    assert "§MEMO" in said.out


def test_a_rule_is_found_in_french_without_its_accents() -> None:
    said = timebooth("rules", GAME, "identite", "--lang", "fr")

    assert said.code == 0
    assert "identité" in said.out.lower()


def test_a_rule_that_is_named_by_a_question_has_no_colon_and_french_colons_have_their_space() -> None:
    assert "§J6  A Memo on a Memo? Yes" in timebooth("rules", GAME, "J6").out
    assert "§MEMO  Mémos\u00a0: Un Mémo" in timebooth("rules", GAME, "MEMO", "--lang", "fr").out


def test_a_search_without_results_gives_one_sentence() -> None:
    said = timebooth("rules", GAME, "flibbertigibbet")

    assert said.code == 1
    assert said.err == "No rule contains “flibbertigibbet”.\n"


@pytest.mark.parametrize("command", ["rules", "play", "simulate"])
def test_an_unknown_game_is_refused_with_the_known_ones(command: str) -> None:
    said = timebooth(command, "monopoly")

    assert said.code == 2
    assert "monopoly" in said.err
    assert GAME in said.err
    assert said.err.count("\n") == 1


def test_errors_are_in_the_chosen_language() -> None:
    assert timebooth("--lang", "fr", "rules", "monopoly").err.startswith("Il n’y a pas de jeu")


def test_an_unknown_language_is_wrong_use() -> None:
    assert timebooth("games", "--lang", "tlh").code == 2


def test_the_language_option_may_come_anywhere() -> None:
    assert lang_first(["play", "x", "--lang", "fr"]) == ["--lang", "fr", "play", "x"]
    assert lang_first(["play", "--lang=fr", "x"]) == ["--lang=fr", "play", "x"]
    assert lang_first(["rules", "--", "--lang"]) == ["rules", "--", "--lang"]
