"""What simulations and bots read: statistics of a finished game, and evaluations."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.builders import BOGUS, EXCELLENT, INTERACT, MOVE, acts, game, riff, rolls
from timebooth.bots.bot import Decision
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.games.riff_in_time.answers import FixRift, Reroll, Stop, UseBooth
from timebooth.games.riff_in_time.bot.evaluation import BEST
from timebooth.games.riff_in_time.game import Options
from timebooth.games.riff_in_time.state import LOST_DECK, WON, RiffState
from timebooth.games.riff_in_time.turn import USE_THE_BOOTH
from timebooth.kernel.answer import Answer
from timebooth.kernel.chance import FastRng
from timebooth.kernel.playout import playout
from timebooth.testing.play import random_match


def test_a_finished_game_has_statistics() -> None:
    """§DANGER"""
    match = random_match(game(), 3, 4)

    figures = game().statistics(match.state)

    assert set(figures) == {"objectives", "places fixed", "san dimas", "cards left"}
    assert figures["san dimas"] == 10


def test_a_won_game_is_evaluated_best_and_a_lost_one_worst() -> None:
    """§WIN §LOSE"""
    s = riff()
    s.ending = WON
    assert s.evaluate(0) == BEST
    s.ending = LOST_DECK
    assert s.evaluate(0) == 0


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (riff(levels={"san_dimas": 5}), riff(levels={"san_dimas": 4})),
        (riff(levels={"rome": 6}), riff(levels={"rome": 5})),
        (riff(), riff(returned=["charlemagne"])),
        (riff(returned=["charlemagne"], levels={"rome": 1}), riff(fixed={"rome": 0})),
    ],
)
def test_progress_raises_the_evaluation(worse: RiffState, better: RiffState) -> None:
    """§FIX §CLOSE"""
    assert worse.evaluate(0) < better.evaluate(0)


def test_a_bot_can_choose_a_character_before_objectives_are_dealt() -> None:
    """§SETUP.4 §J1"""
    state = game().start(2, Options(characters="chosen"), FastRng(1))

    assert 0 < state.evaluate(0) < BEST
    assert GreedyBot().choose(Decision(game(), state, 0), FastRng(2)) in state.options(0)


def test_the_greedy_bot_fixes_the_rift_it_stands_at() -> None:
    """§FIX"""
    t = acts(
        riff(at=["rome"], returned=["charlemagne"], levels={"rome": 1}, characters=("elizabeth", "joanna")), INTERACT
    )

    choice = GreedyBot().choose(Decision(t.game, t.state, 0), FastRng(1))

    assert t.game.answers[choice] == FixRift()


def test_the_greedy_bot_uses_the_booth_when_the_next_bogus_would_lose() -> None:
    """§BOOTH"""
    t = rolls(riff(levels={"san_dimas": 10}, characters=("elizabeth", "joanna")), USE_THE_BOOTH, BOGUS, MOVE, MOVE)

    choice = GreedyBot().choose(Decision(t.game, t.state, 0), FastRng(1))

    assert t.game.answers[choice] == UseBooth()


def test_the_greedy_bot_wastes_no_action_though_san_dimas_rises_when_its_turn_ends() -> None:
    """§MOVE §FIX §ROUND"""
    s = riff(turn=1, at=["vienna", "san_dimas"], returned=["charlemagne"], levels={"rome": 6, "san_dimas": 9})
    t = acts(s, MOVE, INTERACT, INTERACT, EXCELLENT)
    rng = FastRng(1)
    done: list[Answer] = []

    while t.state.turn_number() == 0:
        choice = GreedyBot().choose(Decision(t.game, t.state, 1), rng)
        done.append(t.game.answers[choice])
        t.state.play([choice], rng)

    assert len(done) == 4
    assert not any(isinstance(answer, Stop | Reroll) for answer in done)


@pytest.mark.parametrize(
    "options",
    [
        Options(two_characters=True),
        Options(characters="chosen", open_peek=False, pass_in_san_dimas=True),
        Options(harder=5),
    ],
)
def test_every_variant_can_be_played_to_its_end_with_all_components(options: Options) -> None:
    """§SOLO.TWO §PEEK.OPEN §HARDER §J1 §J50"""
    seats = 1 if options.two_characters else 3
    for seed in range(10):
        rng = FastRng(seed)
        state = game().start(seats, options, rng)
        held = game().components(state)

        playout(state, rng)

        assert state.outcome() is not None
        assert game().components(state) == held
