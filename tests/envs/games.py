"""Every installed game and the two tiny ones, at their fewest and their most seats."""

from __future__ import annotations

import pytest

from tests.tiny.fingers import Fingers
from tests.tiny.objection import Objection
from timebooth.kernel.game import Game
from timebooth.registry import find_game, game_types

GAMES: list[Game] = [*(find_game(key) for key in game_types()), Fingers(), Objection()]

TABLES = [
    pytest.param(game, seats, id=f"{game.key}-{seats}")
    for game in GAMES
    for seats in dict.fromkeys((game.seats[0], game.seats[-1]))
]
