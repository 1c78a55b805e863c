"""Retries: growing delays after failures, and work that is started again whenever it stops."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

FIRST_DELAY = 0.5  # seconds
MAX_DELAY = 5.0  # seconds

log = logging.getLogger(__name__)


def retry_delay(failures: int) -> float:
    """Return how long to wait after so many failures in a row; jittered, so that tables do not retry all at once."""
    return min(MAX_DELAY, FIRST_DELAY * 2.0 ** min(failures, 10)) * random.uniform(0.5, 1.0)


async def keep_running(work: Callable[[], Awaitable[None]], restart_delay: float = 1.0) -> None:
    """Run `work` until cancelled, starting it again whenever it fails or ends."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("%s failed; it is started again", getattr(work, "__qualname__", work))
        await asyncio.sleep(restart_delay)
