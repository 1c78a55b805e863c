"""Presence: who is connected to a table, and when a seat counts as left."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import count

from timebooth.kernel.errors import TimeboothError
from timebooth.server.protocol import Here
from timebooth.server.tables.shared_presence import Connected, Share, SharedPresence
from timebooth.store.store import StoreError
from timebooth.tables.retrying import retry_delay
from timebooth.tables.tables import Tables

GONE_AFTER = 20.0  # seconds without a connection after which a seat counts as left
BATCH_FOR = 0.2  # seconds; changes within them are sent in one message

log = logging.getLogger(__name__)


class Presence:
    """Counts the connections to every table on this node, and with `share` knows those of the other nodes."""

    def __init__(
        self,
        tables: Tables,
        publish: Callable[[Here], None],
        gone_after: float = GONE_AFTER,
        share: Share | None = None,
    ) -> None:
        self._tables = tables
        self._publish = publish
        self._gone_after = gone_after
        self._seats: dict[str, dict[int, int]] = {}
        self._spectators: dict[str, int] = {}
        self._pending: dict[str, asyncio.TimerHandle] = {}
        self._leaving: dict[tuple[str, int], asyncio.TimerHandle] = {}
        self._expected: Counter[str] = Counter()
        """How many seats of each table are in `_leaving`."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()
        self.shared: SharedPresence | None = None
        if share is not None:
            self.shared = SharedPresence(share, tables.nodes.here, self._connected, self._publish_soon)

    def here(self, table: str) -> Here:
        """Return who is connected to a table, on any node."""
        seats, spectators = set(self._seats.get(table, ())), self._spectators.get(table, 0)
        for connected in self._elsewhere(table):
            seats |= connected.seats
            spectators += connected.spectators
        return Here(table, tuple(sorted(seats)), spectators)

    def is_here(self, table: str, seat: int) -> bool:
        """Return whether a seat is connected to this node."""
        return seat in self._seats.get(table, ())

    def is_connected(self, table: str, seat: int) -> bool:
        """Return whether a seat is connected to any node."""
        return self.is_here(table, seat) or any(seat in connected.seats for connected in self._elsewhere(table))

    def _elsewhere(self, table: str) -> Iterable[Connected]:
        return () if self.shared is None else self.shared.elsewhere(table)

    def _connected(self, table: str) -> Connected | None:
        """Return who is connected here; None if nobody is, and nobody is expected back."""
        seats, spectators = self._seats.get(table, {}), self._spectators.get(table, 0)
        if not seats and not spectators and not self._expected[table]:
            return None
        return Connected(frozenset(seats), spectators)

    def forget_nodes(self, nodes: Iterable[str]) -> None:
        """Forget who was connected to nodes that died."""
        if self.shared is not None:
            self.shared.forget(nodes)

    def connected(self, table: str, seat: int | None) -> None:
        if seat is None:
            self._spectators[table] = self._spectators.get(table, 0) + 1
        else:
            seats = self._seats.setdefault(table, {})
            seats[seat] = seats.get(seat, 0) + 1
            timer = self._stop_expecting(table, seat)
            if timer is not None:
                timer.cancel()
        self._changed(table)

    def disconnected(self, table: str, seat: int | None) -> None:
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
        self._changed(table)

    def _changed(self, table: str) -> None:
        if self.shared is not None:
            self.shared.changed(table)
        self._publish_soon(table)

    def expect(self, table: str, seat: int) -> None:
        """Count a seat as left unless its player connects in time."""
        if self.is_here(table, seat) or (table, seat) in self._leaving:
            return
        later = asyncio.get_running_loop().call_later
        self._leaving[table, seat] = later(self._gone_after, self._gone, table, seat)
        self._expected[table] += 1
        if self.shared is not None:
            self.shared.changed(table)  # they may come back to another node

    def _stop_expecting(self, table: str, seat: int) -> asyncio.TimerHandle | None:
        timer = self._leaving.pop((table, seat), None)
        if timer is not None:
            self._expected[table] -= 1
            if not self._expected[table]:
                del self._expected[table]
        return timer

    def back(self, table: str, seat: int) -> None:
        """Note that the player of a seat that counted as left is connected again."""
        self._write(lambda: self._tables.found(table, seat), lambda: self.is_here(table, seat))

    def _gone(self, table: str, seat: int) -> None:
        connected = self.is_connected(table, seat)
        self._stop_expecting(table, seat)
        if self.shared is not None:
            self.shared.changed(table)
        if not connected:
            self._write(lambda: self._tables.lost(table, seat), lambda: not self.is_connected(table, seat))

    def _write(self, write: Callable[[], Awaitable[None]], still_true: Callable[[], bool]) -> None:
        """Store who came or left in the background; retry while the store fails, as long as it is still true."""

        async def keep_trying() -> None:
            for failures in count():
                try:
                    await write()
                except StoreError as problem:
                    log.warning("presence cannot be stored, retrying: %s", problem)
                except TimeboothError:
                    return
                except Exception:
                    log.exception("presence cannot be stored")
                    return
                else:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(retry_delay(failures)):
                        await self._closing.wait()
                if self._closing.is_set() or not still_true():
                    return

        task = asyncio.get_running_loop().create_task(keep_trying())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _publish_soon(self, table: str) -> None:
        if table not in self._pending:
            self._pending[table] = asyncio.get_running_loop().call_later(BATCH_FOR, self._publish_now, table)

    def _publish_now(self, table: str) -> None:
        del self._pending[table]
        self._publish(self.here(table))

    async def close(self) -> None:
        """Stop the timers: somebody who is disconnected because the server stops has not left."""
        for timer in (*self._pending.values(), *self._leaving.values()):
            timer.cancel()
        self._pending.clear()
        self._leaving.clear()
        self._expected.clear()
        self._closing.set()
        if self._tasks:
            await asyncio.gather(*self._tasks)
