"""The structs that cross the wire: what a person may ask of a table, and the messages of a table.

Whoever gets one of these may see all of it. None holds a version of the log, a person's id or a seed, except `Ended`,
which is sent when nothing is hidden any more. Times are seconds since 1970.
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
"""Stands for a spectator at one table; at another table the same person has a different one."""
Key = Annotated[str, Meta(pattern=r"^[a-z0-9_-]{1,40}$(?!\n)")]
Status = Literal["open", "running", "over", "closed"]
Closing = Literal["nobody_came", "nobody_visited", "by_host", "by_operator", "upgrade"]
UndoOffer = Literal["free", "ask"]
Reaction = Literal["hello", "bravo", "laugh", "wow", "oops", "thanks"]
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
"""The named values of an answer, an option or an order: flat, few and short, because guests send them."""


class Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A struct that crosses the wire."""


# Settings.


class Live(Wire, frozen=True, tag="live"):
    """Everybody plays at the same time: a reaction window closes by itself."""

    window: Annotated[float, Meta(ge=1, le=120)] = 8.0
    jitter: Annotated[float, Meta(ge=0, le=30)] = 2.0


class Days(Wire, frozen=True, tag="days"):
    """About a move a day: a reaction window waits until all have answered or left orders."""


class Clock(Wire, frozen=True):
    """Time for each answer, and a reserve for slower answers; when both are used up, a bot answers."""

    each: Seconds
    reserve: Seconds = 0.0


class Sleep(Wire, frozen=True):
    """Hours of every day in which a seat's clock stands still, in minutes after midnight UTC; may pass midnight."""

    start: Annotated[int, Meta(ge=0, lt=1440)]
    end: Annotated[int, Meta(ge=0, lt=1440)]


class Place(Wire, frozen=True):
    """Who shall sit in a seat: the host, a bot of some level, or whoever comes."""

    kind: Literal["open", "host", "bot"] = "open"
    bot: Bot = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    """For hot seats: the name of another player at the host's screen; without one they are called by their seat."""


class Settings(Wire, frozen=True):
    """How a table is set up."""

    game: Key
    places: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=16)]
    edition: Key = "standard"
    options: Fields = {}
    visibility: Literal["public", "invitation"] = "public"
    pace: Live | Days = Live()
    clock: Clock | None = None
    keep_seat_for: Seconds = msgspec.field(default=60.0, name="patience")
    """Seconds until a bot takes over the seat of somebody who left. Stored logs call it patience."""
    substitute: Bot = "greedy"
    """The bot that plays for those who left or ran out of time."""
    lang: Lang = "en"
    guided: bool = False
    """Whether this is a guided first game: one person against bots, with the deal that the tutorial explains."""


# Actions of a person.


class Sit(Wire, frozen=True, tag="sit"):
    """Take a seat; any open one if none is given. Somebody may take several (a hot seat)."""

    seat: Seat | None = None
    invitation: Invitation = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Leave(Wire, frozen=True, tag="leave"):
    """Before the game: stand up. During it: a bot takes over once the seat is no longer kept."""

    seat: Seat


class Fill(Wire, frozen=True, tag="fill"):
    """The host gives every open seat to a bot, and the game begins."""

    bot: Bot = "greedy"


class HandOver(Wire, frozen=True, tag="hand_over"):
    """Let a bot play this seat at once."""

    seat: Seat


class ComeBack(Wire, frozen=True, tag="come_back"):
    """Take a seat back from the bot that plays it."""

    seat: Seat


class Answer(Wire, frozen=True, tag="answer"):
    """Answer, or change a sealed answer; `moment` is that of the scene with the question."""

    seat: Seat
    moment: int
    answer: Fields


class TakeBack(Wire, frozen=True, tag="take_back"):
    """Undo the seat's last answer."""

    seat: Seat


class AskUndo(Wire, frozen=True, tag="ask_undo"):
    """Ask the others to let this seat undo its last answer, where it is not granted at once."""

    seat: Seat


class AnswerUndo(Wire, frozen=True, tag="answer_undo"):
    """Agree to the request of the seat `of`, or decline it; `of` the seat itself: withdraw it."""

    seat: Seat
    of: Seat
    grant: bool


class PassUntilMyTurn(Wire, frozen=True, tag="pass_until_my_turn"):
    """Pass all reaction windows until this seat is asked anything else."""


class PassUnless(Wire, frozen=True, tag="pass_unless"):
    """Pass all reaction windows, except those whose question has all the arguments of one of these cases."""

    cases: tuple[dict[str, Any], ...] = ()


Order = PassUntilMyTurn | PassUnless
"""As it is stored: older versions accepted nested cases."""


class NewPassUnless(PassUnless, frozen=True, tag="pass_unless"):
    """`PassUnless` as a guest may send it."""

    cases: Annotated[tuple[Fields, ...], Meta(max_length=40)] = ()


class GiveOrders(Wire, frozen=True, tag="give_orders"):
    """Set standing orders for reaction windows; they answer at once, and nobody else learns of them."""

    seat: Seat
    orders: Annotated[tuple[PassUntilMyTurn | NewPassUnless, ...], Meta(max_length=4)] = ()


class Say(Wire, frozen=True, tag="say"):
    """Say something: as a player to all, or as a spectator to spectators only."""

    text: Text
    seat: Seat | None = None
    invitation: Invitation = ""


class React(Wire, frozen=True, tag="react"):
    """Show one of a few reactions at my seat, to all; it counts as a line of chat."""

    seat: Seat
    reaction: Reaction


class Note(Wire, frozen=True, tag="note"):
    """Write a private note; it replaces the one before."""

    seat: Seat
    text: Annotated[str, Meta(max_length=4000)]


