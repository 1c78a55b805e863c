"""The operator's desk without a server: opens the database itself, for as long as one request takes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from timebooth.registry import find_game
from timebooth.server.admin.choices import Choices
from timebooth.server.admin.desk import DELETE_AGAIN_AFTER, Desk
from timebooth.server.sessions.erasures import stand_in_name
from timebooth.server.sessions.sessions import CACHED_FOR
from timebooth.store.open_store import open_store, sqlite_file
from timebooth.tables.bot_jobs import InlineBots
from timebooth.tables.erasure import erase_everywhere
from timebooth.tables.tables import Tables


@asynccontextmanager
async def desk_at(db: str | None) -> AsyncIterator[Desk]:
    """Open a database for the operator. An SQLite file is locked; on PostgreSQL other nodes follow what is written."""
    store = await open_store(db, alone=True)
    shared = sqlite_file(db) is None
    tables = Tables(store, bot_runner=InlineBots(find_game))
    choices = Choices(store, look_every=CACHED_FOR)

    async def erase(person: str) -> bool:
        await store.begin_erasing(person)
        await store.remove_passkeys(person)
        await erase_everywhere(tables.live_tables, person, stand_in_name)
        if shared:  # until the sessions have ended on every node, something may still be written
            await asyncio.sleep(1.5 * CACHED_FOR)
            await store.remove_passkeys(person)
            await erase_everywhere(tables.live_tables, person, stand_in_name)
        await store.end_erasing(person)
        return True

    try:
        await choices.look()
        desk = Desk(tables, choices, erase)
        yield desk
        if shared and desk.deleting:
            await asyncio.sleep(DELETE_AGAIN_AFTER)  # other nodes may still be writing
        await desk.close()
    finally:
        await tables.close()
        await store.close()
