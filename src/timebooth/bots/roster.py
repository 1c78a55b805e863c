"""The bots by name: five levels for people to play against, two simple bots for the lab, and those of other packages.

Other packages provide bots by the entry point `timebooth.bots`; a class can also be named as `module:Class`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from timebooth.bots.bot import Bot, Budget
from timebooth.bots.greedy_bot import GreedyBot
from timebooth.bots.guarded_bot import GuardedBot
from timebooth.bots.quick_bot import CasualBot, NoviceBot, RegularBot
from timebooth.bots.random_bot import RandomBot
from timebooth.bots.thinking_bot import ExpertBot, MercilessBot
from timebooth.kernel.errors import BadPlugin, BadSetup
from timebooth.plugins import Plugins, Unusable, in_one_line, load
from timebooth.registry import KEY

GROUP = "timebooth.bots"
OF_SERVER = "TIMEBOOTH_BOTS"
"""The variable with the classes that `timebooth serve --bots` offers; the processes of bots inherit it."""

LEVELS = ("novice", "casual", "regular", "expert", "merciless")
KINDS: tuple[type[Bot], ...] = (NoviceBot, CasualBot, RegularBot, ExpertBot, MercilessBot, RandomBot, GreedyBot)
BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in KINDS}
"""Ours."""


@cache
def _found() -> Plugins[type[Bot]]:
    return load(entry_points(group=GROUP), _check, BOTS)


@cache
def bot_types() -> Mapping[str, type[Bot]]:
    """Return every bot that can sit at a table by its name: ours, installed ones, and those of `serve --bots`."""
    found = dict(_found().usable)
    for word in filter(None, os.environ.get(OF_SERVER, "").split(",")):
        kind = bot_class(word)
        name = getattr(kind, "name", "")
        if not isinstance(name, str) or not KEY.fullmatch(name) or name in found:
            raise BadSetup("setup.bot_name", bot=word, name=str(name))
        found[name] = kind
    return found


def unusable_bots() -> list[Unusable]:
    """Return the installed bots of other packages that cannot be used, and why."""
    return _found().unusable


def forget() -> None:
    """Look for bots anew."""
    _found.cache_clear()
    bot_types.cache_clear()


def make_bot(name: str, budget: Budget | None = None) -> Bot:
    """Return a bot by its name or as `module:Class`; `expert:500` makes 500 playouts, however long they take."""
    head, colon, rest = name.partition(":")
    if is_code(name):
        return GuardedBot(bot_class(name), name, budget)
    kind = bot_types().get(head)
    if kind is None or (colon and not (rest.isdecimal() and int(rest) > 0)):
        reason = _found().why_not(head)
        if reason is not None:
            raise BadSetup("setup.bot_unusable", bot=head, reason=reason)
        raise BadSetup("setup.bot", bot=name, known=", ".join(bot_types()))
    given = Budget(playouts=int(rest)) if colon else budget
    return kind(given) if head in BOTS else GuardedBot(kind, head, given)


def is_code(name: str) -> bool:
    """Return whether a name stands for a class of a module, which is imported, and not for one of the known bots."""
    head, _, rest = name.partition(":")
    return rest.isidentifier() and head not in bot_types() and all(part.isidentifier() for part in head.split("."))


def bot_class(name: str) -> type[Bot]:
    """Import a bot that is named as `module:Class`."""
    module, _, attribute = name.partition(":")
    try:
        return _check(name, getattr(import_module(module), attribute))
    except BadPlugin as problem:
        raise BadSetup("setup.bot_unusable", bot=name, reason=problem) from None
    except (Exception, SystemExit) as problem:
        reason = BadPlugin("plugin.import", module=name, detail=in_one_line(problem))
        raise BadSetup("setup.bot_unusable", bot=name, reason=reason) from None


def _check(_name: str, found: object) -> type[Bot]:
    """Return a bot of another package; raise an error if it is not a subclass of Bot that chooses."""
    if not (isinstance(found, type) and issubclass(found, Bot)) or found.choose is Bot.choose:
        raise BadPlugin("plugin.not_a_bot", have=repr(found))
    return found
