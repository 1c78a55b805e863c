"""The gentle coach warns before an answer that gives away a lot, by what the seat knows."""

from __future__ import annotations

import pytest

from timebooth.bots.analysis import explain
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.loss_warning import MIN_LOSS, LossWarning, warning_of
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.registry import find_game

# By game: a seed, a decision of a game of regular bots with it, and an answer there that gives away a lot.
BLUNDERS = {"back-to-the-future": (2, 6, 875), "excellent-boardgame": (6, 0, 80), "riff-in-time": (2, 3, 2)}
BUDGET = Budget(playouts=20)
WORLDS = 4


def warned(decision: Decision, code: int) -> LossWarning | None:
    return warning_of(decision, code, FastRng(7), BUDGET, WORLDS)


def blunder(key: str) -> tuple[Decision, int]:
    """Return the decision and the answer."""
    seed, number, code = BLUNDERS[key]
    game = find_game(key)
    match = Match.new(game, 2, seed=seed, journal=False)
    bot, rng = make_bot("regular"), FastRng(5)
    seen: list[Decision] = []
    while len(seen) <= number:
        asked = [Decision(game, match.state.copy(), seat) for seat in match.state.asked()]
        seen += [each for each in asked if len(each.options) > 1]
        match.play([bot.choose(each, rng) for each in asked])
    return seen[number], code


@pytest.mark.parametrize("key", BLUNDERS)
def test_a_warning_has_the_chances_of_a_hint_and_depends_only_on_what_the_seat_knows(key: str) -> None:
    decision, code = blunder(key)
    warning = warned(decision, code)
    world = decision.sample_world(FastRng(99))

    hints = explain(decision, FastRng(7), BUDGET, WORLDS)

    assert warning is not None
    assert warning.chance - warning.left > MIN_LOSS
    assert warning.chance == hints[0].chance
    assert warning.left == {hint.answer: hint.chance for hint in hints}.get(code, warning.left)
    assert warned(Decision(decision.game, world, decision.seat), code) == warning
    assert warned(decision, hints[0].answer) is None


def test_a_forced_answer_is_not_warned_of() -> None:
    game = find_game("back-to-the-future")
    match = Match.new(game, 2, seed=2, journal=False)
    bot, rng = make_bot("random"), FastRng(5)
    forced: list[Decision] = []
    while not forced:
        asked = [Decision(game, match.state.copy(), seat) for seat in match.state.asked()]
        forced = [each for each in asked if len(each.options) == 1]
        match.play([bot.choose(each, rng) for each in asked])

    assert warned(forced[0], forced[0].options[0]) is None
