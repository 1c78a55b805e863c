"""A table held in memory, with its subscribers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from timebooth.tables.facts import Written
from timebooth.tables.messages import MessageBuilder
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.wire import Message
from timebooth.tables.write_queue import WriteQueue

Subscriber = Callable[[Message], None]
"""Takes a message and must return at once."""
OnChange = Callable[["LiveTable", Change], None]
"""Called with every change, hidden parts included: for the server's own use."""

log = logging.getLogger(__name__)


class LiveTable:
    """Publishes each change of its table to those who may know it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.queue = WriteQueue()
        self.log_bytes = 0
        """The length of its log."""
        self.subscribers: dict[Audience, list[Subscriber]] = {}
        self.bot_tasks: dict[str, asyncio.Task[int]] = {}
        """Bots that are thinking, by the command that will write their answer."""
        self.in_progress: set[str] = set()
        """Commands of deadlines that are being written."""
        self.resumed_at: float | None = None
        """When this node began to act for the table; None while it is paused."""
        self.first_seen: tuple[int, float] = (0, 0.0)
        """The version of a question that the log dates in the future, and when this node first saw it."""
        self.next_deadline: float | None = None
        self.failures = 0
        """How often in a row a deadline failed here."""
        self.retry_at = 0.0
        """When the scheduler tries again after a failure."""
        self.listing_stale = False
        """Whether seats or status have changed since the listing was written."""
        self.listed_version = 0
        """The version at which its people's standings were last written here."""
        self.on_change: OnChange | None = None
        self.last_used = 0.0

    def apply(self, version: int, written: Written, size: int = 0) -> None:
        """Apply an entry of the log, of `size` bytes, and publish the change; raise only if it cannot be applied."""
        self.log_bytes += size
        change = self.table.apply(version, written)
        self.listing_stale = self.listing_stale or change.seats or change.ended
        try:
            self._publish(change, written.at)
        except Exception:
            log.exception("table %s: version %d was not sent to everybody", self.table.id, version)

    def _publish(self, change: Change, at: float) -> None:
        reached = [(audience, tuple(each)) for audience, each in self.subscribers.items() if change.reaches(audience)]
        if reached:
            builder = MessageBuilder(self.table, change, at)
            for audience, subscribers in reached:
                message = builder.message_to(audience)
                for subscriber in subscribers:
                    self._call(subscriber, message)
        if self.on_change is not None:
            self._call(self.on_change, self, change)

    def _call(self, callback: Callable[..., None], *args: object) -> None:
        """Call a subscriber; if it fails, the other subscribers and the table go on."""
        try:
            callback(*args)
        except Exception:
            log.exception("table %s: a subscriber failed", self.table.id)

    def subscribe(self, audience: Audience, subscriber: Subscriber) -> None:
        self.subscribers.setdefault(audience, []).append(subscriber)

    def unsubscribe(self, audience: Audience, subscriber: Subscriber) -> None:
        subscribers = self.subscribers.get(audience, [])
        if subscriber in subscribers:
            subscribers.remove(subscriber)
        if not subscribers:
            self.subscribers.pop(audience, None)

    def cancel_bot_tasks(self, keep: Collection[str] = ()) -> None:
        """Stop the bots that are thinking, except those whose command is in `keep`."""
        for command in [command for command in self.bot_tasks if command not in keep]:
            self.bot_tasks.pop(command).cancel()
