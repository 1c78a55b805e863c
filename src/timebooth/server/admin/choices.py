"""What the operator has chosen: who is banned, and whether the server is read-only.

Choices are in the database, so they survive a restart and hold on every node: other nodes notice within seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from timebooth.server.problems import Refusal
from timebooth.store.pausable import PausableStore
from timebooth.store.store import Store, StoreError

READ_ONLY = "read_only"
BAN = "ban:"  # and the id of a guest

log = logging.getLogger(__name__)


class Choices:
    """The operator's choices as this node knows them."""

    def __init__(self, store: Store, *, look_every: float, on_banned: Callable[[str], None] = lambda _: None) -> None:
        self._store = store
        self._look_every = look_every
        self._on_banned = on_banned
        self.banned: frozenset[str] = frozenset()
        self.read_only = False

    def check(self, person: str) -> None:
        """Refuse a guest who is banned."""
        if person in self.banned:
            raise Refusal(403, "guest.banned")

    async def watch(self, watched: Callable[[], Iterable[str]] = tuple) -> None:
        """Look again and again; end the sessions of those `watched` who were banned on another node."""
        while True:
            try:
                await self.look()
            except StoreError as problem:
                log.warning("the operator's choices are read later: %s", problem)
            for person in self.banned & set(watched()):
                self._on_banned(person)
            await asyncio.sleep(self._look_every)

    async def look(self) -> None:
        """Read the choices from the store, and follow them."""
        found = await self._store.operator_choices()
        self.banned = frozenset(name.removeprefix(BAN) for name in found if name.startswith(BAN))
        self._set_read_only(READ_ONLY in found)

    async def ban(self, person: str, at: float) -> None:
        """Refuse everything to a guest from now on."""
        await self._store.choose(BAN + person, str(int(at)))
        self.banned |= {person}
        self._on_banned(person)

    async def unban(self, person: str) -> bool:
        """Admit a guest again; return whether they were banned."""
        self.banned -= {person}
        return await self._store.choose(BAN + person, None)

    async def set_read_only(self, on: bool) -> None:
        """Refuse all writes, or take them again."""
        await self._store.choose(READ_ONLY, "on" if on else None)
        self._set_read_only(on)

    def _set_read_only(self, on: bool) -> None:
        if on != self.read_only:
            log.warning("read-only mode is %s", "on" if on else "off")
        self.read_only = on
        if isinstance(self._store, PausableStore):
            self._store.paused = on
