"""Tables: the lobby, new ones, and looks back."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get, post

from timebooth.kernel.record import read_record
from timebooth.server import catalogue
from timebooth.server.desk import Desk
from timebooth.server.guests import Guest
from timebooth.server.lobby import lobby as lobby_of
from timebooth.server.protocol import CourseOfGame, Fork, Lobby, OpenTable, Rematch, TableInfo, TakeIn
from timebooth.tables.wire import Moment, Opened, Place, Settings, Story

PARTNER = "regular"  # the bot on the other seats of a fork, where nobody says otherwise


@get("/api/lobby")
async def lobby(desk: Desk, looking: Guest) -> Lobby:
    """Public tables, and mine."""
    return await lobby_of(desk.house.tables, looking)


@post("/api/tables")
async def open_table(desk: Desk, guest: Guest, data: OpenTable) -> Opened:
    """Open a table; the same command opens it once."""
    desk.rates.take("tables", guest.id)
    return await desk.house.tables.create(guest.person, data.command, data.settings)


@get("/api/tables/{table:str}")
async def table_info(desk: Desk, looking: Guest, table: str, invitation: str = "") -> TableInfo:
    """A table for somebody who comes in by its link."""
    hot = await desk.house.tables.admitted(table, looking.person, None, invitation)
    seats = hot.table.seats_of(looking.person)
    host = bool(looking.id) and hot.table.host.id == looking.id
    return TableInfo(hot.table.summary(), seats, hot.table.invitation if seats or host else "")


@get("/api/tables/{table:str}/story")
async def story(desk: Desk, looking: Guest, table: str, seat: int | None = None, invitation: str = "") -> Story:
    """The whole log as this audience was told it, by moment, and the chat."""
    return await desk.house.tables.story(table, looking.person, seat, invitation)


@get("/api/tables/{table:str}/moments/{moment:int}")
async def moment(
    desk: Desk, looking: Guest, table: str, moment: int, seat: int | None = None, invitation: str = ""
) -> Moment:
    """A look back: from my own seat while the game goes on, from any once it is over."""
    return await desk.house.tables.moment(table, looking.person, seat, moment, invitation)


@post("/api/tables/{table:str}/rematch")
async def rematch(desk: Desk, guest: Guest, table: str, data: Rematch) -> Opened:
    """Play again with the same people."""
    desk.rates.take("tables", guest.id)
    return await desk.house.tables.rematch(table, guest.person, data.command)


@post("/api/tables/{table:str}/fork")
async def fork(desk: Desk, guest: Guest, table: str, data: Fork, invitation: str = "") -> Opened:
    """Another timeline of a finished game."""
    desk.rates.take("tables", guest.id)
    tables = desk.house.tables
    old = (await tables.admitted(table, guest.person, None, invitation)).table
    settings = data.settings
    if settings is None:
        places = tuple(Place("host") if seat == data.seat else Place("bot", PARTNER) for seat in range(len(old.seats)))
        settings = Settings(old.settings.game, places, visibility="invitation", lang=guest.lang)
    return await tables.fork(table, guest.person, data.command, settings, data.moment)


@get("/api/tables/{table:str}/record")
async def record(desk: Desk, looking: Guest, table: str, invitation: str = "") -> Response[bytes]:
    """The record of a finished game, as a file that `timebooth verify` proves."""
    lines = await desk.house.tables.export(table, looking.person, invitation)
    headers = {"content-disposition": f'attachment; filename="timebooth-{table}.jsonl"'}
    return Response(lines.encode(), media_type="application/jsonl", headers=headers)


@post("/api/records")
async def take_in(desk: Desk, guest: Guest, data: TakeIn) -> Opened:
    """Bring a record: a finished game to look at, another to go on with; its people sit at my screen."""
    desk.rates.take("records", guest.id)
    header = (await asyncio.to_thread(read_record, data.record)).header
    catalogue.find_game(header.game, header.edition)
    names = [*header.names, *[""] * header.seats]
    bots = [*header.bots, *[""] * header.seats]
    places = tuple(
        Place("bot", bots[seat]) if bots[seat] else Place("host", name=names[seat][:40])
        for seat in range(min(header.seats, 16))
    )
    settings = msgspec.convert(
        {"game": header.game, "edition": header.edition, "places": places, "visibility": "invitation"}, Settings
    )
    return await desk.house.tables.take_in(guest.person, data.command, settings, data.record)


@get("/api/tables/{table:str}/course")
async def course(desk: Desk, looking: Guest, table: str, invitation: str = "") -> CourseOfGame:
    """The chance of winning over the course of a finished game, and where it turned."""
    lines = await desk.house.tables.export(table, looking.person, invitation)
    desk.rates.take("courses", looking.id)
    return await desk.studies.course(table, lines)
