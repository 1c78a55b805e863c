"""Long work in slices, between which the event loop serves everybody else; a few pieces of work at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from timebooth.kernel.game import Game
from timebooth.kernel.match import Match, Replay
from timebooth.kernel.record import Record
from timebooth.tables.authorisation import NotAllowed

SLICE = 50  # rounds or facts that are played before the event loop gets a turn
MAX_AT_ONCE = 2  # pieces of long work
MAX_PER_PERSON = 4  # pieces of long work, waiting or running


class Turns:
    """Limits how much long work runs at once, and how much of it one person may ask for."""

    def __init__(self, at_once: int = MAX_AT_ONCE, per_person: int = MAX_PER_PERSON) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._per_person = per_person
        self._asked: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn; raise `NotAllowed` if this person has too much waiting or running."""
        if self._asked[person] >= self._per_person:
            raise NotAllowed("call.too_many")
        self._asked[person] += 1
        try:
            async with self._free:
                yield
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person]


async def replay(
    game: Game, record: Record, *, each: Callable[[Match], None] | None = None, rounds: int | None = None
) -> Match:
    """Replay a record like `kernel.match.replay`, in slices; call `each` before every round."""
    again = Replay(game, record, rounds=rounds)
    while again.more():
        if each is not None:
            each(again.match)
        if not again.step():
            break
        if again.match.moment % SLICE == 0:
            await asyncio.sleep(0)
    return again.finish()
