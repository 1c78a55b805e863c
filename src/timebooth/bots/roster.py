"""The bots by name: five levels for people to play against, and two simple bots for the lab."""

from __future__ import annotations

from timebooth.bots.bot import Bot, Budget
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.quick_bot import CasualBot, NoviceBot, RegularBot
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.thinking_bot import ExpertBot, MercilessBot
from timebooth.kernel.errors import BadSetup

LEVELS = ("novice", "casual", "regular", "expert", "merciless")
KINDS: tuple[type[Bot], ...] = (NoviceBot, CasualBot, RegularBot, ExpertBot, MercilessBot, RandomBot, GreedyBot)
BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in KINDS}


def make_bot(name: str, budget: Budget | None = None) -> Bot:
    """Return a bot by its name; `expert:500` makes 500 playouts, however long they take."""
    kind, colon, playouts = name.partition(":")
    if kind not in BOTS or (colon and not (playouts.isdecimal() and int(playouts) > 0)):
        raise BadSetup("setup.bot", bot=name, known=", ".join(BOTS))
    return BOTS[kind](Budget(playouts=int(playouts)) if colon else budget)
