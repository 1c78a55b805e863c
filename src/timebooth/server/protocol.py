"""The messages between browser and server; those of the tables themselves are in `tables/wire.py`.

HTTP carries what is asked once: who I am, the games, the lobby, a new table, a past moment. One WebSocket per tab
carries the tables: the browser sends *calls* with numbers of its own, and every call gets exactly one *reply* with its
number; what happens at a table comes as the numbered messages of a stream.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from timebooth.tables import wire
from timebooth.tables.wire import Fields, Invitation, Lang, Name, Seat, Settings, Summary, Told, Wire

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9:._-]{1,64}$(?!\n)")]
Encoded = Annotated[str, Meta(max_length=8192, pattern=r"^[A-Za-z0-9_=-]*$(?!\n)")]
"""Bytes in base64url, as in WebAuthn."""
Colour = Literal["p1", "p2", "p3", "p4", "p5", "p6"]
Theme = Literal["system", "dark", "light"]


class Problem(Wire, frozen=True):
    """Why a request was refused: a key of the texts (`error.<key>`) and its arguments."""

    key: str
    args: dict[str, Any] = {}


# HTTP: who I am.


class Me(Wire, frozen=True):
    """The guest of the signed cookie."""

    name: str
    colour: Colour
    lang: Lang
    passkey: bool = False
    """Whether a passkey keeps this identity across devices."""


class ChangeMe(Wire, frozen=True):
    name: Name | None = None
    colour: Colour | None = None
    lang: Lang | None = None


class CredentialResponse(Wire, frozen=True, forbid_unknown_fields=False):
    """What an authenticator signed; browsers send more fields than these."""

    client_data_json: Encoded = msgspec.field(name="clientDataJSON")
    attestation_object: Encoded | None = msgspec.field(name="attestationObject", default=None)
    authenticator_data: Encoded | None = msgspec.field(name="authenticatorData", default=None)
    signature: Encoded | None = None


class Credential(Wire, frozen=True, forbid_unknown_fields=False):
    """A credential of `navigator.credentials`, as its `toJSON` writes it."""

    id: Encoded
    raw_id: Encoded = msgspec.field(name="rawId")
    type: Literal["public-key"]
    response: CredentialResponse


class PasskeyCredential(Wire, frozen=True):
    """A passkey that was created or used."""

    credential: Credential


class SignOut(Wire, frozen=True):
    """End all my sessions; unless `here` is set, this browser gets a new one."""

    here: bool = False


class Erased(Wire, frozen=True):
    """I am erased; unless `done`, the rest follows in the background."""

    done: bool


class MyPasskey(Wire, frozen=True):
    """A passkey of mine: its credential id, and how often it has signed."""

    credential: str
    signs: int


class MyFact(Wire, frozen=True):
    """Something that I did at a table, as it is stored."""

    at: float
    fact: dict[str, Any]


class MyTable(Wire, frozen=True):
    """What I did at one table."""

    table: str
    game: str
    facts: tuple[MyFact, ...]


class MyData(Wire, frozen=True):
    """A page of everything that is stored about me; continue with `next` until it is empty."""

    id: str
    me: Me
    passkeys: tuple[MyPasskey, ...] = ()
    """On the first page only."""
    sessions_ended: int = 0
    """How often I have ended all my sessions."""
    tables: tuple[MyTable, ...] = ()
    next: str = ""


# HTTP: games.


class OptionInfo(Wire, frozen=True):
    """One option of a game: with `choices`, or a number from `least` to `most`."""

    name: str
    default: bool | int | str | None
    choices: tuple[bool | int | str | None, ...] = ()
    least: int | None = None
    most: int | None = None
    rule: str = ""


class GameInfo(Wire, frozen=True):
    """A game in the lobby, and what a client needs to name its ids."""

    key: str
    rules: int
    least_seats: int
    most_seats: int
    cooperative: bool
    editions: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    bots: tuple[str, ...]
    seat_fields: tuple[str, ...]
    word_fields: dict[str, str]
    minutes: tuple[int, ...] = ()
    """About how long one person plays against bots, for each number of seats."""


class RuleRow(Wire, frozen=True):
    """One row of a game's ledger, in the reader's language."""

    id: str
    name: str
    rule: str
    heading: str


# HTTP: tables.


class Mine(Wire, frozen=True):
    """A table at which I sit."""

    summary: Summary
    seats: tuple[int, ...]
    asked: bool
    """Whether one of my seats owes an answer now."""
    updated: float
    won: bool | None = None
    """Once the game is over."""
    problem: Problem | None = None
    """Why the table cannot be opened now; nothing is lost."""
    closes_at: float | None = None
    """When the table will be closed if nobody visits it."""
    moment: int = 0
    """How many rounds of answers were played."""
    round: int | None = None
    """In a game that is played in rounds: which one, and of how many if that is known."""
    rounds: int | None = None
    until: float | None = None
    """When the first of my clocks runs out."""


class Lobby(Wire, frozen=True):
    """The public tables, and mine."""

    open: tuple[Summary, ...]
    running: tuple[Summary, ...]
    mine: tuple[Mine, ...]


class OpenTable(Wire, frozen=True):
    command: Id
    settings: Settings


class Fork(Wire, frozen=True):
    """Play on from a moment: I take one seat and bots the others, unless settings say otherwise.

    While the game is running the seat is my own, and what it could not know at that moment is redrawn.
    """

    command: Id
    moment: Number
    seat: Seat = 0
    settings: Settings | None = None


class RecordImport(Wire, frozen=True):
    """A record to import."""

    command: Id
    record: Annotated[str, Meta(max_length=2_000_000)]


class Rematch(Wire, frozen=True):
    command: Id


class TableInfo(Wire, frozen=True):
    """A table for somebody who opens its link."""

    summary: Summary
    seats: tuple[int, ...]
    """My own seats."""
    invitation: str = ""
    """For players: what to send to friends."""
    address: str = ""
    """Where friends reach this server, such as `http://192.168.1.7:8765`: my own address may be `localhost`."""
    closes_at: float | None = None
    """When the table will be closed if nobody visits it."""
    hosting: bool = False
    """Whether I opened the table, and so may close it, and mute and remove people."""


Episode = wire.Episode
Story = wire.Story


class CoursePoint(Wire, frozen=True):
    """The chances of all seats at a moment of a finished game."""

    moment: int
    chances: tuple[float, ...]


class Swing(Wire, frozen=True):
    """A turning point."""

    moment: int
    seat: int
    change: float


class SeatParts(Wire, frozen=True):
    """What changed a seat's chance of winning over the game; with the chance before the deal: the outcome."""

    decision: float
    luck: float
    others: float
    verdict: str
    """The key of the sentence that sums the seat's game up."""


