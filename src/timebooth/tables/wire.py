"""What goes over the wire: what a person may ask of a table, and what a table tells.

Everything here may be shown to whom it is addressed; nothing here holds a version of the log, a person's id or a
seed, except `Ended`, which comes when all is open. Timeouts are seconds since 1970.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from timebooth.kernel.outcome import Outcome
from timebooth.kernel.question import Question

Text = Annotated[str, Meta(min_length=1, max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=15)]
Seconds = Annotated[float, Meta(ge=0, le=60 * 60 * 24 * 60)]
Lang = Annotated[str, Meta(min_length=2, max_length=10)]
Handle = Annotated[str, Meta(pattern=r"^[0-9a-f]{0,16}$(?!\n)")]
"""Stands for a spectator at one table; at another table the same person has another one."""
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_-]{1,40}$(?!\n)")]
Status = Literal["open", "running", "over", "closed"]
Closing = Literal["nobody_came", "nobody_visited", "by_host"]
Bot = Annotated[str, Meta(max_length=40)]
Invitation = Annotated[str, Meta(max_length=64)]
if TYPE_CHECKING:
    Fields = dict[str, Any]
else:
    Scalar = bool | Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)] | Annotated[str, Meta(max_length=100)] | None
    Fields = Annotated[
        dict[Annotated[str, Meta(max_length=40)], Scalar | Annotated[tuple[Scalar, ...], Meta(max_length=16)]],
        Meta(max_length=16, title="Fields"),
    ]
"""Named values as an answer, an option or an order has them: flat, few and short, because guests send them."""


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A struct that crosses the wire."""


# A table as its host wants it.


class Live(Wire, frozen=True, tag="live"):
    """Everybody is here: a reaction window closes by itself."""

    window: Annotated[float, Meta(ge=1, le=120)] = 8.0
    jitter: Annotated[float, Meta(ge=0, le=30)] = 2.0


class Days(Wire, frozen=True, tag="days"):
    """A move a day: a reaction window waits until all have answered or left orders."""


class Clock(Wire, frozen=True):
    """Time for each answer, and a reserve that answers may eat into; then a bot answers."""

    each: Seconds
    reserve: Seconds = 0.0


class Sleep(Wire, frozen=True):
    """Hours of every day in which a seat's clock stands still, in minutes after midnight UTC; it may wrap around."""

    start: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]


class Place(Wire, frozen=True):
    """Who is to sit in a seat: the host, a bot of some level, or whoever comes."""

    kind: Literal["open", "host", "bot"] = "open"
    bot: Bot = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    """For hot seats: what the host's second person is called."""


class Settings(Wire, frozen=True):
    """What a table is opened with."""

    game: Key
    places: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=16)]
    edition: Key = "standard"
    options: Fields = {}
    visibility: Literal["public", "invitation"] = "public"
    pace: Live | Days = Live()
    clock: Clock | None = None
    patience: Seconds = 60.0
    """How long the seat of somebody who left is kept before a bot plays it."""
    substitute: Bot = "greedy"
    """The bot that plays for those who left or ran out of time."""
    lang: Lang = "en"


# What a person asks.


class Sit(Wire, frozen=True, tag="sit"):
    """Take a seat, any open one where none is named; a second seat makes a hot seat."""

    seat: Seat | None = None
    invitation: Invitation = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Leave(Wire, frozen=True, tag="leave"):
    """Before the game: stand up. During it: a bot takes over after the table's patience."""

    seat: Seat


class Fill(Wire, frozen=True, tag="fill"):
    """The host gives every open seat to a bot, and the game begins."""

    bot: Bot = "greedy"


class HandOver(Wire, frozen=True, tag="hand_over"):
    """Let a bot play at once."""

    seat: Seat


class ComeBack(Wire, frozen=True, tag="come_back"):
    """Play oneself again."""

    seat: Seat


class Answer(Wire, frozen=True, tag="answer"):
    """Answer, or change a sealed answer; `moment` is that of the scene in which the question stood."""

    seat: Seat
    moment: int
    answer: Fields


class TakeBack(Wire, frozen=True, tag="take_back"):
    """Take back one's last answer."""

    seat: Seat


class PassUntilMyTurn(Wire, frozen=True, tag="pass_until_my_turn"):
    """Let everything pass until something else is asked of this seat."""


class PassUnless(Wire, frozen=True, tag="pass_unless"):
    """Let everything pass, except questions that carry all the arguments of one of these."""

    cases: tuple[dict[str, Any], ...] = ()


Order = PassUntilMyTurn | PassUnless
"""As it is stored: older versions accepted cases of any shape."""


class NewPassUnless(PassUnless, frozen=True, tag="pass_unless"):
    """`PassUnless` as a guest may send it."""

    cases: Annotated[tuple[Fields, ...], Meta(max_length=40)] = ()


class GiveOrders(Wire, frozen=True, tag="give_orders"):
    """Standing orders for reaction windows; they answer at once and nobody else learns of them."""

    seat: Seat
    orders: Annotated[tuple[PassUntilMyTurn | NewPassUnless, ...], Meta(max_length=4)] = ()


class Say(Wire, frozen=True, tag="say"):
    """Chat: as a player to all, or as a spectator to spectators only."""

    text: Text
    seat: Seat | None = None
    invitation: Invitation = ""


class Note(Wire, frozen=True, tag="note"):
    """A private note; replaces the one before."""

    seat: Seat
    text: Annotated[str, Meta(max_length=4000)]


