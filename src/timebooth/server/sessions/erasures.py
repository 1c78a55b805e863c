"""Erasure of guests who ask for it: most of it while their browser waits, the rest in the background.

An erasure is recorded in the store until it is done, so a server that dies half-way resumes it at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from timebooth.server.sessions.sessions import Sessions
from timebooth.server.tables.hub import Hub
from timebooth.store.store import StoreError
from timebooth.tables.erasure import erase_everywhere
from timebooth.words import LANGUAGES, Words

RETRY_AFTER = 2.0  # seconds, while the store is unreachable

log = logging.getLogger(__name__)


class Erasures:
    """Runs the erasures of this node."""

    def __init__(self, hub: Hub, sessions: Sessions) -> None:
        self._hub = hub
        self._sessions = sessions
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._first_pass: dict[str, asyncio.Event] = {}

    async def resume(self) -> None:
        """Resume erasures that an earlier run began."""
        for person in await self._hub.tables.store.erasing():
            self._start(person)

    async def begin(self, person: str) -> asyncio.Event:
        """Start erasing a person; return an event that is set once everything known now is erased."""
        await self._hub.tables.store.begin_erasing(person)
        self._sessions.forget(person)
        return self._start(person)

    async def settle(self) -> None:
        """Wait until all erasures are done."""
        await asyncio.gather(*self._tasks.values())

    async def close(self) -> None:
        """Stop; what is left is resumed at the next start."""
        for task in tuple(self._tasks.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _start(self, person: str) -> asyncio.Event:
        if person not in self._tasks:
            self._first_pass[person] = asyncio.Event()
            task = self._tasks[person] = asyncio.create_task(self._erase_with_retries(person))
            task.add_done_callback(lambda _: self._ended(person))
        return self._first_pass[person]

    def _ended(self, person: str) -> None:
        self._tasks.pop(person, None)
        self._first_pass.pop(person, None)

    async def _erase_with_retries(self, person: str) -> None:
        while True:
            try:
                await self._erase(person)
                return
            except StoreError as problem:
                log.warning("erasure waits for the store: %s", problem)
            except Exception:
                log.exception("erasure failed; it is retried at the next start")
                return
            await asyncio.sleep(RETRY_AFTER)

    async def _erase(self, person: str) -> None:
        """Erase in two passes: until the sessions have ended on every node, something may still be written."""
        await self._pass(person)
        self._first_pass[person].set()
        await asyncio.sleep(1.5 * self._sessions.cache_for)
        await self._pass(person)
        await self._hub.tables.store.end_erasing(person)

    async def _pass(self, person: str) -> None:
        live_tables = self._hub.tables.live_tables
        await live_tables.store.remove_passkeys(person)
        await erase_everywhere(live_tables, person, stand_in_name)


def stand_in_name(lang: str) -> str:
    """Return the name of an erased guest at a table in this language."""
    return Words(lang if lang in LANGUAGES else LANGUAGES[0]).say("guest.erased")
