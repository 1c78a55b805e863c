"""Tables: the lobby, new ones, and looks back."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from timebooth.bots.roster import BOTS
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.record import Header, read_record
from timebooth.names import clean_name
from timebooth.registry import editions, game_types
from timebooth.server.dependencies import Asked, TheDesk, TheGuest, WhoLooks
from timebooth.server.dependencies import address as address_of
from timebooth.server.problems import Refusal
from timebooth.server.protocol import CourseOfGame, Fork, Lobby, OpenTable, Rematch, TableInfo, TakeIn
from timebooth.server.services import Desk
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.lobby import lobby as lobby_of
from timebooth.tables.wire import Moment, Opened, Place, Settings, Spectator, Story

BySeat = Annotated[int | None, QueryParameter(ge=0, le=15)]
AtMoment = Annotated[int, PathParameter(ge=0, le=2**53 - 1)]
MOST_SEATS = 16
MAX_ANSWERS = 2000  # of an imported record: a table that goes on from it replays it whenever it is opened
PARTNER = "regular"  # the bot on the other seats of a fork, where nobody says otherwise


@get("/api/lobby")
async def lobby(desk: TheDesk, looking: WhoLooks) -> Lobby:
    """Public tables, and mine."""
    return await lobby_of(desk.house.tables, looking)


@post("/api/tables")
async def open_table(desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[OpenTable]) -> Opened:
    """Open a table; the same command opens it once."""
    _count_table(desk, request, guest)
    address = desk.digest(request.scope)
    return await desk.house.tables.create(guest.person, data.command, data.settings, address=address)


def _count_table(desk: Desk, request: Asked, guest: Guest) -> None:
    desk.rates.take("tables", guest.id)
    desk.rates.take("tables_by_address", address_of(request))


@get("/api/tables/{table:str}")
async def table_info(
    desk: TheDesk, request: Asked, looking: WhoLooks, table: FromPath[str], invitation: FromQuery[str] = ""
) -> TableInfo:
    """A table for somebody who comes in by its link."""
    live = await desk.house.tables.admit(table, looking.person, None, invitation)
    seats = live.table.seats_of(looking.person)
    host = bool(looking.id) and live.table.host.id == looking.id
    address = desk.hosts.for_others(request.scope["scheme"], request.headers.get("host", ""))
    return TableInfo(
        live.table.summary(),
        seats,
        live.table.invitation if seats or host else "",
        address,
        closes_at=await desk.house.tables.closes_at(table),
        hosting=host,
    )


@get("/api/tables/{table:str}/spectators")
async def spectators(desk: TheDesk, guest: TheGuest, table: FromPath[str]) -> tuple[Spectator, ...]:
    """The spectators who spoke, the latest first; for the host, who can mute and remove them."""
    return await desk.house.tables.spectators(table, guest.person)


@get("/api/tables/{table:str}/story")
async def story(
    desk: TheDesk, looking: WhoLooks, table: FromPath[str], seat: BySeat = None, invitation: FromQuery[str] = ""
) -> Story:
    """The whole log as this audience was told it, by moment, and the chat."""
    return await desk.house.tables.story(table, looking.person, seat, invitation)


@get("/api/tables/{table:str}/moments/{moment:int}")
async def moment(
    desk: TheDesk,
    looking: WhoLooks,
    table: FromPath[str],
    moment: AtMoment,
    seat: BySeat = None,
    invitation: FromQuery[str] = "",
) -> Moment:
    """A look back: from my own seat while the game goes on, from any once it is over."""
    return await desk.house.tables.moment(table, looking.person, seat, moment, invitation)


@post("/api/tables/{table:str}/rematch")
async def rematch(
    desk: TheDesk, request: Asked, guest: TheGuest, table: FromPath[str], data: JSONBody[Rematch]
) -> Opened:
    """Play again with the same people."""
    _count_table(desk, request, guest)
    return await desk.house.tables.rematch(table, guest.person, data.command, address=desk.digest(request.scope))


@post("/api/tables/{table:str}/fork")
async def fork(
    desk: TheDesk,
    request: Asked,
    guest: TheGuest,
    table: FromPath[str],
    data: JSONBody[Fork],
    invitation: FromQuery[str] = "",
) -> Opened:
    """Another timeline: of a finished game, or of my seat's game as far as I know it."""
    _count_table(desk, request, guest)
    tables = desk.house.tables
    old = (await tables.admit(table, guest.person, None, invitation)).table
    settings = data.settings
    if settings is None:
        places = tuple(Place("host") if seat == data.seat else Place("bot", PARTNER) for seat in range(len(old.seats)))
        settings = Settings(old.settings.game, places, visibility="invitation", lang=guest.lang)
    address = desk.digest(request.scope)
    return await tables.fork(table, guest.person, data.command, settings, data.moment, data.seat, address=address)


@get("/api/tables/{table:str}/record", media_type="application/jsonl")
async def record(
    desk: TheDesk, looking: WhoLooks, table: FromPath[str], invitation: FromQuery[str] = ""
) -> Response[bytes]:
    """The record of a finished game, as a file that `timebooth verify` proves."""
    lines = await desk.house.tables.export(table, looking.person, invitation)
    headers = {"content-disposition": f'attachment; filename="timebooth-{table}.jsonl"'}
    return Response(lines.encode(), media_type="application/jsonl", headers=headers)


@post("/api/records")
async def take_in(desk: TheDesk, request: Asked, guest: TheGuest, data: JSONBody[TakeIn]) -> Opened:
    """Bring a record: a finished game to look at, another to go on with; its people sit at my screen."""
    desk.rates.take("records", guest.id)
    desk.rates.take("records_by_address", address_of(request))
    desk.rates.take_record(guest.id, len(data.record))
    record = await asyncio.to_thread(read_record, data.record)
    if len(record.given) > MAX_ANSWERS:
        raise Refusal(413, "request.too_big")
    settings, address = settings_of(record.header), desk.digest(request.scope)
    return await desk.house.tables.import_record(guest.person, data.command, settings, data.record, address=address)


def settings_of(header: Header) -> Settings:
    """A table like the one that a record tells of. Whether the edition is the same is seen when it is replayed."""
    names, bots = ([*given[:MOST_SEATS], *[""] * MOST_SEATS] for given in (header.names, header.bots))
    places = [
        {"kind": "bot", "bot": bots[seat]} if bots[seat] in BOTS else {"kind": "host", "name": clean_name(names[seat])}
        for seat in range(min(header.seats, MOST_SEATS))
    ]
    wanted = {"game": header.game, "places": places, "visibility": "invitation"}
    if header.game in game_types() and header.edition in editions(header.game):
        wanted["edition"] = header.edition
    try:
        return msgspec.convert(wanted, Settings)
    except msgspec.ValidationError as problem:
        raise BadRecord("record.malformed", line=1, reason=str(problem)) from None


@get("/api/tables/{table:str}/course")
async def course(
    desk: TheDesk, request: Asked, looking: WhoLooks, table: FromPath[str], invitation: FromQuery[str] = ""
) -> CourseOfGame:
    """The chance of winning over the course of a finished game, and where it turned."""
    lines = await desk.house.tables.export(table, looking.person, invitation)
    desk.rates.take("courses", looking.id or address_of(request))
    return await desk.studies.course(table, lines, looking.id or address_of(request))
