"""Every game ends by its rules, under every mix of the fast levels. `tools/endings.py` plays many more."""

from __future__ import annotations

import pytest

from tests.endings import Longest, plans
from timebooth.bots.decision import Decision
from timebooth.bots.quick_bot import QuickBot
from timebooth.bots.roster import make_bot
from timebooth.kernel import state as rules
from timebooth.kernel.chance import FastRng
from timebooth.kernel.outcome import UNFINISHED
from timebooth.lab.simulate import Plan, bot_rngs, play_batch
from timebooth.registry import find_game, game_types

COMPILED = not str(rules.__file__).endswith(".py")
CASES = [pytest.param(key, seats, id=f"{key}-{seats}") for key, kind in game_types().items() for seats in kind.seats]
FEW = ("random", "novice", "regular") if COMPILED else ("random", "novice")  # greedy is slow, and all are, interpreted
GAMES = 90 if COMPILED else 6  # at each number of seats
# Regular bots that went on for ever: before §J62 and §J63, and by passing one Discontinuity around. Seats and numbers.
ENDLESS = [(3, 265), (3, 396), (3, 482)]
IN_A_CIRCLE = 1600  # rounds of answers after which the policy goes round and round


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


def test_regular_bots_leave_a_circle_in_which_the_policy_passes_hands_for_ever() -> None:
    """Four seats that follow the policy exactly pass small hands on, turn by turn, and nobody uses the big ones."""
    game = find_game("back-to-the-future")
    plan = Plan("back-to-the-future", "standard", {}, ("regular",) * 4, 501, 1000)
    rng, rngs = FastRng(plan.seed_of(500)), bot_rngs(plan, 500)
    state = game.start(4, None, rng)
    exact, regular = QuickBot(), make_bot("regular")
    answers = [0, 0]  # by the policy, and by regular bots after it
    while state.asked():
        bot = exact if answers[0] < IN_A_CIRCLE else regular
        state.play([bot.choose(Decision(game, state, seat), rngs[seat]) for seat in state.asked()], rng)
        answers[bot is regular] += 1

    assert answers[1] > 0
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ending != UNFINISHED
