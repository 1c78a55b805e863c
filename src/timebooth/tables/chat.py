"""The chat of a table: its lines, the spectators who spoke, and how much everybody has written."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict

from timebooth.tables.facts import Person, Said
from timebooth.tables.wire import Line

MAX_SPEAKERS = 200  # spectators that the host can mute or remove: those who spoke last


class Chat:
    """What is known of the chat at one table, without the lines themselves."""

    def __init__(self) -> None:
        self.seed = b""
        self.speakers: OrderedDict[str, Person] = OrderedDict()
        """By handle, the spectators who spoke, the latest last."""
        self.bytes_written: Counter[tuple[str, str]] = Counter()
        """How much text the log holds, by kind and writer: a person's id, `players` or `spectators`."""

    def handle(self, person: str) -> str:
        """Return what stands for a person at this table: nobody can tell from it who that is elsewhere."""
        return hashlib.blake2b(person.encode(), key=self.seed, digest_size=6, person=b"timebooth.handle").hexdigest()

    def line(self, said: Said) -> Line:
        """Return a line of chat as others see it."""
        by_spectator = said.seat is None and said.person
        return Line(said.name, said.text, said.seat, self.handle(said.person) if by_spectator else "", said.reaction)

    def count(self, said: Said) -> None:
        """Count a line, and remember its speaker."""
        size = len((said.reaction or said.text).encode())
        self.bytes_written["chat", "spectators" if said.seat is None else "players"] += size
        if not said.person:
            return
        self.bytes_written["chat", said.person] += size
        if said.seat is None:
            handle = self.handle(said.person)
            self.speakers[handle] = Person(said.person, said.name)
            self.speakers.move_to_end(handle)
            if len(self.speakers) > MAX_SPEAKERS:
                self.speakers.popitem(last=False)
