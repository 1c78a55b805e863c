"""The order of writes to one table: one at a time, and fair between people.

What the table does by itself goes first (windows, clocks, bots), then actions of the game, then chat. Within each rank
people take turns: somebody who sends a hundred actions waits between them for everybody who sends one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from timebooth.tables.facts import AnyFact


class Rank(IntEnum):
    """The precedence of writes, the first one first."""

    TABLE = 0
    """What the table does by itself."""
    GAME = 1
    CHAT = 2


@dataclass(slots=True, eq=False)
class Write:
    """A fact to be written once `decide` returns it; `done` gets the result."""

    command: str
    decide: Callable[[], AnyFact]
    person: str
    rank: Rank
    done: asyncio.Future[None]


class WriteQueue:
    """The writes that wait at one table, on this node."""

    def __init__(self) -> None:
        self.working = False
        """Whether a write is in progress; only one is, at any time."""
        self._turns: dict[Rank, OrderedDict[str, deque[Write]]] = {rank: OrderedDict() for rank in Rank}
        """By rank, the people with waiting writes in the order of their turns."""

    def waiting(self, person: str) -> int:
        """Return how many writes of a person wait."""
        return sum(len(turns.get(person, ())) for turns in self._turns.values())

    def put(self, write: Write) -> None:
        """Add a write; a person with no other one waiting has their turn after everybody else."""
        self._turns[write.rank].setdefault(write.person, deque()).append(write)

    def put_back(self, write: Write) -> None:
        """Put a write back to the front, because another node wrote first."""
        turns = self._turns[write.rank]
        turns.setdefault(write.person, deque()).appendleft(write)
        turns.move_to_end(write.person, last=False)

    def take(self) -> Write | None:
        """Remove and return the next write; its person's other writes wait for everybody else's turn."""
        for turns in self._turns.values():
            if turns:
                person, theirs = turns.popitem(last=False)
                write = theirs.popleft()
                if theirs:
                    turns[person] = theirs
                return write
        return None
