"""Who is in front of a screen: told to all at the table, and what makes a seat count as left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

from timebooth.kernel.errors import TimeboothError
from timebooth.server.protocol import Here
from timebooth.store.store import StoreError
from timebooth.tables.retrying import retry_delay
from timebooth.tables.tables import Tables

GONE_AFTER = 20.0  # seconds without a screen after which a seat counts as left
SOON = 0.2  # seconds within which comings and goings are told together

log = logging.getLogger(__name__)


class Presence:
    """Counts the screens at every table of this node."""

    def __init__(self, tables: Tables, tell: Callable[[Here], None], gone_after: float = GONE_AFTER) -> None:
        self._tables = tables
        self._tell = tell
        self._gone_after = gone_after
        self._seats: dict[str, dict[int, int]] = {}
        self._spectators: dict[str, int] = {}
        self._soon: dict[str, asyncio.TimerHandle] = {}
        self._leaving: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    def here(self, table: str) -> Here:
        return Here(table, tuple(sorted(self._seats.get(table, ()))), self._spectators.get(table, 0))

    def is_here(self, table: str, seat: int) -> bool:
        return seat in self._seats.get(table, ())

    def came(self, table: str, seat: int | None) -> None:
        if seat is None:
            self._spectators[table] = self._spectators.get(table, 0) + 1
        else:
            seats = self._seats.setdefault(table, {})
            seats[seat] = seats.get(seat, 0) + 1
            timer = self._leaving.pop((table, seat), None)
            if timer is not None:
                timer.cancel()
        self._tell_soon(table)

    def went(self, table: str, seat: int | None) -> None:
        if seat is None:
            self._spectators[table] -= 1
            if not self._spectators[table]:
                del self._spectators[table]
        else:
            seats = self._seats[table]
            seats[seat] -= 1
            if not seats[seat]:
                del seats[seat]
                self.expect(table, seat)
            if not seats:
                del self._seats[table]
        self._tell_soon(table)

    def expect(self, table: str, seat: int) -> None:
        """Somebody should be in this seat; if they do not come in time, it counts as left."""
        if self.is_here(table, seat) or (table, seat) in self._leaving:
            return
        later = asyncio.get_running_loop().call_later
        self._leaving[table, seat] = later(self._gone_after, self._gone, table, seat)

    def back(self, table: str, seat: int) -> None:
        """A seat that counted as left has a screen again."""
        self._begin(lambda: self._tables.found(table, seat), lambda: self.is_here(table, seat))

    def _gone(self, table: str, seat: int) -> None:
        self._leaving.pop((table, seat), None)
        if not self.is_here(table, seat):
            self._begin(lambda: self._tables.lost(table, seat), lambda: not self.is_here(table, seat))

    def _begin(self, write: Callable[[], Awaitable[None]], still_so: Callable[[], bool]) -> None:
        """Write down who came or went. While the store fails it is tried again, as long as it is still so."""

        async def keep_trying() -> None:
            for failures in count():
                try:
                    await write()
                except StoreError as problem:
                    log.warning("who came or went is written down later: %s", problem)
                except TimeboothError:
                    return
                except Exception:
                    log.exception("who came or went cannot be written down")
                    return
                else:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(retry_delay(failures)):
                        await self._closing.wait()
                if self._closing.is_set() or not still_so():
                    return

        task = asyncio.get_running_loop().create_task(keep_trying())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell_soon(self, table: str) -> None:
        if table not in self._soon:
            self._soon[table] = asyncio.get_running_loop().call_later(SOON, self._tell_now, table)

    def _tell_now(self, table: str) -> None:
        del self._soon[table]
        self._tell(self.here(table))

    async def close(self) -> None:
        """Whoever is gone because the server stops has not left."""
        for timer in (*self._soon.values(), *self._leaving.values()):
            timer.cancel()
        self._soon.clear()
        self._leaving.clear()
        self._closing.set()
        if self._tasks:
            await asyncio.gather(*self._tasks)
