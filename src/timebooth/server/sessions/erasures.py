"""Erasing guests who ask for it: most of it while their browser waits, the rest in the background.

What was begun stands in the store until it is done, so a server that dies half-way goes on when it starts again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from timebooth.server.sessions.sessions import Sessions
from timebooth.server.tables.hub import House
from timebooth.store.store import StoreError
from timebooth.tables.erasure import erase_everywhere
from timebooth.words import LANGUAGES, Words

AGAIN_AFTER = 2.0  # seconds until the store is tried again

log = logging.getLogger(__name__)


class Erasures:
    """The erasures that this node is busy with."""

    def __init__(self, house: House, sessions: Sessions) -> None:
        self._house = house
        self._sessions = sessions
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._first_pass: dict[str, asyncio.Event] = {}

    async def resume(self) -> None:
        """Go on with what was begun before a start."""
        for person in await self._house.tables.store.erasing():
            self._start(person)

    async def begin(self, person: str) -> asyncio.Event:
        """Begin to erase a person; the event is set once everything known now is erased."""
        await self._house.tables.store.begin_erasing(person)
        self._sessions.forget(person)
        return self._start(person)

    async def settle(self) -> None:
        """Wait until nothing is left to erase."""
        await asyncio.gather(*self._busy.values())

    async def close(self) -> None:
        """Leave the rest to the next start."""
        for task in tuple(self._busy.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _start(self, person: str) -> asyncio.Event:
        if person not in self._busy:
            self._first_pass[person] = asyncio.Event()
            task = self._busy[person] = asyncio.create_task(self._keep_at(person))
            task.add_done_callback(lambda _: self._ended(person))
        return self._first_pass[person]

    def _ended(self, person: str) -> None:
        self._busy.pop(person, None)
        self._first_pass.pop(person, None)

    async def _keep_at(self, person: str) -> None:
        while True:
            try:
                await self._erase(person)
                return
            except StoreError as problem:
                log.warning("an erasure waits for the store: %s", problem)
            except Exception:
                log.exception("an erasure failed; it is tried again at the next start")
                return
            await asyncio.sleep(AGAIN_AFTER)

    async def _erase(self, person: str) -> None:
        """Two passes: until the sessions have ended on every node, something may still be written."""
        await self._pass(person)
        self._first_pass[person].set()
        await asyncio.sleep(1.5 * self._sessions.remember)
        await self._pass(person)
        await self._house.tables.store.end_erasing(person)

    async def _pass(self, person: str) -> None:
        live_tables = self._house.tables.live_tables
        await live_tables.store.remove_passkeys(person)
        await erase_everywhere(live_tables, person, stand_in_name)


def stand_in_name(lang: str) -> str:
    """Return what an erased guest is called at a table of this language."""
    return Words(lang if lang in LANGUAGES else LANGUAGES[0]).say("guest.erased")
