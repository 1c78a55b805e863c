"""What every audience saw of a finished game, as data: any later version can show it, whatever its rules."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context

import msgspec

from timebooth.kernel.game import Game
from timebooth.kernel.journal import Event
from timebooth.kernel.match import Match, replay
from timebooth.kernel.record import Record, read_record
from timebooth.kernel.state import State
from timebooth.store.store import WHOLE_GAME, Kept
from timebooth.tables.kept import MAX_MOMENTS, SPECTATORS, KeptMoment, kept_moment, row
from timebooth.tables.messages import scene
from timebooth.tables.table import Audience, FindGame
from timebooth.tables.wire import Scene


def audience_name(audience: Audience) -> str:
    return SPECTATORS if audience is None else str(audience)


def scenes_of(game: Game, state: State, moment: int) -> dict[str, msgspec.Raw]:
    """Return a moment as every audience sees it."""
    audiences: tuple[Audience, ...] = (None, *range(state.seats))
    return {
        audience_name(each): msgspec.Raw(msgspec.json.encode(scene(game, state, each, moment))) for each in audiences
    }


def shown_scene(kept: KeptMoment, audience: Audience) -> Scene | None:
    """Return the scene that an audience saw; None if only the position was kept."""
    found = kept.scenes.get(audience_name(audience))
    return None if found is None else msgspec.json.decode(found, type=Scene)


def shown(game: Game, record: Record) -> list[Kept]:
    """Return the rows of a whole game."""
    moments: list[KeptMoment] = []

    def keep(match: Match) -> None:
        events: list[Event] = match.journal.take()
        found = kept_moment(game, match.state, events, match.rounds[-1] if match.rounds else None)
        moments.append(msgspec.structs.replace(found, scenes=scenes_of(game, match.state, match.moment)))

    match = replay(game, record, each=keep)
    if len(moments) == len(match.rounds):
        keep(match)
    starts = range(0, len(moments), MAX_MOMENTS)
    return [row(game, WHOLE_GAME, start, moments[start : start + MAX_MOMENTS]) for start in starts]


def rows_of_record(find_game: FindGame, record: str) -> list[Kept]:
    """Return the rows of a recorded game."""
    read = read_record(record)
    return shown(find_game(read.header.game, read.header.edition), read)


class ShownProcess:
    """Makes such rows in a process of its own with the lowest priority, started when first needed."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game
        self._pool: ProcessPoolExecutor | None = None

    async def rows(self, record: str) -> list[Kept]:
        """Return the rows of a recorded game."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_be_nice)
        work = asyncio.get_running_loop().run_in_executor(self._pool, rows_of_record, self._find_game, record)
        try:
            return await work
        except BrokenProcessPool:
            self._pool = None
            raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _be_nice() -> None:
    with suppress(AttributeError, OSError):  # not on Windows
        os.nice(19)
