"""Store many dormant tables in SQLite, start on them and show the lobby; print time and memory.

PYTHONPATH=.venv/compiled .venv/dev/bin/python tools/many_tables.py [--tables 100000]
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import monotonic

from timebooth.registry import find_game
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.lobby import lobby
from timebooth.store.open_store import open_store
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.facts import Person
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Clock, Days, Place, Settings

ADA = Person("ada", "Ada")
PAGES = 20
SETTINGS = Settings("riff-in-time", (Place("host"), Place("bot", bot="novice")), pace=Days(), clock=Clock(86_400.0))


async def one_table(file: Path) -> str:
    """Store one game by correspondence that waits for a person."""
    store = await open_store(str(file))
    tables = Tables(store, bot_runner=InlineBots(find_game))
    table = (await tables.create(ADA, "c1", SETTINGS)).table
    await tables.close()
    await store.close()
    return table


def copy(file: Path, table: str, tables: int) -> None:
    """Store the same table many times, under other ids."""
    with closing(sqlite3.connect(file)) as database, database:
        for name in ("entry", "listing", "seated", "dormant", "kept"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            values = ", ".join("printf('copy-%07d', i)" if each == "table_id" else each for each in columns)
            database.execute(
                f"WITH RECURSIVE many(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < ?) "
                f"INSERT INTO {name} ({', '.join(columns)}) SELECT {values} FROM {name}, many WHERE table_id = ?",
                (tables - 1, table),
            )


async def start(file: Path) -> tuple[float, int]:
    """Start as a server does; return the seconds that it takes and how many tables are held then."""
    begin = monotonic()
    store = await open_store(str(file))
    tables = Tables(store, bot_runner=InlineBots(find_game))
    await tables.resume()
    seconds = monotonic() - begin
    held = len(tables.live_tables.by_id)
    await tables.close()
    await store.close()
    return seconds, held


async def show_lobby(file: Path) -> tuple[float, int]:
    """Show the lobby to the host of all these tables; return the seconds that a page takes, and its rows."""
    store = await open_store(str(file))
    tables = Tables(store, bot_runner=InlineBots(find_game))
    begin = monotonic()
    for _ in range(PAGES):
        page = await lobby(tables, Guest(ADA.id, ADA.name, "p1", "en"))
    seconds = (monotonic() - begin) / PAGES
    await tables.close()
    await store.close()
    return seconds, len(page.open) + len(page.running) + len(page.mine)


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        copy(file, asyncio.run(one_table(file)), args.tables)
        before = megabytes()
        seconds, held = asyncio.run(start(file))
        print(
            f"{args.tables:,} tables stored: start {seconds:.2f} s, {held} held in memory, "
            f"memory {before:.0f} -> {megabytes():.0f} MB at most"
        )
        seconds, rows = asyncio.run(show_lobby(file))
        print(f"a page of the lobby: {1000 * seconds:.1f} ms, {rows} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
