"""The journal tells people what happened; rules write it, nobody plays by it.

An event's fields are ids and numbers. Who may see a field is declared on its type, and what is not declared is
seen by nobody: `OPEN` fields by everyone, a `SECRET` field by the seats that the named fields hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened, in the past tense."""

    OPEN: ClassVar[tuple[str, ...]] = ()
    SECRET: ClassVar[dict[str, tuple[str, ...]]] = {}

    def seen_by(self, seat: int | None, *, over: bool = False) -> dict[str, object]:
        """The event as one seat (None: a spectator) may know it; once the game is over, all of it."""
        whole: dict[str, object] = msgspec.to_builtins(self)
        if over or _all_open(type(self)):
            return whole
        seen: dict[str, object] = {"event": whole["event"]}
        for field in self.__struct_fields__:
            if field not in whole:
                continue
            holders = self.SECRET.get(field, ())
            if field in self.OPEN or (seat is not None and any(getattr(self, who) == seat for who in holders)):
                seen[field] = whole[field]
        return seen


@cache
def _all_open(kind: type[Event]) -> bool:
    """Whether everybody sees all of such an event."""
    return set(kind.__struct_fields__) <= set(kind.OPEN)


class Journal:
    """Events in the order in which they happened."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)

    def take(self) -> list[Event]:
        """Return the events since the last call, and forget them."""
        events, self.events = self.events, []
        return events

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def lines(self) -> str:
        """The whole journal, one event a line: what goldens hold."""
        return "".join(msgspec.json.encode(event).decode() + "\n" for event in self.events)
