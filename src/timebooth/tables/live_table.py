"""A table that is held ready, with those who hear it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from timebooth.tables.facts import Written
from timebooth.tables.messages import MessageBuilder
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.wire import Message
from timebooth.tables.write_queue import WriteQueue

Subscriber = Callable[[Message], None]
"""Takes a message and returns at once; a slow reader is the reader's own affair."""
OnChange = Callable[["LiveTable", Change], None]
"""Hears of every change, whoever may know it: for the server's own use."""

log = logging.getLogger(__name__)


class LiveTable:
    """Publishes what its table takes in."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.queue = WriteQueue()
        self.log_bytes = 0
        """How long its log is."""
        self.subscribers: dict[Audience, list[Subscriber]] = {}
        self.bot_tasks: dict[str, asyncio.Task[int]] = {}
        """Bots that think, by the command that their answer will be."""
        self.in_progress: set[str] = set()
        """Commands that are due and being written."""
        self.resumed_at: float | None = None
        """When this node took the table up; None while it is paused."""
        self.first_seen: tuple[int, float] = (0, 0.0)
        """A question that the log dates in the future, by its version, and when this node first saw it."""
        self.next_deadline: float | None = None
        """When the scheduler looks after it next."""
        self.failures = 0
        """How often in a row something that was due here went wrong."""
        self.retry_at = 0.0
        """When the scheduler tries again, after something went wrong."""
        self.listing_stale = False
        """Whether the listing no longer tells who sits here and how far they are."""
        self.on_change: OnChange | None = None
        self.last_used = 0.0
        """When somebody last asked for it."""

    def apply(self, version: int, written: Written, size: int = 0) -> None:
        """Apply a line of the log, of this many bytes, and publish what changed; raise only if it cannot be applied."""
        self.log_bytes += size
        change = self.table.apply(version, written)
        self.listing_stale = self.listing_stale or change.seats or change.ended
        try:
            self._publish(change, written.at)
        except Exception:
            log.exception("table %s: version %d was not told to everybody", self.table.id, version)

    def _publish(self, change: Change, at: float) -> None:
        hearing = [
            (audience, tuple(subscribers))
            for audience, subscribers in self.subscribers.items()
            if change.reaches(audience)
        ]
        if hearing:
            builder = MessageBuilder(self.table, change, at)
            for audience, subscribers in hearing:
                told = builder.message_to(audience)
                for hear in subscribers:
                    self._without_harm(hear, told)
        if self.on_change is not None:
            self._without_harm(self.on_change, self, change)

    def _without_harm(self, hear: Callable[..., None], *told: object) -> None:
        """Tell a listener. One that fails keeps neither the others nor the table from going on."""
        try:
            hear(*told)
        except Exception:
            log.exception("table %s: a listener failed", self.table.id)

    def subscribe(self, audience: Audience, hear: Subscriber) -> None:
        self.subscribers.setdefault(audience, []).append(hear)

    def unsubscribe(self, audience: Audience, hear: Subscriber) -> None:
        subscribers = self.subscribers.get(audience, [])
        if hear in subscribers:
            subscribers.remove(hear)
        if not subscribers:
            self.subscribers.pop(audience, None)

    def cancel_bot_tasks(self, wanted: set[str]) -> None:
        """Stop the bots whose answer nobody waits for any more."""
        for command in [command for command in self.bot_tasks if command not in wanted]:
            self.bot_tasks.pop(command).cancel()
