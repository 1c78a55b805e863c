"""What every bot has to keep, in every installed game."""

from __future__ import annotations

import pytest
from my_bot.bot import MyBot

from timebooth.registry import find_game, game_types
from timebooth.testing import BOT_CONTRACT, BotCheck


@pytest.mark.parametrize("check", BOT_CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("key", game_types())
def test_the_bot_keeps_the_contract(key: str, check: BotCheck) -> None:
    check(MyBot, find_game(key), 1)
