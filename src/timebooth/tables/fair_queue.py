"""A queue that serves its owners in turn, however many items each of them puts in."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_REMEMBERED = 1_000
"""Owners whose last turn is remembered."""


class FairQueue(Generic[T]):
    """Serves the owner whose last turn is longest ago, and each owner's items in order.

    Items of tables with people go before items of tables with bots only.
    """

    def __init__(self, people_in_a_row: int = 4) -> None:
        """After `people_in_a_row` items of tables with people, take one of a table of bots, so that none starves."""
        self._people_in_a_row = people_in_a_row
        self._in_a_row = 0
        self._people: dict[str, deque[T]] = {}
        self._bots: dict[str, deque[T]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()
        self._taken = 0

    def __len__(self) -> int:
        return sum(len(items) for lane in (self._people, self._bots) for items in lane.values())

    def owners(self) -> set[str]:
        """Return the owners of all waiting items."""
        return {*self._people, *self._bots}

    def waiting(self, owner: str) -> int:
        """Return how many items of an owner wait."""
        return sum(len(lane[owner]) for lane in (self._people, self._bots) if owner in lane)

    def put(self, owner: str, item: T, *, people: bool = True) -> None:
        """Add an item behind the others of its owner."""
        (self._people if people else self._bots).setdefault(owner, deque()).append(item)

    def take(self, allowed: Callable[[str], bool] | None = None) -> T | None:
        """Remove and return the next item whose owner is `allowed`, or None."""
        bots_first = self._in_a_row >= self._people_in_a_row
        for lane in (self._bots, self._people) if bots_first else (self._people, self._bots):
            owners = filter(allowed, lane) if allowed else lane
            owner = min(owners, key=lambda owner: self._served.get(owner, 0), default=None)
            if owner is not None:
                self._in_a_row = self._in_a_row + 1 if lane is self._people else 0
                self._serve(owner)
                return self._pop(lane, owner)
        return None

    def discard(self, owner: str, item: T) -> None:
        """Remove an item if it still waits."""
        for lane in (self._people, self._bots):
            if item in lane.get(owner, ()):
                lane[owner].remove(item)
                if not lane[owner]:
                    del lane[owner]

    def _serve(self, owner: str) -> None:
        self._taken += 1
        self._served[owner] = self._taken
        self._served.move_to_end(owner)
        if len(self._served) > MAX_REMEMBERED:
            self._served.popitem(last=False)

    @staticmethod
    def _pop(lane: dict[str, deque[T]], owner: str) -> T:
        item = lane[owner].popleft()
        if not lane[owner]:
            del lane[owner]
        return item
