"""Every game ends by its rules, under every mix of the fast levels. `tools/endings.py` plays many more."""

from __future__ import annotations

import pytest

from tests.endings import Longest, plans
from timebooth.kernel import state as rules
from timebooth.lab.simulate import Plan, play_batch
from timebooth.registry import game_types

COMPILED = not str(rules.__file__).endswith(".py")
CASES = [pytest.param(key, seats, id=f"{key}-{seats}") for key, kind in game_types().items() for seats in kind.seats]
FEW = ("random", "novice", "regular") if COMPILED else ("random", "novice")  # greedy is slow, and all are, interpreted
GAMES = 90 if COMPILED else 6  # at each number of seats
# Regular bots that went on for ever: before §J62 and §J63, and by passing one Discontinuity around. Seats and numbers.
ENDLESS = [(3, 265), (3, 396), (3, 482)]


@pytest.mark.parametrize(("key", "seats"), CASES)
def test_games_of_every_mix_of_levels_end(key: str, seats: int) -> None:
    found = Longest(endless=[])
    for plan in plans(key, seats, GAMES, seed=7, levels=FEW):
        for played in play_batch((plan, 0, plan.games)):
            found.add(plan, played)

    assert found.endless == []
    assert found.games >= GAMES
    assert 0 < found.steps < game_types()[key].max_steps // 2


@pytest.mark.parametrize(("seats", "number"), ENDLESS)
def test_games_of_regular_bots_that_never_ended_do_now(seats: int, number: int) -> None:
    plan = Plan("back-to-the-future", "standard", {}, ("regular",) * seats, number + 1, 0)

    (played,) = play_batch((plan, number, number + 1))

    assert played.ended