class LessonOfGame(Wire, frozen=True):
    """A moment worth learning from: the answer that was given, and the best one."""

    moment: int
    seat: int
    given: dict[str, Any]
    better: dict[str, Any]
    given_key: str
    """Of the text that offered the given answer."""
    better_key: str
    chance: float
    """Of winning, with the better answer."""
    loss: float
    """How much less it was with the given one."""
    why: tuple[Told, ...] = ()
    """What the better one would have done, as far as the game can foresee it."""


class CourseOfGame(Wire, frozen=True):
    """The chances of winning over a finished game, its turning points, and what was luck or skill."""

    points: tuple[CoursePoint, ...]
    turns: tuple[Swing, ...]
    parts: tuple[SeatParts, ...] = ()
    """One for each seat."""
    lessons: tuple[LessonOfGame, ...] = ()
    """At most three for each seat, the most expensive first."""
    complete: bool = True
    """False if the time ran out: of what came later nobody knows what was luck or skill."""


class CourseProgress(Wire, frozen=True):
    """How far an analysis has come."""

    share: float
    """From 0, while it waits for its turn, to 1."""


# WebSocket: calls of the browser. Each gets one reply with its number.


class Listen(Wire, frozen=True, tag="listen"):
    """Subscribe to the stream of my seat or of the spectators, after a number or from a snapshot."""

    id: Number
    table: Id
    seat: Seat | None = None
    invitation: Invitation = ""
    after: Number | None = None


class StopListening(Wire, frozen=True, tag="stop"):
    id: Number
    table: Id
    seat: Seat | None = None


class Act(Wire, frozen=True, tag="act"):
    """Do something at a table; a repeated `command` has effect only once."""

    id: Number
    table: Id
    command: Id
    action: wire.Action


