"""Jobs for bots, which hold only what their seat may know.

A bot thinks about a sampled world, in which everything that its seat cannot know is redrawn; the true state stays at
the table. `bot_processes` runs the jobs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from timebooth.bots.bot import Decision
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastRng, KeyedRng
from timebooth.kernel.game import Game
from timebooth.kernel.position import Position, pack, unpack
from timebooth.tables.clocks import WINDOW_THINKING
from timebooth.tables.table import Table

FindGame = Callable[[str, str], Game]


class BotJob(NamedTuple):
    """A decision for a bot, as its seat sees it."""

    game: str
    edition: str
    options: dict[str, object]
    seats: int
    seat: int
    bot: str
    world: Position
    chance: int
    offered: list[int]
    owner: str = ""
    """The person who opened the table: jobs of one person wait for each other. The bot does not get it."""
    people: bool = True
    """Whether a person plays at the table: such tables go first."""
    seconds: float | None = None
    """How long the bot may think at most; None: as long as its level does."""


class BotRunner(Protocol):
    """Runs the jobs of bots."""

    async def think(self, job: BotJob) -> int:
        """Return the code of the bot's answer; cancelling the call stops the bot."""
        ...

    def close(self) -> None: ...


def bot_job(table: Table, seat: int, bot: str) -> BotJob:
    """Return the job for a bot in this seat; its chance comes from the table's seed, apart from the game's own.

    The chance depends on the moment of the game, not on the version of the table: somebody who changes a sealed answer
    or writes a message changes no bot's mind, so the guided first game stays the same.
    Owner, precedence and time follow from what everybody at the table can see, never from what a seat holds.
    """
    match = table.match
    assert match is not None
    label = b"%d %d" % (seat, match.moment)
    world = match.state.sample_world(seat, KeyedRng(table.seed, b"imagined " + label))
    chance = KeyedRng(table.seed, b"bot " + label).below(2**31 - 1)
    settings = table.settings
    return BotJob(
        settings.game,
        settings.edition,
        match.header.options,
        match.header.seats,
        seat,
        bot,
        pack(world),
        chance,
        world.options(seat),
        table.host.id,
        not table.only_bots(),
        window_seconds(table),
    )


def window_seconds(table: Table) -> float | None:
    """Return how long each bot may think in an open window: together less than the time for which it is held.

    The share depends on the number of bots asked, which is public; a bot without a choice leaves the others no more.
    """
    if not table.window:
        return None
    return WINDOW_THINKING / max(1, sum(table.played_by_bot(seat) for seat in table.asked()))


def think(find_game: FindGame, job: BotJob, cancelled: Callable[[], bool] | None = None) -> int:
    """Return the bot's answer to a job; once `cancelled` returns true, it answers with the best found so far."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.world)
    bot = make_bot(job.bot)
    if bot.budget.seconds is not None:  # bots without a time limit do not search: they answer at once
        seconds = bot.budget.seconds if job.seconds is None else min(bot.budget.seconds, job.seconds)
        bot.budget = msgspec.structs.replace(bot.budget, seconds=seconds, cancelled=cancelled)
    return bot.choose(Decision(game, state, job.seat), FastRng(job.chance))


class InlineBots:
    """Runs jobs in this process: for tests and small tools."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game

    async def think(self, job: BotJob) -> int:
        return think(self._find_game, job)

    def close(self) -> None:
        """Do nothing."""
