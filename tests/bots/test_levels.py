"""The ladder of levels in small, on fixed seeds and at fixed playouts: each level beats the one below it.

`timebooth arena GAME --levels` measures the steps with as many games as you like.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from timebooth.bots.bot import Budget
from timebooth.bots.roster import LEVELS
from timebooth.bots.thinking import way_of
from timebooth.bots.thinking_bot import ExpertBot, MercilessBot
from timebooth.builds import is_compiled
from timebooth.lab.arena import THE_GAME, Plan, Table, arena, levels, summarise
from timebooth.registry import find_game, game_types

QUICK = LEVELS[:2]
NOT_COMPILED = "NOT TESTED: levels that think take minutes on interpreted rules; the compiled tests run them"


def ladder(game: str, bots: tuple[str, ...], games: int) -> Table:
    plan = Plan(game, bots, 2, games, seed=20, ladder=True)
    return summarise(plan, arena(plan))


@pytest.mark.parametrize(("game", "games"), [("back-to-the-future", 30), ("excellent-boardgame", 20)])
def test_a_casual_bot_beats_a_novice(game: str, games: int) -> None:
    (step,) = ladder(game, QUICK, games).steps

    assert step.elo > 50


@pytest.mark.skipif(not is_compiled(), reason=NOT_COMPILED)
@pytest.mark.parametrize(
    ("game", "playouts", "games"), [("back-to-the-future", 200, 20), ("excellent-boardgame", 40, 20)]
)
def test_each_level_beats_the_one_below_it(game: str, playouts: int, games: int) -> None:
    steps = ladder(game, levels(find_game(game), playouts), games).steps

    assert all(step.elo > 0 for step in steps), steps


@pytest.mark.skipif(not is_compiled(), reason=NOT_COMPILED)
def test_in_a_cooperative_game_a_better_team_wins_more_often() -> None:
    """And the weakest one wins sometimes: its bots plan less well, but they do not throw the game away."""
    table = ladder("riff-in-time", ("novice", "regular", "expert:30"), 8)

    wins = {duel.bot: duel.wins for duel in table.duels if duel.bot != THE_GAME}
    assert 0 < wins["novice"] < wins["regular"] < wins["expert:30"]


@pytest.mark.parametrize("key", game_types())
def test_a_level_that_thinks_is_a_number_of_playouts_on_every_machine(key: str) -> None:
    """So it plays equally well on a fast and on a slow machine; its seconds only limit a slow one."""
    game = find_game(key)
    for weaker, stronger in pairwise((ExpertBot, MercilessBot)):
        assert weaker.max_playouts[way_of(game)] < stronger.max_playouts[way_of(game)]
    assert ExpertBot().budget_in(game) == Budget(seconds=1.0, playouts=ExpertBot.max_playouts[way_of(game)])
    assert ExpertBot(Budget(playouts=7)).budget_in(game) == Budget(playouts=7)


@pytest.mark.parametrize("key", game_types())
def test_a_ladder_is_made_of_the_levels_with_their_playouts(key: str) -> None:
    game = find_game(key)
    expert, merciless = (bot.max_playouts[way_of(game)] for bot in (ExpertBot, MercilessBot))

    assert levels(game) == (*LEVELS[:3], f"expert:{expert}", f"merciless:{merciless}")
    assert levels(game, 30) == (*LEVELS[:3], "expert:30", "merciless:150")
