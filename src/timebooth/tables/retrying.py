"""Going on whatever happens: waiting longer after each failure, and starting again what must not stop."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

FIRST_DELAY = 0.5  # seconds
MAX_DELAY = 5.0  # seconds

log = logging.getLogger(__name__)


def retry_delay(failures: int) -> float:
    """Return how long to wait after so many failures in a row; jittered, so that tables do not all come at once."""
    return min(MAX_DELAY, FIRST_DELAY * 2.0 ** min(failures, 10)) * random.uniform(0.5, 1.0)


async def keep_running(work: Callable[[], Awaitable[None]], again_after: float = 1.0) -> None:
    """Run something that must not stop, and start it again whenever it fails or ends; until cancelled."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("%s failed; it is started again", getattr(work, "__qualname__", work))
        await asyncio.sleep(again_after)