class Project(Wire, frozen=True, tag="project"):
    """Preview what an answer would do, from what my seat knows."""

    id: Number
    table: Id
    seat: Seat
    moment: Number
    answer: Fields


class Hint(Wire, frozen=True, tag="hint"):
    """Ask for the best answers."""

    id: Number
    table: Id
    seat: Seat


class AskCoach(Wire, frozen=True, tag="ask_coach"):
    """Ask whether an answer that I am about to send gives away a lot; only against bots."""

    id: Number
    table: Id
    seat: Seat
    moment: Number
    answer: Fields


class Ping(Wire, frozen=True, tag="ping"):
    id: Number


class WatchLobby(Wire, frozen=True, tag="watch_lobby"):
    """Show me the lobby, and then what changes in it."""

    id: Number


class LeaveLobby(Wire, frozen=True, tag="leave_lobby"):
    """Tell me no more of the lobby."""

    id: Number


Call = WatchLobby | LeaveLobby | Listen | StopListening | Act | Project | Hint | AskCoach | Ping

# WebSocket: messages of the server.


class Welcome(Wire, frozen=True, tag="welcome"):
    """The first message on a socket."""

    version: str
    me: Me
    heartbeat: float
    """Ping at least this often, in seconds; a socket that is silent for twice as long is closed."""
    docs: bool = False
    """Whether the documentation is at `/docs`."""


class Done(Wire, frozen=True, tag="done"):
    """The call was done; an act is stored."""

    id: int


class Refused(Wire, frozen=True, tag="refused"):
    """The call was refused and changed nothing; without a number if none could be read."""

    id: int | None
    key: str
    args: dict[str, Any] = {}


class Projected(Wire, frozen=True, tag="projected"):
    id: int
    events: tuple[Told, ...] = ()
    preview: Told | None = None


class Estimate(Wire, frozen=True):
    answer: dict[str, Any]
    chance: float
    visits: int


class Hinted(Wire, frozen=True, tag="hinted"):
    """The best answers, the best first."""

    id: int
    estimates: tuple[Estimate, ...]


class Coached(Wire, frozen=True, tag="coached"):
    """What the coach says of an answer: my chance of winning with the best one, and with this one; nothing if the
    answer is good enough."""

    id: int
    chance: float | None = None
    left: float | None = None


class Tell(Wire, frozen=True, tag="tell"):
    """The next message of a stream that I subscribe to."""

    table: str
    seat: int | None
    message: wire.Message


class StreamEnded(Wire, frozen=True, tag="stream_ended"):
    """A stream that I subscribed to has ended; `error.<key>` says why."""

    table: str
    seat: int | None
    key: str


class Here(Wire, frozen=True, tag="here"):
    """Who is connected to a table: the seats, and how many spectators."""

    table: str
    seats: tuple[int, ...]
    spectators: int


class LobbyShown(Wire, frozen=True, tag="lobby_shown"):
    """The whole lobby, to somebody who begins to watch it."""

    lobby: Lobby


class PublicTables(Wire, frozen=True, tag="public_tables"):
    """Public tables that are new or have changed, and the ids of those that are not listed any more."""

    changed: tuple[Summary, ...]
    gone: tuple[str, ...] = ()


class OwnTables(Wire, frozen=True, tag="own_tables"):
    """Tables of mine that are new or have changed, and the ids of those at which I do not sit any more."""

    changed: tuple[Mine, ...]
    gone: tuple[str, ...] = ()


class LobbyChanged(Wire, frozen=True, tag="lobby_changed"):
    """The lobby may have changed in ways that are not known: watch it again."""


class Goodbye(Wire, frozen=True, tag="goodbye"):
    """The server stops or closes this socket; reconnect after `back_in` seconds if it is given."""

    reason: Literal["stopping", "too_slow", "too_much", "silent", "elsewhere", "set_aside", "signed_out", "erased"]
    back_in: float | None = None


ServerMessage = (
    Welcome
    | Done
    | Refused
    | Projected
    | Hinted
    | Coached
    | Tell
    | StreamEnded
    | Here
    | LobbyShown
    | PublicTables
    | OwnTables
    | LobbyChanged
    | Goodbye
)

CALLS = msgspec.json.Decoder(Call)
