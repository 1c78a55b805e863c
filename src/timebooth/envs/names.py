"""The names under which libraries know a game. Their version goes up whenever a trained agent may no longer fit."""

from __future__ import annotations

from timebooth.kernel.game import Game

ENCODING = 1  # raised whenever the layout of observations or the rewards change

NAMESPACE = "timebooth"


def version(game: type[Game] | Game) -> int:
    """Return the version of the environment: it goes up with the rules and with the encoding."""
    return game.rules + ENCODING


def environment(game: type[Game] | Game) -> str:
    """Return the name for PettingZoo and Gymnasium: `timebooth/back-to-the-future-v3`."""
    return f"{NAMESPACE}/{game.key}-v{version(game)}"


def spiel(game: type[Game] | Game) -> str:
    """Return the name for OpenSpiel: `timebooth_back_to_the_future_v3`."""
    return f"{NAMESPACE}_{game.key.replace('-', '_')}_v{version(game)}"
