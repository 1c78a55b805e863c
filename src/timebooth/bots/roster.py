"""The bots by name."""

from __future__ import annotations

from timebooth.bots.bot import Bot
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.random_bot import RandomBot
from timebooth.kernel.errors import BadSetup

BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot)}


def make_bot(name: str) -> Bot:
    """A bot by its name."""
    try:
        return BOTS[name]()
    except KeyError:
        raise BadSetup("setup.bot", bot=name, known=", ".join(BOTS)) from None
