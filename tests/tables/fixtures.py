"""People, settings, and a table without a store."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from tests.tables.games import find_game
from timebooth.bots.roster import BOTS
from timebooth.tables import facts
from timebooth.tables.authorisation import decide
from timebooth.tables.facts import AnyFact, Person
from timebooth.tables.messages import message
from timebooth.tables.table import Audience, Table
from timebooth.tables.wire import Action, Answer, Message, Place, Settings

ADA, BEN, CLEO, DORA, EVE = (Person(name.lower(), name) for name in ("Ada", "Ben", "Cleo", "Dora", "Eve"))
PEOPLE = (ADA, BEN, CLEO, DORA)


def settings(game: str, seats: int = 3, **more: Any) -> Settings:
    """Return settings with Ada as the host and open seats for the others."""
    return Settings(game, (Place("host"), *(Place("open") for _ in range(seats - 1))), **more)


def seed(number: int) -> str:
    return hashlib.blake2b(str(number).encode(), digest_size=32).hexdigest()


class TableWithoutStore:
    """A table of Ada, Ben, Cleo …, and every message to each audience."""

    def __init__(self, wanted: Settings, number: int = 1, *, seated: bool = True) -> None:
        self.table = Table("t", find_game)
        self.log: list[bytes] = []
        self.heard: dict[Audience, list[Message]] = {i: [] for i in (None, *range(len(wanted.places)))}
        self.now = 1000.0
        game = find_game(wanted.game)
        self.append(facts.Opened(wanted, ADA, game.rules, game.edition.hash, seed(number), "please"))
        for seat, seat_state in enumerate(self.table.seats):
            if seated and not seat_state.taken:
                self.append(facts.SatDown(seat, PEOPLE[seat]))

    def append(self, fact: AnyFact) -> None:
        """Append a fact to the log, apply it, and keep the messages."""
        body, written = facts.write(self.now, fact)
        self.log.append(body)
        change = self.table.apply(len(self.log), written)
        for audience, heard in self.heard.items():
            if change.reaches(audience):
                heard.append(message(self.table, audience, change, written.at))

    def act(self, person: Person, action: Action) -> None:
        self.append(decide(self.table, person, action, BOTS))

    def answer(self, seat: int, /, **answer: Any) -> None:
        self.act(PEOPLE[seat], Answer(seat, self.moment, answer))

    def answer_code(self, seat: int, code: int) -> None:
        self.answer(seat, **self.table.game.answers.names(code))

    @property
    def moment(self) -> int:
        assert self.table.match is not None
        return self.table.match.moment

    @property
    def state(self) -> Any:
        assert self.table.match is not None
        return self.table.match.state

    def counts(self) -> dict[Audience, int]:
        return {audience: len(heard) for audience, heard in self.heard.items()}

    def last(self, audience: Audience) -> Message:
        return self.heard[audience][-1]


def as_bytes(heard: list[Message]) -> bytes:
    return msgspec.json.encode(heard)


def nested(depth: int) -> Any:
    """Return a number inside so many lists."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value
