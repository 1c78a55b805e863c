"""Bots do not cheat: they choose by what their seat knows, never by what is hidden from it."""

from __future__ import annotations

import pytest

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import BOTS, LEVELS, make_bot
from timebooth.kernel.chance import FastRng
from timebooth.kernel.errors import BadSetup
from timebooth.kernel.match import Match
from timebooth.registry import find_game, game_types
from timebooth.testing.bots import BOT_CONTRACT, BotCheck


@pytest.mark.parametrize("check", BOT_CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("key", list(game_types()))
def test_every_bot_keeps_the_contract(key: str, bot: str, check: BotCheck) -> None:
    check(BOTS[bot], find_game(key), 5)


def test_a_greedy_bot_beats_a_random_one() -> None:
    game = find_game("back-to-the-future")
    short = game.read_options({"b1_cards": 2})
    wins = 0
    for seed in range(6):
        match = Match.new(game, 2, short, seed=seed, journal=False)
        greedy = seed % 2
        bots = [make_bot("greedy" if seat == greedy else "random") for seat in range(2)]
        rng = FastRng(seed)
        while not match.over:
            seats = match.state.asked()
            match.play([bots[seat].choose(Decision(game, match.state, seat), rng) for seat in seats])
        outcome = match.state.outcome()
        wins += outcome is not None and outcome.winners == (greedy,)

    assert wins >= 5  # the games are seeded, so this does not depend on luck


def test_people_can_choose_among_five_levels() -> None:
    assert [type(make_bot(level)).name for level in LEVELS] == ["novice", "casual", "regular", "expert", "merciless"]


def test_a_name_may_say_how_many_playouts_a_bot_makes() -> None:
    assert make_bot("expert:500").budget == Budget(playouts=500)
    assert make_bot("expert").budget == Budget(seconds=1.0)
    assert make_bot("expert", Budget(seconds=0.2)).budget == Budget(seconds=0.2)


@pytest.mark.parametrize("name", ["hal", "expert:", "expert:0", "expert:soon"])
def test_an_unknown_bot_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        make_bot(name)

    assert refusal.value.args_by_name == {
        "bot": name,
        "known": "novice, casual, regular, expert, merciless, random, greedy",
    }
