"""The ladder of levels in small, on fixed seeds and at fixed playouts: each level beats the one below it.

`timebooth arena GAME --levels` measures the steps with as many games as you like.
"""

from __future__ import annotations

import pytest

from timebooth.bench.measure import is_compiled
from timebooth.bots.roster import LEVELS
from timebooth.lab.arena import THE_GAME, Plan, Table, arena, levels, summarise

QUICK = LEVELS[:2]
NOT_COMPILED = "NOT TESTED: levels that think take minutes on interpreted rules; the compiled tests run them"


def ladder(game: str, bots: tuple[str, ...], games: int) -> Table:
    plan = Plan(game, bots, 2, games, seed=20, ladder=True)
    return summarise(plan, arena(plan))


@pytest.mark.parametrize(("game", "games"), [("back-to-the-future", 30), ("excellent-boardgame", 3)])
def test_a_casual_bot_beats_a_novice(game: str, games: int) -> None:
    (step,) = ladder(game, QUICK, games).steps

    assert step.elo > 50


@pytest.mark.skipif(not is_compiled(), reason=NOT_COMPILED)
@pytest.mark.parametrize(
    ("game", "bots", "games"),
    [
        ("back-to-the-future", levels(40), 10),
        ("excellent-boardgame", ("novice", "casual", "regular", "expert:1000"), 20),  # merciless takes minutes
    ],
)
def test_each_level_beats_the_one_below_it(game: str, bots: tuple[str, ...], games: int) -> None:
    steps = ladder(game, bots, games).steps

    assert all(step.elo > 0 for step in steps), steps


@pytest.mark.skipif(not is_compiled(), reason=NOT_COMPILED)
def test_in_a_cooperative_game_a_better_team_wins_more_often() -> None:
    """And the weakest one wins sometimes: its bots plan less well, but they do not throw the game away."""
    table = ladder("riff-in-time", ("novice", "regular"), 10)

    wins = {duel.bot: duel.wins for duel in table.duels if duel.bot != THE_GAME}
    assert 0 < wins["novice"] < wins["regular"]
