"""People at tables: they think, chat, leave and return, and reload a page on which nothing happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from tests.server.abuse.figures import Figures
from tests.server.abuse.honest import AGAIN_AFTER, HonestTable, Player

LATE = frozenset({"table.too_late", "table.bot_plays", "refused.not_asked", "refused.game_is_over"})
"""Refusals that people meet who were away, while a bot played for them or the game went on without them."""
TOO_FAR = ("call.too_far_behind",)
CHAT_EVERY = 12  # answers
LEAVE_EVERY = 40  # answers
AWAY = (1.0, 25.0)  # times the seconds that people think; after a minute a bot takes over
AWAY_BETWEEN_DAYS = (1.0, 7.0)
RELOAD_AFTER = 100.0  # seconds in which nothing happens at a table
STUCK_AFTER = 3  # reloads
BOTS = ("novice", "casual")


class Person(Player):
    """Somebody who also does what people do besides answering."""

    def __init__(self, table: SoakTable, number: int, seat: int) -> None:
        super().__init__(table, number, seat)
        self.place = table
        self.stream: int | None = seat
        """What this person listens to: a seat, or None for what spectators see."""
        self.unanswered: set[int] = set()
        """Calls that were sent again: they waited for a server."""
        self.chats: set[int] = set()
        self.returned_at = 0.0

    def done(self, number: int, seconds: float) -> None:
        place = self.place
        if number in self.chats:
            place.chats += 1
            self.chats.discard(number)
        elif number in self.unanswered:
            place.sent_again.append(min(seconds, time.perf_counter() - self.returned_at))
        else:
            super().done(number, seconds)
        self.unanswered.discard(number)
        place.answers += 1
        if self.dice.random() * CHAT_EVERY < 1:
            self.chat()
        if self.waiting or place.resting:
            return
        if place.by_correspondence:
            if self.dice.random() < 0.5:
                self.leave_for(place.think * self.dice.uniform(*AWAY_BETWEEN_DAYS))
        elif self.dice.random() * LEAVE_EVERY < 1:
            self.leave_for(place.think * self.dice.uniform(*AWAY))

    def refused(self, key: str) -> None:
        """Reload the page after a refusal, as people do."""
        if key in LATE:
            self.place.too_late += 1
        else:
            super().refused(key)
        self.leave_for(0.5)

    def chat(self) -> None:
        """Say something; it is acknowledged and kept like an answer."""
        if self.table.resting:
            return
        self.numbers += 1
        command = f"s{self.numbers}"
        action = {"type": "say", "seat": self.seat, "text": f"well played ({self.numbers})"}
        call = {"type": "act", "id": self.numbers, "table": self.table.table, "command": command, "action": action}
        self.chats.add(self.numbers)
        self.waiting[self.numbers] = (time.perf_counter(), command, msgspec.json.encode(call))
        if self.line is not None:
            self.line.send(self.waiting[self.numbers][2])

    def leave_for(self, seconds: float) -> None:
        """Close the page, and open it again after some seconds: it is shown everything anew."""
        self.away_for = seconds
        self.last = None
        self.answered = ("", -1)
        if self.line is not None:
            self.line.abort()

    async def wait_away(self) -> None:
        """Stay away, but not longer than the soak."""
        chosen = self.away_for > AGAIN_AFTER
        until = time.perf_counter() + self.away_for
        while time.perf_counter() < until and not self.table.resting:
            await asyncio.sleep(min(1.0, self.away_for))
        if chosen:
            self.returned_at = time.perf_counter()

    async def listen(self) -> None:
        """Subscribe; after an upgrade, or if too much was missed, from the beginning."""
        said = await self.call(*TOO_FAR, type="listen", table=self.table.table, seat=self.stream, after=self.last)
        if said.type == "refused":
            self.leave_for(0.5)
            raise ConnectionError(said.key)

    def send_again(self, number: int, text: bytes) -> None:
        self.unanswered.add(number)
        super().send_again(number, text)


class Watcher(Person):
    """Somebody who watches a table of bots."""

    def __init__(self, table: SoakTable, number: int, seat: int) -> None:
        super().__init__(table, number, seat)
        self.stream = None


class SoakTable(HonestTable):
    """A table of people, of people and bots, of bots only, or a game by correspondence."""

    player = Person

    def __init__(self, ports: Sequence[int], number: int, think: float, figures: Figures) -> None:
        kind = number % 4  # of each game
        self.of_bots = kind == 2 and number % 5 < 3
        self.by_correspondence = kind == 3
        if self.of_bots:
            self.player = Watcher
        super().__init__(ports, number, think, False, figures)
        if self.of_bots:
            self.players = self.players[:1]
        self.answers = self.chats = self.too_late = 0
        self.reloads = 0
        """How often all pages were reloaded since something happened."""
        self.sent_again: list[float] = []
        self.moved_at = time.perf_counter()
        self._latest = ("", -1)

    def settings(self) -> dict[str, Any]:
        settings = super().settings()
        if self.of_bots:
            settings["places"] = [{"kind": "bot", "bot": BOTS[self.games % 2]}] * 2
        if self.by_correspondence:
            settings["pace"] = {"type": "days"}
        return settings

    def shown(self, seat: int, moment: int, now: float) -> None:
        super().shown(seat, moment, now)
        if self._latest != (self.table, moment):
            self._latest = self.table, moment
            self.moved_at = now
            self.reloads = 0

    def still_for(self) -> float:
        """Return the seconds in which nothing happened although everybody is there."""
        if any(player.line is None for player in self.players):
            self.moved_at = time.perf_counter()
        return time.perf_counter() - self.moved_at

    def reload(self) -> None:
        """Have everybody reload the page."""
        self.reloads += 1
        for player in self.players:
            if isinstance(player, Person):
                player.leave_for(0.5)
