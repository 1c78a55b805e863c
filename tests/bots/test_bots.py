"""Bots are honest: they choose by what their seat knows, never by what is hidden from it."""

from __future__ import annotations

import pytest

from tests.contract import decisions
from tests.tiny.objection import Objection
from timebooth.bots.bot import Sight
from timebooth.bots.roster import BOTS, make_bot
from timebooth.kernel.chance import FastDice
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.match import Match
from timebooth.registry import find_game, game_types


@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("key", list(game_types()))
def test_a_bot_chooses_the_same_when_all_that_it_cannot_know_is_drawn_anew(key: str, bot: str) -> None:
    game = find_game(key)
    player = make_bot(bot)
    for n, state in enumerate(decisions(game, game.seats[-1], seed=5, most=12)):
        for seat in state.asked():
            other = state.copy()
            other.resample(seat, FastDice(n))
            choice = player.choose(Sight(game, state, seat), FastDice(99))
            assert choice in state.options(seat)
            assert player.choose(Sight(game, other, seat), FastDice(99)) == choice


@pytest.mark.parametrize("bot", list(BOTS))
def test_a_bot_leaves_the_true_state_alone(bot: str) -> None:
    game = Objection()
    state = game.start(3, None, FastDice(2))
    before = state.numbers()

    make_bot(bot).choose(Sight(game, state, 0), FastDice(1))

    assert state.numbers() == before


def test_a_greedy_bot_beats_a_random_one() -> None:
    game = find_game("back-to-the-future")
    wins = 0
    for seed in range(12):
        match = Match.new(game, 2, seed=seed, journal=False)
        greedy = seed % 2
        bots = [make_bot("greedy" if seat == greedy else "random") for seat in range(2)]
        dice = FastDice(seed)
        while not match.over:
            seats = match.state.asked()
            match.play([bots[seat].choose(Sight(game, match.state, seat), dice) for seat in seats])
        outcome = match.state.outcome()
        wins += outcome is not None and outcome.winners == (greedy,)

    assert wins >= 10  # the games are seeded: this holds or fails for ever


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadSetup) as refusal:
        make_bot("hal")

    assert refusal.value.args_by_name == {"bot": "hal", "known": "random, greedy"}
