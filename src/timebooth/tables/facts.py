"""What a table's log holds: one fact a line. The log and the code together are the table, bit for bit.

Facts hold secrets (seeds, sealed answers, ids of persons): they go to the store and to other nodes, nowhere else.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.record import Given, Header
from timebooth.tables.wire import Closing, Order, Settings, Sleep

MAX_FACT_BYTES = 32 * 1024
MAX_OPENED_BYTES = 4 * 1024 * 1024  # may hold the whole game that a table goes on from

By = Literal["person", "bot", "clock", "table"]
"""`table`: chosen at random by the table, because the bot in the seat did not come to an end (`runaway.py`)."""


class NotStorable(TimeboothError):
    """A fact that is too big, or that could not be read back; nothing was written."""


class Unreadable(TimeboothError):
    """A line of a log that this version cannot read: damaged, or written by a newer one."""


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
    imported: bool = False
    """Whether the game, or one that it goes on from, came as a record: its seed may have been chosen."""


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
    holds_windows: bool = False
    """Whether live windows stay open for a least time. Logs from before that had none are read as they were played."""


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


class Closed(Fact, frozen=True, tag="closed"):
    """The table takes no more answers; whatever was played lies open from now on."""

    reason: Closing


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
    | Closed
)


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log."""

    at: float
    fact: AnyFact


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Written)


def write(at: float, fact: AnyFact) -> bytes:
    """Encode a line of the log; raise NotStorable unless exactly this line can be read back."""
    limit = MAX_OPENED_BYTES if isinstance(fact, Opened) else MAX_FACT_BYTES
    try:
        body = _encode(Written(at, fact))
        intact = len(body) <= limit and _encode(_decoder.decode(body)) == body
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError):
        intact = False
    if not intact:
        raise NotStorable("table.not_storable")
    return body


def read(body: bytes) -> Written:
    """Decode a line of the log, or raise Unreadable."""
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError as problem:
        raise Unreadable("table.newer_fact", reason=str(problem)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise Unreadable("table.damaged_log", reason=str(problem)) from None
