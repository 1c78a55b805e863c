"""What one audience of one table is told, put into bytes once and handed to every socket that listens."""

from __future__ import annotations

import msgspec

from timebooth.server.protocol import Tell
from timebooth.server.transport.connection import Text, Visitor
from timebooth.tables.live_table import LiveTable
from timebooth.tables.table import Audience
from timebooth.tables.wire import Message

_encode = msgspec.json.Encoder().encode


def told(table: str, audience: Audience, message: Message) -> Text:
    """A number of a stream as it goes over the wire."""
    return _encode(Tell(table, audience, message))


class Ear:
    """A socket at a stream. While it catches up, what happens meanwhile is held back; no number goes out twice."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.last = -1
        self.held: list[tuple[int, Text]] | None = None

    def take(self, number: int, text: Text) -> None:
        if self.held is not None:
            self.held.append((number, text))
        elif number > self.last:
            self.last = number
            self.visitor.tell(text)

    def caught_up(self) -> None:
        """From now on everything is passed on as it comes."""
        held, self.held = self.held, None
        for number, text in held or ():
            self.take(number, text)


class Stream:
    """One audience of a table that is held ready."""

    def __init__(self, live: LiveTable, audience: Audience) -> None:
        self.live = live
        self.audience = audience
        self.ears: list[Ear] = []

    def hear(self, message: Message) -> None:
        """Pass a message on. Who stood up hears of that, and nothing more of a seat that is another's now."""
        text = told(self.live.table.id, self.audience, message)
        for ear in tuple(self.ears):
            ear.take(message.number, text)

    def strangers(self) -> list[Ear]:
        """Those who listen to a seat that is not theirs any more, or whom the host has removed."""
        table = self.live.table
        if self.audience is None:
            return [ear for ear in self.ears if ear.visitor.guest.id in table.removed]
        return [ear for ear in self.ears if self.audience not in table.seats_of(ear.visitor.guest.person)]
