"""The games of these tests: the registered ones and two tiny ones."""

from __future__ import annotations

from functools import cache

from tests.tiny.fingers import Fingers
from tests.tiny.objection import Objection
from timebooth import registry
from timebooth.kernel.game import Game


@cache
def find_game(key: str, edition: str = "standard") -> Game:
    if key == "fingers":
        return Fingers()
    if key == "objection":
        return Objection()
    return registry.find_game(key, edition)
