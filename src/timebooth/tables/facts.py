"""The facts of which a table's log consists. A table can be rebuilt exactly from its log.

Facts hold secrets (seeds, sealed answers, ids of people), so they go only to the store and to other nodes.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.record import Given, Header
from timebooth.tables.wire import Closing, Order, Reaction, Settings, Sleep

MAX_FACT_BYTES = 32 * 1024
MAX_OPENED_BYTES = 4 * 1024 * 1024  # `Opened` and `Upgraded` may hold the game that a table continues

By = Literal["person", "bot", "clock", "table"]
"""`table`: drawn at random by the table, because the bot in the seat never ended its turn (`loop_guard.py`)."""


class NotStorable(TimeboothError):
    """Raised for a fact that is too big or could not be read back; nothing was written."""


class Unreadable(TimeboothError):
    """Raised for an entry that this version cannot read: it is damaged, or a newer version wrote it."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person, as the server knows them."""

    id: str
    name: str
    colour: str = ""


class Fact(msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened at a table."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game that a forked or imported table continues, and how many rounds of it were played."""

    header: Header
    given: tuple[Given, ...]
    rounds: int
    over: bool = False
    imported: bool = False
    """Whether the game, or one that it continues, was imported: somebody may have chosen its seed."""


class Opened(Fact, frozen=True, tag="opened"):
    settings: Settings
    host: Person
    rules: int
    edition_hash: str
    seed: str
    invitation: str
    origin: Origin | None = None
    position: dict[str, Any] | None = None
    """The sampled world from which a fork of a running game starts: it holds nothing that its seat could not know."""
    holds_windows: bool = False
    """Whether live windows stay open for a minimum time; older logs have none and are replayed without it."""


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
    """Whether the person's connection broke without a word; then they are back as soon as they reconnect."""


class TakenOver(Fact, frozen=True, tag="taken_over"):
    """A bot plays this seat from now on."""

    seat: int


class CameBack(Fact, frozen=True, tag="came_back"):
    seat: int


class Answered(Fact, frozen=True, tag="answered"):
    seat: int
    answer: dict[str, Any]
    by: By = "person"


class WindowClosed(Fact, frozen=True, tag="window_closed"):
    """A window closed: everybody who has not answered passes."""


class TookBack(Fact, frozen=True, tag="took_back"):
    seat: int
    rounds: int
    """How many rounds are left."""
    agreed: bool = False
    """Whether the others agreed, or only bots play; then it may go back over what others did."""


class UndoAsked(Fact, frozen=True, tag="undo_asked"):
    """A seat asked the others to let it go back to a moment."""

    seat: int
    moment: int


class UndoAnswered(Fact, frozen=True, tag="undo_answered"):
    """A seat agreed to a request, declined it, or withdrew its own; the last consent becomes `TookBack`."""

    seat: int
    granted: bool


class Ordered(Fact, frozen=True, tag="ordered"):
    seat: int
    orders: tuple[Order, ...]


class Said(Fact, frozen=True, tag="said"):
    name: str
    text: str
    seat: int | None = None
    person: str = ""
    """The id of whoever said it; empty in older logs."""
    reaction: Reaction | None = None
    """Set in place of a text."""


class Muted(Fact, frozen=True, tag="muted"):
    """The host muted or unmuted somebody."""

    person: str
    muted: bool = True


class Removed(Fact, frozen=True, tag="removed"):
    """The host removed somebody from this table for good."""

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
    """The table takes no more answers; everything that was played is open to all."""

    reason: Closing


class Upgraded(Fact, frozen=True, tag="upgraded"):
    """The table goes on with other rules or another edition than before.

    Adopted: they play the whole log just as it was told. Continued: the game goes on from a kept position, and answers
    up to the version `since` are not played again. Closed: it cannot go on, and is shown as far as it was kept.
    """

    rules: int
    edition_hash: str
    how: Literal["adopted", "continued", "closed"]
    rules_before: int
    edition_before: str
    since: int = 0
    moment: int = 0
    position: dict[str, Any] | None = None
    reserves: tuple[float, ...] = ()


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
    | UndoAsked
    | UndoAnswered
    | Ordered
    | Said
    | Muted
    | Removed
    | Noted
    | SleepSet
    | Rematched
    | Closed
    | Upgraded
)


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact with its time: the body of an entry."""

    at: float
    fact: AnyFact


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Written)


def write(at: float, fact: AnyFact) -> tuple[bytes, Written]:
    """Return the body of an entry and the fact read back from it; raise `NotStorable` unless it is exactly the same."""
    limit = MAX_OPENED_BYTES if isinstance(fact, Opened | Upgraded) else MAX_FACT_BYTES
    try:
        body = _encode(Written(at, fact))
        written = _decoder.decode(body) if len(body) <= limit else None
        if written is not None and _encode(written) == body:
            return body, written
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError):
        pass
    raise NotStorable("table.not_storable")


def read(body: bytes) -> Written:
    """Return the fact in an entry; raise `Unreadable` if this version cannot read it."""
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError as problem:
        raise Unreadable("table.newer_fact", reason=str(problem)) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise Unreadable("table.damaged_log", reason=str(problem)) from None
