"""What a terminal shows of the board: homes, abilities, what personages bring, and where red and green begin."""

from __future__ import annotations

import pytest

from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game
from timebooth.words import Words

GAME = find_game("riff-in-time")


def drawn(lang: str = "en", width: int = 80) -> str:
    state = GAME.start(2, None, FastRng(4))
    return GAME.screen(state, 0, Words(lang, GAME, ("Ann", "Ben")).say_named, width)


def test_each_personage_is_shown_with_the_number_of_their_home() -> None:
    lines = drawn().splitlines()
    numbers = {line[3:19].strip(): line[:2].strip() for line in lines if line[:2].strip().isdigit()}

    assert f"Socrates → {numbers['Athens']}" in drawn()
    assert f"Napoleon → {numbers['Austria']}" in drawn()


def test_what_personages_bring_and_what_characters_can_do_is_shown() -> None:
    assert "Napoleon: Move" in drawn()
    assert drawn().count("ability: ") == 2


def test_dials_show_where_green_ends_and_red_begins() -> None:
    assert "[###|##.|....]  5" in drawn()
    assert "[green|between|red]" in drawn()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 40])
def test_the_board_fits(lang: str, width: int) -> None:
    assert [line for line in drawn(lang, width).splitlines() if len(line) > width] == []
    assert "{" not in drawn(lang, width)
