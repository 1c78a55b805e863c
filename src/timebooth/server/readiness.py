"""Whether the database takes writes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from timebooth.store.store import Store, StoreError

CACHED_FOR = 1.0  # seconds, so that health checks do not load the database
ANSWER_WITHIN = 2.0  # seconds

log = logging.getLogger(__name__)


class Readiness:
    """Checks the database, and caches the result for a moment."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._asking: asyncio.Task[str] | None = None
        self._known: tuple[float, str] | None = None

    async def problem(self) -> str:
        """Return why the database cannot be used, or an empty string."""
        if self._known is not None and self._clock() - self._known[0] < CACHED_FOR:
            return self._known[1]
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await self._store.ready()
            found = ""
        except TimeoutError:
            found = "the database does not answer"
        except StoreError as problem:
            found = "the database cannot be written"
            if self._known is None or self._known[1] != found:
                log.warning("not ready: %s", problem)
        self._known = (self._clock(), found)
        return found