class SetSleep(Wire, frozen=True, tag="set_sleep"):
    """When this seat sleeps."""

    seat: Seat
    sleep: Sleep | None = None


class Close(Wire, frozen=True, tag="close"):
    """Close a table of one's own: before the game, or later if nobody else plays at it."""


class Mute(Wire, frozen=True, tag="mute"):
    """The host: this person's chat is refused from now on. A player is named by seat, a spectator by handle."""

    seat: Seat | None = None
    handle: Handle = ""


class Unmute(Wire, frozen=True, tag="unmute"):
    """The host: this person may chat again."""

    seat: Seat | None = None
    handle: Handle = ""


class Remove(Wire, frozen=True, tag="remove"):
    """The host: this person leaves the table and cannot come back; during the game a bot plays their seats."""

    seat: Seat | None = None
    handle: Handle = ""


Moderation = Mute | Unmute | Remove
Action = (
    Sit
    | Leave
    | Fill
    | HandOver
    | ComeBack
    | Answer
    | TakeBack
    | GiveOrders
    | Say
    | Note
    | SetSleep
    | Close
    | Moderation
)


class Opened(Wire, frozen=True):
    """A new table, and the invitation to it; for whoever opened it."""

    table: str
    invitation: str


class Ack(Wire, frozen=True):
    """The command is durable; what follows from it comes in the stream."""

    command: str


# What a table tells.


class Chair(Wire, frozen=True):
    """A seat as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    colour: str = ""
    bot: str = ""
    """The bot that plays now, also for somebody who left."""
    away: bool = False
    sleep: Sleep | None = None
    muted: bool = False
    """Whether the host has muted whoever sits here."""


class KnownDeal(Wire, frozen=True):
    """Why a table's cards are no secret to its host: the game goes on from another one.

    `fork` goes on from a finished game that the host could read, `imagined` from what a seat of a running game knew,
    with the rest drawn anew, and `imported` from a record that somebody brought and may have made themselves.
    """

    kind: Literal["fork", "imagined", "imported"]
    moment: int = 0
    """Rounds of answers that were played before this table opened."""


class Summary(Wire, frozen=True):
    """A table as the lobby shows it, and its seats as all who are at it see them."""

    table: str
    game: str
    edition: str
    rules: int
    status: Status
    chairs: tuple[Chair, ...]
    settings: Settings
    host: str
    opened: float
    commitment: str
    """The hash of the seed, from before the first card is dealt."""
    rematch: str = ""
    """The table at which this group plays again."""
    known_deal: KnownDeal | None = None
    """Set if the game was not dealt at this table."""
    closed: Closing | None = None
    """Why the table was closed before the game was over."""


class Told(Wire, frozen=True):
    """Something that happened, as the reader may know it: a key of the words and what goes into them."""

    key: str
    args: dict[str, Any]


class Option(Wire, frozen=True):
    """One answer that would be accepted, and the key of the words that offer it."""

    answer: dict[str, Any]
    key: str


class Ask(Wire, frozen=True):
    """A question to the reader."""

    question: Question
    options: tuple[Option, ...]
    missing: tuple[Told, ...] = ()
    """Why answers that one might look for are not offered."""


class Waiting(Wire, frozen=True):
    """Whom the table waits for. In a reaction window: nobody by name."""

    window: bool = False
    seats: tuple[int, ...] = ()
    until: dict[int, float] = {}
    """When the clock of each of them runs out."""
    closes: float | None = None
    """About when the window closes by itself."""


class Scene(Wire, frozen=True):
    """The table at one moment, from one chair or from beside it."""

    moment: int
    """Rounds of answers so far."""
    view: Annotated[Any, Meta(extra_json_schema={"type": "object"})]
    """The game's own struct, which goes into bytes as it is."""
    ask: Ask | None = None
    outcome: Outcome | None = None


class Own(Wire, frozen=True):
    """What only the seat itself is told."""

    sealed: dict[str, Any] | None = None
    orders: tuple[Order, ...] = ()
    note: str = ""


class Line(Wire, frozen=True):
    """A line of chat."""

    name: str
    text: str
    seat: int | None = None
    handle: str = ""
    """Tells spectators of the same name apart, and names one to the server."""


class Spectator(Wire, frozen=True):
    """Somebody who spoke as a spectator, as the host sees them."""

    handle: str
    name: str
    muted: bool = False
    removed: bool = False


class Ended(Wire, frozen=True):
    """The whole game, its seed included: anybody can verify it now."""

    record: str


class Message(Wire, frozen=True):
    """One number of a seat's stream, or of the spectators'. What did not change is left out."""

    number: int
    at: float
    events: tuple[Told, ...] = ()
    took_back: int | None = None
    """The seat that took its answer back: the scene is an earlier one again."""
    moved_on: int | None = None
    """The seat for which the table now answers at random, because its bot did not come to an end."""
    scene: Scene | None = None
    waiting: Waiting | None = None
    summary: Summary | None = None
    own: Own | None = None
    line: Line | None = None
    ended: Ended | None = None


class Moment(Wire, frozen=True):
    """A moment of the past, as one chair saw it then."""

    moment: int
    of: int
    """How many moments there are to see."""
    events: tuple[Told, ...]
    """What led here from the moment before."""
    scene: Scene


class Episode(Wire, frozen=True):
    """What led to a moment, as one audience was told it."""

    moment: int
    events: tuple[Told, ...]


class Story(Wire, frozen=True):
    """The log so far: for who has just come, or comes back. And the chat."""

    moments: tuple[Episode, ...]
    lines: tuple[Line, ...] = ()
