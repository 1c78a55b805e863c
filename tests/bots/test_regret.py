"""The tool that measures how much better the expert could have chosen does not count luck."""

from __future__ import annotations

from typing import Any

import pytest
import regret as tool

from timebooth.bots.bot import Decision
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.roster import make_bot
from timebooth.bots.thinking import think
from timebooth.games.excellent_boardgame.state import ExcellentState
from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "EXPERT", make_bot("expert:8"))
    monkeypatch.setattr(tool, "QUICK", RandomBot())
    monkeypatch.setattr(tool, "OTHERS", RandomBot())


def test_a_moment_is_where_all_plan_after_so_many_rounds() -> None:
    game = find_game(tool.GAME)

    state = tool.moment(game, 2, 0, 3, FastRng(5))

    assert isinstance(state, ExcellentState)
    assert state.round == 4
    assert state.asked() == (0, 1)


def test_the_experts_choice_comes_first_and_no_answer_twice() -> None:
    game = find_game(tool.GAME)
    state = tool.moment(game, 2, 0, 3, FastRng(5))

    codes = tool.contenders(game, state, 0, FastRng(6))

    assert codes[0] == think(Decision(game, state, 0), FastRng(6), tool.EXPERT.budget).best()
    assert len(set(codes)) == tool.CONTENDERS
    assert set(codes) <= set(state.options(0))


def test_a_better_answer_than_the_experts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The regret is 1 if another answer always wins, and 0 if the expert chose the one that always wins."""
    game = find_game(tool.GAME)
    state = tool.moment(game, 2, 0, 3, FastRng(5))
    codes = tool.contenders(game, state, 0, FastRng(6))

    def gain(winner: int) -> float:
        monkeypatch.setattr(tool, "play_on", lambda *told: told[2][0] == winner)
        return float(tool.regret(game, state, 0, 6, FastRng(6)))

    assert gain(codes[0]) == 0.0
    assert gain(codes[3]) == 1.0


def test_luck_in_one_half_of_the_games_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that wins only every other game seems best in one half and does no better in the other."""
    game = find_game(tool.GAME)
    state = tool.moment(game, 2, 0, 3, FastRng(5))
    codes = tool.contenders(game, state, 0, FastRng(6))
    tried = dict.fromkeys(codes, 0)

    def wins(*told: Any) -> bool:
        code: int = told[2][0]  # what seat 0 answers
        tried[code] += 1
        return bool(code == codes[tried[code] % 2 + 1])

    monkeypatch.setattr(tool, "play_on", wins)

    assert tool.regret(game, state, 0, 6, FastRng(6)) == 0.0