class SetSleep(Wire, frozen=True, tag="set_sleep"):
    """Set the sleeping hours of a seat."""

    seat: Seat
    sleep: Sleep | None = None


class Close(Wire, frozen=True, tag="close"):
    """The host closes the table: before the game, or later if nobody else plays at it."""


class Mute(Wire, frozen=True, tag="mute"):
    """The host refuses somebody's chat from now on. A player is named by seat, a spectator by handle."""

    seat: Seat | None = None
    handle: Handle = ""


class Unmute(Wire, frozen=True, tag="unmute"):
    """The host lets somebody chat again."""

    seat: Seat | None = None
    handle: Handle = ""


class Remove(Wire, frozen=True, tag="remove"):
    """The host removes somebody for good; during the game a bot plays their seats."""

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
    | AskUndo
    | AnswerUndo
    | GiveOrders
    | Say
    | React
    | Note
    | SetSleep
    | Close
    | Moderation
)


class Opened(Wire, frozen=True):
    """A new table and its invitation, for whoever opened it."""

    table: str
    invitation: str


class Ack(Wire, frozen=True):
    """The command is durable; what follows from it comes in the streams."""

    command: str


# Messages of a table.


class Chair(Wire, frozen=True):
    """A seat as everybody sees it."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    colour: str = ""
    bot: str = ""
    """The bot that plays now, also in place of somebody who left."""
    away: bool = False
    sleep: Sleep | None = None
    muted: bool = False
    """Whether the host has muted whoever sits here."""


class KnownDeal(Wire, frozen=True):
    """Why a table's cards are no secret to its host: the game continues another one, or is the guided first game.

    `fork` continues a finished game that the host could read, `imagined` a world sampled for a seat of a running game,
    `imported` a record that somebody imported and may have made themselves; `guided` is the same deal for everybody.
    """

    kind: Literal["fork", "imagined", "imported", "guided"]
    moment: int = 0
    """Rounds that were played before this table was opened."""


class Summary(Wire, frozen=True):
    """A table as the lobby shows it, with its seats as everybody sees them."""

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
    """The hash of the seed, published before the first card is dealt."""
    rematch: str = ""
    """The table at which the same players play again."""
    secrets: bool = True
    """Whether players know things that others must not see: people who share a screen then need a curtain."""
    known_deal: KnownDeal | None = None
    """Set if the game was not dealt at this table."""
    closed: Closing | None = None
    """Why the table was closed before the game was over."""


class Told(Wire, frozen=True):
    """A sentence for the reader: a key of the texts and its arguments, as this reader may know them."""

    key: str
    args: dict[str, Any]


class Option(Wire, frozen=True):
    """One legal answer, and the key of the text that offers it."""

    answer: dict[str, Any]
    key: str


class Ask(Wire, frozen=True):
    """A question to the reader."""

    question: Question
    options: tuple[Option, ...]
    missing: tuple[Told, ...] = ()
    """Why answers that a player might look for are not offered."""


class UndoRequest(Wire, frozen=True):
    """A seat that asks to undo its last answer, and a seat of everybody who has not agreed yet."""

    seat: int
    missing: tuple[int, ...]


class Waiting(Wire, frozen=True):
    """Whom the table waits for; a reaction window names nobody."""

    window: bool = False
    seats: tuple[int, ...] = ()
    until: dict[int, float] = {}
    """When the clock of each of these seats runs out."""
    closes: float | None = None
    """About when the window closes by itself."""
    undo: UndoRequest | None = None


class Scene(Wire, frozen=True):
    """The game at one moment, as one audience sees it."""

    moment: int
    """Rounds so far."""
    view: Annotated[Any, Meta(extra_json_schema={"type": "object"})]
    """The game's own struct, encoded as it is."""
    ask: Ask | None = None
    outcome: Outcome | None = None


class Own(Wire, frozen=True):
    """What only the seat itself sees."""

    sealed: dict[str, Any] | None = None
    orders: tuple[Order, ...] = ()
    note: str = ""
    undo: UndoOffer | None = None
    """Whether an undo is granted at once, or has to be asked for; nothing else is offered."""


class Line(Wire, frozen=True):
    """A line of chat."""

    name: str
    text: str
    seat: int | None = None
    handle: str = ""
    """Distinguishes spectators of the same name; `Mute` and `Remove` name one by it."""
    reaction: Reaction | None = None
    """Set if this is a reaction: it has no text, and is shown at the seat for some seconds."""


class Spectator(Wire, frozen=True):
    """A spectator who spoke, as the host sees them."""

    handle: str
    name: str
    muted: bool = False
    removed: bool = False


class Ended(Wire, frozen=True):
    """The record of the whole game with its seed: anybody can verify it now."""

    record: str


class Message(Wire, frozen=True):
    """One message of a stream. What did not change is left out."""

    number: int
    at: float
    events: tuple[Told, ...] = ()
    took_back: int | None = None
    """The seat that undid its answer: the scene is an earlier one again."""
    moved_on: int | None = None
    """The seat for which the table now answers at random, because its bot never ended its turn."""
    scene: Scene | None = None
    waiting: Waiting | None = None
    summary: Summary | None = None
    own: Own | None = None
    line: Line | None = None
    ended: Ended | None = None


class Moment(Wire, frozen=True):
    """An earlier moment, as one audience saw it then."""

    moment: int
    of: int
    """The number of the latest moment."""
    events: tuple[Told, ...]
    """The events since the moment before."""
    scene: Scene


class Episode(Wire, frozen=True):
    """The events that led to a moment, as one audience saw them."""

    moment: int
    events: tuple[Told, ...]


class Story(Wire, frozen=True):
    """Everything that happened so far, moment by moment, and the chat."""

    moments: tuple[Episode, ...]
    lines: tuple[Line, ...] = ()
