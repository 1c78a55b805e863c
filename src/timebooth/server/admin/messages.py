"""What `timebooth admin` and a server exchange: one line of JSON each way, over a Unix socket."""

from __future__ import annotations

from typing import Any

import msgspec

MAX_LISTED = 10_000
MAX_LINE = 16 * 1024 * 1024  # bytes


class Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """Something that the operator asks for."""


class ShowServer(Request, frozen=True, tag="status"): ...


class ListTables(Request, frozen=True, tag="list"):
    status: tuple[str, ...]
    limit: int


class ShowTable(Request, frozen=True, tag="show"):
    table: str


class CloseTable(Request, frozen=True, tag="close"):
    table: str


class DeleteTable(Request, frozen=True, tag="delete"):
    table: str


class Ban(Request, frozen=True, tag="ban"):
    person: str


class Unban(Request, frozen=True, tag="unban"):
    person: str


class ExportGuest(Request, frozen=True, tag="export"):
    """Asks for a page of what is stored of a guest; continue with `next` of the answer until it is empty."""

    person: str
    after: str = ""


class ForgetGuest(Request, frozen=True, tag="forget"):
    person: str


class SetReadOnly(Request, frozen=True, tag="read_only"):
    on: bool


class Drain(Request, frozen=True, tag="drain"):
    seconds: float


AnyRequest = (
    ShowServer
    | ListTables
    | ShowTable
    | CloseTable
    | DeleteTable
    | Ban
    | Unban
    | ExportGuest
    | ForgetGuest
    | SetReadOnly
    | Drain
)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request: a result, or the key of a refusal with its arguments."""

    result: Any = None
    error: str = ""
    args: dict[str, Any] = {}


class ServerShown(msgspec.Struct, frozen=True, kw_only=True):
    version: str
    running: bool
    """Whether a server answered; without one, the database itself was read."""
    read_only: bool
    draining: bool
    sockets: int
    live_tables: int
    set_aside: int
    nodes: int
    banned: tuple[str, ...]


class TableListed(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    status: str
    game: str
    public: bool
    host: str
    seats: int
    people: int
    """Seats in which a person sits."""
    updated: float


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A person at a table, with the id by which a guest is banned, exported or forgotten."""

    role: str
    """`host`, `player` or `spectator`."""
    name: str
    person: str
    seat: int | None = None
    bot: str = ""


class TableShown(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    status: str
    closed: str
    game: str
    edition: str
    rules: int
    public: bool
    pace: str
    opened: float
    updated: float
    facts: int
    log_bytes: int
    watching: int
    """Streams with a subscriber on this node."""
    people: tuple[Seated, ...]


class Erased(msgspec.Struct, frozen=True):
    done: bool
    """Whether everything known now is erased; otherwise the server goes on in the background."""
