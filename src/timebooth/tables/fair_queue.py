"""A queue that serves persons in turn, whatever each of them brings."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_REMEMBERED = 1_000
"""Owners of whom it is known when they were last served."""


class FairQueue(Generic[T]):
    """Serves the owner that was served longest ago, first come first served within one; people before bots alone."""

    def __init__(self, people_in_a_row: int = 4) -> None:
        """`people_in_a_row`: after so many items of people, one of bots alone is taken, so that they never starve."""
        self._people_in_a_row = people_in_a_row
        self._in_a_row = 0
        self._people: dict[str, deque[T]] = {}
        self._bots: dict[str, deque[T]] = {}
        self._served: OrderedDict[str, int] = OrderedDict()
        self._taken = 0

    def __len__(self) -> int:
        return sum(len(items) for lane in (self._people, self._bots) for items in lane.values())

    def owners(self) -> set[str]:
        """Return everybody for whom something waits."""
        return {*self._people, *self._bots}

    def waiting(self, owner: str) -> int:
        """Return how many items of one owner wait."""
        return sum(len(lane[owner]) for lane in (self._people, self._bots) if owner in lane)

    def put(self, owner: str, item: T, *, people: bool = True) -> None:
        """Add an item behind all others of its owner."""
        (self._people if people else self._bots).setdefault(owner, deque()).append(item)

    def take(self, allowed: Callable[[str], bool] | None = None) -> T | None:
        """Remove and return the next item, of an owner that is `allowed`; None if there is none."""
        turn_of_bots = self._in_a_row >= self._people_in_a_row
        for lane in (self._bots, self._people) if turn_of_bots else (self._people, self._bots):
            owners = filter(allowed, lane) if allowed else lane
            owner = min(owners, key=lambda owner: self._served.get(owner, 0), default=None)
            if owner is not None:
                self._in_a_row = self._in_a_row + 1 if lane is self._people else 0
                self._serve(owner)
                return self._pop(lane, owner)
        return None

    def discard(self, owner: str, item: T) -> None:
        """Remove an item that is not wanted any more, if it still waits."""
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
