"""A seat at a table: who plays it, and what it was told to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from timebooth.tables.facts import Person
from timebooth.tables.wire import Chair, Order, Sleep


class Decided(NamedTuple):
    """A round that was played at this table: from which moment on, and which seats answered it themselves."""

    moment: int
    window: bool
    seats: frozenset[int]


class UndoAsked(NamedTuple):
    """A seat's request to go back to a moment, and the seats that agreed."""

    seat: int
    moment: int
    granted: frozenset[int] = frozenset()


@dataclass(slots=True)
class SeatState:
    """One seat of a table."""

    person: Person | None = None
    bot: str = ""
    """The bot that plays now, also in place of a person who left."""
    away_since: float | None = None
    lost: bool = False
    """Whether the person is away because their connection broke."""
    orders: tuple[Order, ...] = ()
    note: str = ""
    sleep: Sleep | None = None
    reserve: float = 0.0

    @property
    def taken(self) -> bool:
        return self.person is not None or self.bot != ""

    def vacate(self) -> None:
        """Remove everything of the person, so that the next one finds nothing of it."""
        self.person = self.away_since = self.sleep = None
        self.lost, self.orders, self.note = False, (), ""

    def chair(self, muted: set[str], bot_name: str) -> Chair:
        """Return the seat as everybody sees it; a bot that plays for nobody is called by `bot_name`."""
        if self.person is None:
            return Chair("bot", bot_name, bot=self.bot) if self.bot else Chair("open")
        return Chair(
            "person",
            self.person.name,
            self.person.colour,
            self.bot,
            away=self.away_since is not None,
            sleep=self.sleep,
            muted=self.person.id in muted,
        )
