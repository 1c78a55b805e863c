"""Bots think in processes of their own: a table never waits for one, and none can see more than its seat.

What goes to a worker is a state in which everything that the seat cannot know was drawn anew; the true one stays at
the table. A bot that is no longer wanted is cancelled by cancelling the call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import NamedTuple, Protocol

from timebooth.bots.bot import Sight
from timebooth.bots.roster import make_bot
from timebooth.kernel.chance import FastDice, KeyedDice
from timebooth.kernel.game import Game
from timebooth.tables.carrying import Carried, pack, unpack
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
        """The code of the bot's answer."""
        ...

    def close(self) -> None: ...


def job_for(table: Table, seat: int, bot: str) -> Job:
    """What a bot in this seat is told; its own dice come from the table's seed, apart from the game's."""
    playing = table.playing
    assert playing is not None
    label = b"%d %d" % (seat, table.asked_version)
    imagined = playing.state.copy()
    imagined.resample(seat, KeyedDice(table.seed, b"imagined " + label))
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
    """Runs in the worker."""
    game = find_game(job.game, job.edition)
    state = unpack(game, job.seats, game.read_options(job.options), job.imagined)
    return make_bot(job.bot).choose(Sight(game, state, job.seat), FastDice(job.chance))


class ProcessThinkers:
    """A pool of worker processes; one that dies is replaced."""

    def __init__(self, find_game: FindGame, workers: int = 1) -> None:
        self._find_game = find_game
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))

    async def think(self, job: Job) -> int:
        pool = self._pool
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, think, self._find_game, job)
        except BrokenProcessPool:
            if pool is self._pool:
                self._pool = self._new_pool()
            return await loop.run_in_executor(self._pool, think, self._find_game, job)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


class HereAndNow:
    """Thinks in this process: for tests and small tools."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game

    async def think(self, job: Job) -> int:
        return think(self._find_game, job)

    def close(self) -> None:
        """There is nothing to close."""
