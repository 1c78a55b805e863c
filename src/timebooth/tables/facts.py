"""What a table's log holds: one fact a line. The log and the code together are the table, bit for bit.

Facts hold secrets (seeds, sealed answers, ids of persons): they go to the store and to other nodes, nowhere else.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from timebooth.kernel.record import Given, Header
from timebooth.tables.wire import Order, Settings, Sleep

By = Literal["person", "bot", "clock"]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody, as the server knows them."""

    id: str
    name: str
    colour: str = ""


class Fact(msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True):
    """Something that was accepted."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game that a forked or imported table goes on from, and how many rounds of it were played."""

    header: Header
    given: tuple[Given, ...]
    rounds: int
    over: bool = False


class Opened(Fact, frozen=True, tag="opened"):
    settings: Settings
    host: Person
    rules: int
    edition_hash: str
    seed: str
    invitation: str
    origin: Origin | None = None
    position: dict[str, Any] | None = None
    """What a seat of a running game could imagine, to go on from: nothing of that game itself is written here."""


class SatDown(Fact, frozen=True, tag="sat_down"):
    seat: int
    person: Person


class StoodUp(Fact, frozen=True, tag="stood_up"):
    seat: int


class Filled(Fact, frozen=True, tag="filled"):
    bot: str


class WentAway(Fact, frozen=True, tag="went_away"):
    seat: int
    lost: bool = False
    """Nobody said so: the line to the person's screen broke, and their return alone brings them back."""


class TakenOver(Fact, frozen=True, tag="taken_over"):
    """A bot plays from now on."""

    seat: int


class CameBack(Fact, frozen=True, tag="came_back"):
    seat: int


class Answered(Fact, frozen=True, tag="answered"):
    seat: int
    answer: dict[str, Any]
    by: By = "person"


class WindowClosed(Fact, frozen=True, tag="window_closed"):
    """Whoever has not answered passes."""


class TookBack(Fact, frozen=True, tag="took_back"):
    seat: int
    rounds: int
    """Rounds of answers that are left."""


class Ordered(Fact, frozen=True, tag="ordered"):
    seat: int
    orders: tuple[Order, ...]


class Said(Fact, frozen=True, tag="said"):
    name: str
    text: str
    seat: int | None = None
    person: str = ""
    """The id of whoever said it; older logs do not know."""


class Muted(Fact, frozen=True, tag="muted"):
    """The host lets somebody chat no more at this table, or again."""

    person: str
    muted: bool = True


class Removed(Fact, frozen=True, tag="removed"):
    """The host sent somebody away from this table, for good."""

    person: str


class Noted(Fact, frozen=True, tag="noted"):
    seat: int
    text: str


class SleepSet(Fact, frozen=True, tag="sleep_set"):
    seat: int
    sleep: Sleep | None = None


class Rematched(Fact, frozen=True, tag="rematched"):
    table: str


AnyFact = (
    Opened
    | SatDown
    | StoodUp
    | Filled
    | WentAway
    | TakenOver
    | CameBack
    | Answered
    | WindowClosed
    | TookBack
    | Ordered
    | Said
    | Muted
    | Removed
    | Noted
    | SleepSet
    | Rematched
)


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log."""

    at: float
    fact: AnyFact


_reader = msgspec.json.Decoder(Written)


def write(at: float, fact: AnyFact) -> bytes:
    return msgspec.json.encode(Written(at, fact))


def read(body: bytes) -> Written:
    return _reader.decode(body)
