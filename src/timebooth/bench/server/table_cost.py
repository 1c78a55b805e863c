"""Measures the memory of a table, and the time to open one that is not in memory."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from pathlib import Path
from statistics import median

import msgspec

from timebooth.kernel.chance import FastRng
from timebooth.server.pages.catalogue import find_game
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.facts import Person
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.quotas import UNLIMITED
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Answer, Days, Place, Settings

ADA = Person("ada", "Ada")
RECORD = 300  # answers
HELD = 100  # tables
OPENED = 9  # times


class TableCost(msgspec.Struct, frozen=True):
    """KB per table in memory, and milliseconds to load a table with that many answers."""

    game: str
    table_kb: float | None
    answers: int
    open_ms: float


async def table_cost(folder: Path, key: str, seats: int = 4) -> TableCost:
    store = await open_store(str(folder / f"{key}.db"))
    tables = Tables(store, bot_runner=InlineBots(find_game), find_game=find_game, quotas=UNLIMITED)
    places = tuple(Place("host") for _ in range(seats))
    try:
        answers, longest = 0, ""
        for number in range(50):
            opened = await tables.create(ADA, f"long{number}", Settings(key, places, pace=Days()))
            played = await _play(tables, opened.table, RECORD - answers if not longest else RECORD)
            if played > answers:
                answers, longest = played, opened.table
            if answers >= RECORD:
                break
        opening = []
        for _ in range(OPENED):
            cold = LiveTables(store, find_game, time.time, lambda _: None)
            began = time.perf_counter()
            await cold.get(longest)
            opening.append((time.perf_counter() - began) * 1000)
        return TableCost(key, await _held(tables, key, places), answers, median(opening))
    finally:
        await tables.close()
        await store.close()


async def _play(tables: Tables, table: str, most: int) -> int:
    """Answer at random in every seat; return the number of answers."""
    rng = FastRng(most)
    live = await tables.live_tables.get(table)
    given = 0
    while given < most and live.table.owes():
        playing = live.table.match
        assert playing is not None
        seat = live.table.owes()[0]
        options = playing.state.options(seat)
        named = playing.game.answers.names(options[rng.below(len(options))])
        await tables.act(table, ADA, f"a{given}", Answer(seat, playing.moment, named))
        given += 1
    return given


async def _held(tables: Tables, key: str, places: tuple[Place, ...]) -> float | None:
    """Return the KB per table, for tables in the middle of a game with four subscribers each."""
    gc.collect()
    before = _resident()
    stops = []
    for number in range(HELD):
        opened = await tables.create(ADA, f"held{number}", Settings(key, places, pace=Days()))
        for seat in range(len(places)):
            stops.append(await tables.subscribe(opened.table, ADA, seat, lambda _: None))
        await _play(tables, opened.table, 40)
    gc.collect()
    after = _resident()
    for stop in stops:
        stop()
    await asyncio.sleep(0)
    return None if before is None or after is None else (after - before) / 1024 / HELD


def _resident() -> int | None:
    """Return the resident memory of this process in bytes; None if the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
