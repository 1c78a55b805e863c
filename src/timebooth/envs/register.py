"""Importing this module registers every game with PettingZoo, Gymnasium and OpenSpiel, if they are installed.

import timebooth.envs.register
env = pettingzoo.make("aec", "timebooth/back-to-the-future-v3", seats=4)
env = gymnasium.make("timebooth/back-to-the-future-v3", seats=3, bots="greedy")
game = pyspiel.load_game("timebooth_back_to_the_future_v3(players=4)")
"""

from __future__ import annotations

from importlib.util import find_spec

from timebooth.envs.names import environment
from timebooth.registry import game_types


def register_all() -> None:
    """Register every game with every library that is installed."""
    if find_spec("pettingzoo") is not None:
        import pettingzoo

        for key, kind in game_types().items():
            pettingzoo.register("aec", environment(kind), "timebooth.envs.aec:SeatsInTurn", kwargs={"game": key})
            pettingzoo.register(
                "parallel", environment(kind), "timebooth.envs.parallel:SeatsTogether", kwargs={"game": key}
            )
    if find_spec("gymnasium") is not None:
        import gymnasium

        for key, kind in game_types().items():
            gymnasium.register(environment(kind), "timebooth.envs.one_seat:OneSeat", kwargs={"game": key})
    if find_spec("pyspiel") is not None:
        from timebooth.envs.spiel import register_game

        for key in game_types():
            register_game(key)


register_all()
