"""Streams: the messages of one audience of one table, encoded once for all connections that subscribe."""

from __future__ import annotations

import msgspec

from timebooth.server.protocol import Tell
from timebooth.server.transport.connection import Connection, Text
from timebooth.tables.live_table import LiveTable
from timebooth.tables.table import Audience
from timebooth.tables.wire import Message

_encode = msgspec.json.Encoder().encode


def encode_message(table: str, audience: Audience, message: Message) -> Text:
    """Return one message of a stream as JSON."""
    return _encode(Tell(table, audience, message))


class Subscriber:
    """A connection that receives a stream. Messages are held back while it catches up; no number is sent twice."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.last = -1
        self.held: list[tuple[int, Text]] | None = None

    def take(self, number: int, text: Text) -> None:
        if self.held is not None:
            self.held.append((number, text))
        elif number > self.last:
            self.last = number
            self.connection.send_event(text)

    def caught_up(self) -> None:
        """Send what was held back; from now on messages are sent as they come."""
        held, self.held = self.held, None
        for number, text in held or ():
            self.take(number, text)


class Stream:
    """The stream of one audience of a live table."""

    def __init__(self, live: LiveTable, audience: Audience) -> None:
        self.live = live
        self.audience = audience
        self.subscribers: list[Subscriber] = []

    def publish(self, message: Message) -> None:
        """Send a message to all subscribers. Somebody who stood up is told so, and receives nothing after that."""
        text = encode_message(self.live.table.id, self.audience, message)
        for subscriber in tuple(self.subscribers):
            subscriber.take(message.number, text)

    def unauthorised(self) -> list[Subscriber]:
        """Return the subscribers whose seat is no longer theirs, or whom the host has removed."""
        table = self.live.table
        if self.audience is None:
            return [subscriber for subscriber in self.subscribers if subscriber.connection.guest.id in table.removed]
        return [
            subscriber
            for subscriber in self.subscribers
            if self.audience not in table.seats_of(subscriber.connection.guest.person)
        ]
