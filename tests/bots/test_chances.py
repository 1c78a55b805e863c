"""One estimate of the win chance, whoever asks: hints, analyses and the browser."""

from __future__ import annotations

import pytest

from timebooth.bots.analysis import analyse, explain
from timebooth.bots.bot import Budget, Decision
from timebooth.bots.chances import Chances, anchored, compare
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.match import Match
from timebooth.kernel.position import pack
from timebooth.registry import find_game
from timebooth.server.studies.studies import compute_hint
from timebooth.tables.bot_jobs import BotJob

GAMES = ("back-to-the-future", "excellent-boardgame", "riff-in-time")
PLAYOUTS = 3


def begun(key: str, choices: int = 6) -> Match:
    """Return a game of two after some random answers, at a decision with a choice."""
    match = Match.new(find_game(key), 2, seed=3)
    rng = FastRng(5)
    while match.choices < choices or len(match.state.options(match.state.asked()[0])) < 3:
        options = [match.state.options(seat) for seat in match.state.asked()]
        match.play([each[rng.below(len(each))] for each in options])
    return match


@pytest.mark.parametrize("key", GAMES)
def test_hint_analysis_and_browser_give_the_same_chance(key: str) -> None:
    match = begun(key)
    game, state, seat = match.game, match.state, match.state.asked()[0]
    world = state.sample_world(seat, FastRng(77))  # all that the server lets a hint know
    options = match.header.options
    job = BotJob(key, "standard", options, 2, seat, "expert", pack(world), 7, world.options(seat))

    hinted = explain(Decision(game, state, seat), FastRng(7), Budget(playouts=PLAYOUTS))[0].chance
    analysed = analyse(game, match.record).moments[-1].chances[seat]
    shown = compute_hint(job, 0.05)[0].chance

    assert hinted == analysed == shown


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_begins_with_the_answer_of_the_expert_and_goes_on_from_good_to_bad(key: str) -> None:
    match = begun(key)
    seat = match.state.asked()[0]
    decision = Decision(match.game, match.state, seat)

    told = explain(decision, FastRng(7), Budget(playouts=PLAYOUTS), worlds=2)

    assert told[0].answer == make_bot(f"expert:{PLAYOUTS}").choose(decision, FastRng(7))
    chances = [estimate.chance for estimate in told]
    assert chances == sorted(chances, reverse=True)
    assert len({estimate.answer for estimate in told}) == len(told)
    assert {estimate.answer for estimate in told} <= set(decision.options)


@pytest.mark.parametrize("key", GAMES)
def test_the_chance_of_a_seat_depends_only_on_what_it_knows(key: str) -> None:
    match = begun(key)
    chances = Chances(match.game)

    for seat in range(2):
        world = match.state.sample_world(seat, FastRng(99))
        known = chances.of_seat(Decision(match.game, match.state, seat))
        assert chances.of_seat(Decision(match.game, world, seat)) == known
        assert 0.0 < known < 1.0


@pytest.mark.parametrize("key", GAMES)
def test_after_the_end_the_chances_are_the_outcome(key: str) -> None:
    game = find_game(key)
    match = Match.new(game, 2, seed=4)
    rng = FastRng(6)
    while not match.over:
        options = [match.state.options(seat) for seat in match.state.asked()]
        match.play([each[rng.below(len(each))] for each in options])
    outcome = match.state.outcome()

    assert outcome is not None
    assert Chances(game).of_each(match.state) == tuple(float(seat in outcome.winners) for seat in range(2))


def test_an_answer_counts_as_better_only_if_it_clearly_is() -> None:
    noisy = {1: [0.5, 0.1, 0.5, 0.1], 2: [0.1, 0.5, 0.1, 0.5], 3: [0.2, 0.2, 0.3, 0.3]}
    clear = {1: [0.50, 0.52, 0.48, 0.50], 2: [0.30, 0.33, 0.27, 0.30]}

    assert compare(noisy, 3).better == 3
    assert compare(clear, 2).better == 1
    assert compare(clear, 2).best - compare(clear, 2).chance == pytest.approx(0.2)
    assert compare(clear, 1).better == 1


def test_the_chances_of_answers_keep_their_odds_below_the_best_one() -> None:
    assert anchored(0.5, 0.2, 0.2) == 0.5
    assert anchored(0.5, 0.2, 0.5) == pytest.approx(0.2)
    assert anchored(0.5, 0.9, 0.5) == 0.5
    assert anchored(1.0, 0.2, 0.5) == 1.0
