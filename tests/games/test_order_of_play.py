"""Every game numbers its steps in the order of play: a step that is done is followed by the next number."""

from __future__ import annotations

from importlib import import_module

import pytest

GAMES = ("back_to_the_future", "excellent_boardgame", "riff_in_time")


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_a_step_is_its_place_in_the_list(game: str) -> None:
    numbers = import_module(f"timebooth.games.{game}.turn")
    steps = import_module(f"timebooth.games.{game}.steps.all_steps").STEPS

    named = {getattr(numbers, name): name for name in dir(numbers) if name.isupper()}

    assert {i: type(step).__name__ for i, step in enumerate(steps)} == {
        i: name.title().replace("_", "") for i, name in named.items()
    }
