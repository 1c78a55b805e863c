"""A table that is held ready, with those who hear it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from timebooth.tables.facts import Written
from timebooth.tables.table import Audience, Change, Table
from timebooth.tables.telling import Telling
from timebooth.tables.wire import Message
from timebooth.tables.write_queue import WriteQueue

Hear = Callable[[Message], None]
"""Takes a message and returns at once; a slow reader is the reader's own affair."""
Noticed = Callable[["Hot", Change], None]
"""Hears of every change, whoever may know it: for the server's own use."""

log = logging.getLogger(__name__)


class Hot:
    """Publishes what its table takes in."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.queue = WriteQueue()
        self.log_bytes = 0
        """How long its log is."""
        self.ears: dict[Audience, list[Hear]] = {}
        self.thoughts: dict[str, asyncio.Task[int]] = {}
        """Bots that think, by the command that their answer will be."""
        self.begun: set[str] = set()
        """Commands that are due and being written."""
        self.since: float | None = None
        """When this node took the table up; None while it is paused."""
        self.asked_here: tuple[int, float] = (0, 0.0)
        """A question that the log dates in the future, by its version, and when this node first saw it."""
        self.ahead: float | None = None
        """When the attendant looks after it next."""
        self.failures = 0
        """How often in a row something that was due here went wrong."""
        self.retry_at = 0.0
        """When the attendant tries again, after something went wrong."""
        self.unlisted = False
        """Whether the listing no longer tells who sits here and how far they are."""
        self.noticed: Noticed | None = None
        self.used = 0.0
        """When somebody last asked for it."""

    def take_in(self, version: int, written: Written, size: int = 0) -> None:
        """Apply a line of the log, of this many bytes, and publish what changed; raise only if it cannot be applied."""
        self.log_bytes += size
        change = self.table.apply(version, written)
        self.unlisted = self.unlisted or change.seats or change.ended
        try:
            self._publish(change, written.at)
        except Exception:
            log.exception("table %s: version %d was not told to everybody", self.table.id, version)

    def _publish(self, change: Change, at: float) -> None:
        hearing = [(audience, tuple(ears)) for audience, ears in self.ears.items() if change.reaches(audience)]
        if hearing:
            telling = Telling(self.table, change, at)
            for audience, ears in hearing:
                told = telling.to(audience)
                for hear in ears:
                    self._without_harm(hear, told)
        if self.noticed is not None:
            self._without_harm(self.noticed, self, change)

    def _without_harm(self, hear: Callable[..., None], *told: object) -> None:
        """Tell a listener. One that fails keeps neither the others nor the table from going on."""
        try:
            hear(*told)
        except Exception:
            log.exception("table %s: a listener failed", self.table.id)

    def listen(self, audience: Audience, hear: Hear) -> None:
        self.ears.setdefault(audience, []).append(hear)

    def stop(self, audience: Audience, hear: Hear) -> None:
        ears = self.ears.get(audience, [])
        if hear in ears:
            ears.remove(hear)
        if not ears:
            self.ears.pop(audience, None)

    def forget_thoughts(self, wanted: set[str]) -> None:
        """Stop the bots whose answer nobody waits for any more."""
        for command in [command for command in self.thoughts if command not in wanted]:
            self.thoughts.pop(command).cancel()
