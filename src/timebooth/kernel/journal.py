"""The journal: what happened in a game, for people to read. The rules write it and never read it.

The fields of an event are ids and numbers. Each type of event declares who may see its fields: everybody sees `OPEN`
ones, and a `SECRET` one is seen by the seats in the named fields. Nobody sees a field that is not declared.
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
        """Return what a seat (None: a spectator) may see of the event; everything once the game is over."""
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

    def secrets(self) -> dict[str, tuple[int, ...]]:
        """Return, for each field that not everybody may see, the seats that may."""
        if _all_open(type(self)):
            return {}
        closed = (field for field in self.__struct_fields__ if field not in self.OPEN)
        return {
            field: tuple(seat for who in self.SECRET.get(field, ()) if (seat := getattr(self, who)) is not None)
            for field in closed
        }


@cache
def _all_open(kind: type[Event]) -> bool:
    """Return whether everybody sees all fields of this type of event."""
    return set(kind.__struct_fields__) <= set(kind.OPEN)


class Journal:
    """The events of a game, in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)

    def take(self) -> list[Event]:
        """Return the events since the last call, and forget them."""
        events, self.events = self.events, []
        return events

    def __repr__(self) -> str:
        return f"<Journal of {len(self)} events>"

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def lines(self) -> str:
        """Return the journal as JSON, one event per line, as in goldens."""
        return "".join(msgspec.json.encode(event).decode() + "\n" for event in self.events)
