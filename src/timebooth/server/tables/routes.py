"""HTTP routes of tables: lobby, opening, history, records, forks and analyses."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from timebooth.bots.roster import bot_types
from timebooth.kernel.errors import BadRecord
from timebooth.kernel.record import Header, read_record
from timebooth.names import clean_name
from timebooth.registry import editions, game_types
from timebooth.server.dependencies import AnyRequest, TheGuest, TheServices, TheViewer
from timebooth.server.dependencies import address as address_of
from timebooth.server.problems import Refusal
from timebooth.server.protocol import (
    CourseOfGame,
    CourseProgress,
    Fork,
    Lobby,
    OpenTable,
    RecordImport,
    Rematch,
    TableInfo,
)
from timebooth.server.services import Services
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.lobby import lobby as lobby_of
from timebooth.tables.wire import Moment, Opened, Place, Settings, Spectator, Story

BySeat = Annotated[int | None, QueryParameter(ge=0, le=15)]
AtMoment = Annotated[int, PathParameter(ge=0, le=2**53 - 1)]
MAX_SEATS = 16
MAX_ANSWERS = 2000  # of an imported record, which is replayed whenever its table is opened
DEFAULT_BOT = "regular"  # for the other seats of a fork


@get("/api/lobby")
async def lobby(services: TheServices, viewer: TheViewer) -> Lobby:
    """List the public tables and my own."""
    return await lobby_of(services.hub.tables, viewer)


@post("/api/tables")
async def open_table(services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[OpenTable]) -> Opened:
    """Open a table; a repeated command opens it only once."""
    _count_table(services, request, guest)
    address = services.digest(request.scope)
    return await services.hub.tables.create(guest.person, data.command, data.settings, address=address)


def _count_table(services: Services, request: AnyRequest, guest: Guest) -> None:
    services.rates.take("tables", guest.id)
    services.rates.take("tables_by_address", address_of(request))


@get("/api/tables/{table:str}")
async def table_info(
    services: TheServices, request: AnyRequest, viewer: TheViewer, table: FromPath[str], invitation: FromQuery[str] = ""
) -> TableInfo:
    """Describe a table to somebody who opens its link."""
    live = await services.hub.tables.admit(table, viewer.person, None, invitation)
    seats = live.table.seats_of(viewer.person)
    host = bool(viewer.id) and live.table.host.id == viewer.id
    address = services.hosts.for_others(request.scope["scheme"], request.headers.get("host", ""))
    return TableInfo(
        live.table.summary(),
        seats,
        live.table.invitation if seats or host else "",
        address,
        closes_at=await services.hub.tables.closes_at(table),
        hosting=host,
    )


@get("/api/tables/{table:str}/spectators")
async def spectators(services: TheServices, guest: TheGuest, table: FromPath[str]) -> tuple[Spectator, ...]:
    """List the spectators who wrote in the chat, the latest first; for the host, who can mute and remove them."""
    return await services.hub.tables.spectators(table, guest.person)


@get("/api/tables/{table:str}/story")
async def story(
    services: TheServices, viewer: TheViewer, table: FromPath[str], seat: BySeat = None, invitation: FromQuery[str] = ""
) -> Story:
    """Return everything that this audience was told, by moment, and the chat."""
    return await services.hub.tables.story(table, viewer.person, seat, invitation)


@get("/api/tables/{table:str}/moments/{moment:int}")
async def moment(
    services: TheServices,
    viewer: TheViewer,
    table: FromPath[str],
    moment: AtMoment,
    seat: BySeat = None,
    invitation: FromQuery[str] = "",
) -> Moment:
    """Show a past moment: from my own seat while the game is running, from any seat once it is over."""
    return await services.hub.tables.moment(table, viewer.person, seat, moment, invitation)


@post("/api/tables/{table:str}/rematch")
async def rematch(
    services: TheServices, request: AnyRequest, guest: TheGuest, table: FromPath[str], data: JSONBody[Rematch]
) -> Opened:
    """Open a new table with the same people."""
    _count_table(services, request, guest)
    return await services.hub.tables.rematch(table, guest.person, data.command, address=services.digest(request.scope))


@post("/api/tables/{table:str}/fork")
async def fork(
    services: TheServices,
    request: AnyRequest,
    guest: TheGuest,
    table: FromPath[str],
    data: JSONBody[Fork],
    invitation: FromQuery[str] = "",
) -> Opened:
    """Fork a game at a moment: a finished one, or my own as far as my seat knows it."""
    _count_table(services, request, guest)
    tables = services.hub.tables
    old = (await tables.admit(table, guest.person, None, invitation)).table
    settings = data.settings
    if settings is None:
        places = tuple(
            Place("host") if seat == data.seat else Place("bot", DEFAULT_BOT) for seat in range(len(old.seats))
        )
        settings = Settings(old.settings.game, places, visibility="invitation", lang=guest.lang)
    address = services.digest(request.scope)
    return await tables.fork(table, guest.person, data.command, settings, data.moment, data.seat, address=address)


@get("/api/tables/{table:str}/record", media_type="application/jsonl")
async def record(
    services: TheServices, viewer: TheViewer, table: FromPath[str], invitation: FromQuery[str] = ""
) -> Response[bytes]:
    """Download the record of a finished game; `timebooth verify` checks it."""
    lines = await services.hub.tables.export(table, viewer.person, invitation)
    headers = {"content-disposition": f'attachment; filename="timebooth-{table}.jsonl"'}
    return Response(lines.encode(), media_type="application/jsonl", headers=headers)


@post("/api/records")
async def import_record(
    services: TheServices, request: AnyRequest, guest: TheGuest, data: JSONBody[RecordImport]
) -> Opened:
    """Import a record: replay a finished game, or play on with another; its people share my screen."""
    services.rates.take("records", guest.id)
    services.rates.take("records_by_address", address_of(request))
    services.rates.take_record(guest.id, len(data.record))
    record = await asyncio.to_thread(read_record, data.record)
    if len(record.given) > MAX_ANSWERS:
        raise Refusal(413, "request.too_big")
    settings, address = settings_of(record.header), services.digest(request.scope)
    return await services.hub.tables.import_record(guest.person, data.command, settings, data.record, address=address)


def settings_of(header: Header) -> Settings:
    """Return settings for a table like the recorded one. The edition is checked when the record is replayed."""
    names, bots = ([*given[:MAX_SEATS], *[""] * MAX_SEATS] for given in (header.names, header.bots))
    places = [
        {"kind": "bot", "bot": bots[seat]}
        if bots[seat] in bot_types()
        else {"kind": "host", "name": clean_name(names[seat])}
        for seat in range(min(header.seats, MAX_SEATS))
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
    services: TheServices, request: AnyRequest, viewer: TheViewer, table: FromPath[str], invitation: FromQuery[str] = ""
) -> CourseOfGame:
    """Analyse a finished game: chances of winning over time, and the turning points."""
    lines = await services.hub.tables.export(table, viewer.person, invitation)
    services.rates.take("courses", viewer.id or address_of(request))
    return await services.studies.course(table, lines, viewer.id or address_of(request))


@get("/api/tables/{table:str}/course/progress")
async def course_progress(
    services: TheServices, viewer: TheViewer, table: FromPath[str], invitation: FromQuery[str] = ""
) -> CourseProgress:
    """Say how far the analysis of a game has come; asking does not start one."""
    await services.hub.tables.admit(table, viewer.person, None, invitation)
    return CourseProgress(services.studies.progress(table))
