"""The bots by name: four levels for people to play against, and two simple bots for the lab."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Budget
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.novice_bot import NoviceBot
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.regular_bot import RegularBot
from timebooth.bots.search_bot import ExpertBot, MercilessBot
from timebooth.kernel.errors import BadSetup

LEVELS = ("novice", "regular", "expert", "merciless")
KINDS: tuple[type[Bot], ...] = (NoviceBot, RegularBot, ExpertBot, MercilessBot, RandomBot, GreedyBot)
BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in KINDS}


def make_bot(name: str, budget: Budget | None = None) -> Bot:
    """Return a bot by its name; `expert:500` thinks for 500 iterations, however long they take."""
    kind, colon, iterations = name.partition(":")
    if kind not in BOTS or (colon and not (iterations.isdecimal() and int(iterations) > 0)):
        raise BadSetup("setup.bot", bot=name, known=", ".join(BOTS))
    return BOTS[kind](Budget(iterations=int(iterations)) if colon else budget)
