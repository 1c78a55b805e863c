"""Under which names learners find a game. The number goes up whenever what is learnt may change."""

from __future__ import annotations

from timebooth.kernel.game import Game

ENCODING = 0  # plus one whenever the layout of observations or the rewards change

NAMESPACE = "timebooth"


def version(game: type[Game] | Game) -> int:
    """The rules count up, and so do we."""
    return game.rules + ENCODING


def environment(game: type[Game] | Game) -> str:
    """`timebooth/back-to-the-future-v1`: PettingZoo and Gymnasium."""
    return f"{NAMESPACE}/{game.key}-v{version(game)}"


def spiel(game: type[Game] | Game) -> str:
    """`timebooth_back_to_the_future_v1`: OpenSpiel."""
    return f"{NAMESPACE}_{game.key.replace('-', '_')}_v{version(game)}"
