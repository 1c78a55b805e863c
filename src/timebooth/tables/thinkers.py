"""Bots are told only what their seat may know.

What a bot thinks about is a state in which everything that the seat cannot know was drawn anew; the true one stays at
the table. `workers` lets them think in processes of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from timebooth.bots.bot import Sight
from timebooth.bots.roster import make_bot
from timebooth.kernel.carrying import Carried, pack, unpack
from timebooth.kernel.chance import FastDice, KeyedDice
from timebooth.kernel.game import Game
from timebooth.tables.table import Table

FindGame = Callable[[str, str], Game]


class Job(NamedTuple):
    """A decision as one seat sees it."""

    game: str
    edition: str
    options: dict[str, object]
    seats: int
    seat: int
    bot: str
    imagined: Carried
    chance: int
    offered: list[int]


class Thinkers(Protocol):
    """Whoever lets bots think."""

    async def think(self, job: Job) -> int:
        """The code of the bot's answer; cancelling the call stops the bot."""
        ...

    def close(self) -> None: ...


def job_for(table: Table, seat: int, bot: str) -> Job:
    """What a bot in this seat is told; its own dice come from the table's seed, apart from the game's."""
    playing = table.playing
    assert playing is not None
    label = b"%d %d" % (seat, table.asked_version)
    imagined = playing.state.imagined(seat, KeyedDice(table.seed, b"imagined " + label))
    chance = KeyedDice(table.seed, b"bot " + label).below(2**31 - 1)
    header = playing.header if playing.origin is None else playing.origin.header
    settings = table.settings
    return Job(
        settings.game,
        settings.edition,
        header.options,
        header.seats,
        seat,
        bot,
        pack(imagined),
        chance,
        imagined.options(seat),
    )


def think(find_game: FindGame, job: Job) -> int:
    """Wherever that is: only the job is known here."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.imagined)
    return make_bot(job.bot).choose(Sight(game, state, job.seat), FastDice(job.chance))


class HereAndNow:
    """Thinks in this process: for tests and small tools."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game

    async def think(self, job: Job) -> int:
        return think(self._find_game, job)

    def close(self) -> None:
        """There is nothing to close."""
