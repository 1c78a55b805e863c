"""The lobby: public tables, and those at which somebody sits."""

from __future__ import annotations

from timebooth.server.guests import Guest
from timebooth.server.problems import problem_of
from timebooth.server.protocol import Lobby, Mine
from timebooth.store.store import Listing
from timebooth.tables.room import read_summary
from timebooth.tables.set_aside import SetAside
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Live

OPEN_FOR = 12 * 60 * 60.0  # seconds: a live table that nobody came to in that time is not offered any more
MOST = 100
MOST_OF_MINE = 40


async def lobby(tables: Tables, guest: Guest) -> Lobby:
    """Public tables, and mine."""
    now = tables.clock()
    listed = await tables.room.store.listings(["open", "running"], public=True, most=2 * MOST)
    public = [(listing, read_summary(listing)) for listing in listed if listing.table not in tables.room.set_aside]
    fresh = [
        summary
        for listing, summary in public
        if summary is not None and (now - listing.updated < OPEN_FOR or not isinstance(summary.settings.pace, Live))
    ]
    mine = [await _mine(tables, guest, listing) for listing in await _listed(tables, guest)]
    return Lobby(
        open=tuple(summary for summary in fresh if summary.status == "open")[:MOST],
        running=tuple(summary for summary in fresh if summary.status == "running")[:MOST],
        mine=tuple(table for table in mine if table is not None),
    )


async def _listed(tables: Tables, guest: Guest) -> list[Listing]:
    return await tables.room.store.listings_of(guest.id, MOST_OF_MINE) if guest.id else []


async def _mine(tables: Tables, guest: Guest, listing: Listing) -> Mine | None:
    """A table of mine. When it last moved is when its question was asked: answers to it are nobody's business yet."""
    try:
        table = (await tables.room.table(listing.table)).table
    except SetAside as problem:
        summary = read_summary(listing)
        return None if summary is None else Mine(summary, (), False, listing.updated, problem=problem_of(problem))
    seats = table.seats_of(guest.person)
    playing = table.playing
    outcome = playing.state.outcome() if playing is not None else None
    return Mine(
        summary=table.summary(),
        seats=seats,
        asked=any(seat in seats and not table.played_by_bot(seat) for seat in table.owes()),
        updated=max(table.opened_at, table.asked_at),
        won=None if outcome is None else any(seat in outcome.winners for seat in seats),
        closes_at=tables.sweeper.warning(listing),
    )
