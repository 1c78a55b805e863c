"""The lobby: public tables, and the tables of one guest.

A page costs two queries, however many tables are stored, and opens no table. Only a table whose rows were written by an
older version is opened, once; from then on its standings are written too.
"""

from __future__ import annotations

from collections.abc import Iterable

from timebooth.server.problems import problem_of
from timebooth.server.protocol import Lobby, Mine
from timebooth.server.sessions.guests import Guest
from timebooth.store.store import Listing, OwnListing
from timebooth.tables.listings import read_summary
from timebooth.tables.live_table import LiveTable
from timebooth.tables.set_aside import SetAside
from timebooth.tables.standings import Stands, read_standing, since, stands
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Live, Summary

LISTED_FOR = 12 * 60 * 60.0  # seconds without a visitor after which a table in live pace is not listed
MAX_LISTED = 100  # for each status
MAX_SCANNED = 500  # the latest tables of each status and pace among which hosts take turns
MAX_MINE = 60


async def lobby(tables: Tables, guest: Guest) -> Lobby:
    """Return the public tables and those of a guest."""
    return as_lobby(await public_tables(tables), await own_tables(tables, guest))


def as_lobby(public: Iterable[Summary], mine: tuple[Mine, ...]) -> Lobby:
    by_status: dict[str, list[Summary]] = {"open": [], "running": []}
    for summary in public:
        by_status[summary.status].append(summary)
    return Lobby(open=tuple(by_status["open"]), running=tuple(by_status["running"]), mine=mine)


async def public_tables(tables: Tables) -> list[Summary]:
    """Return the public tables: the latest of every host, then everybody's second, and so on.

    A host with many tables cannot push the others' off the list.
    """
    live_since = tables.clock() - LISTED_FOR
    found = await tables.store.public_listings(
        live_since=live_since, per_host=tables.quotas.lobby_per_host, scan=MAX_SCANNED, limit=MAX_LISTED
    )
    summaries = [_public(tables, listing, live_since) for listing in found]
    return [summary for summary in summaries if summary is not None]


def _public(tables: Tables, listing: Listing, live_since: float) -> Summary | None:
    """Return a public table as everybody may see it; None if it cannot be opened, or is too old."""
    if listing.table in tables.live_tables.set_aside:
        return None
    summary = read_summary(listing)
    if summary is None or listing.pace or listing.updated >= live_since:
        return summary
    return None if isinstance(summary.settings.pace, Live) else summary  # old rows have no pace


async def own_tables(tables: Tables, guest: Guest) -> tuple[Mine, ...]:
    """Return the tables at which a guest sits, unfinished ones first."""
    found = await tables.store.own_listings(guest.id, MAX_MINE) if guest.id else []
    mine = [await _mine(tables, guest, own) for own in found]
    return tuple(table for table in mine if table is not None)


async def _mine(tables: Tables, guest: Guest, own: OwnListing) -> Mine | None:
    """Return a table of a guest: as it is in memory if it is there, otherwise as its listing says."""
    listing = own.listing
    live, problem = tables.live_tables.by_id.get(listing.table), tables.live_tables.set_aside.get(listing.table)
    standing = read_standing(own.standing)
    if live is None and problem is None and standing is None:
        try:
            live = await tables.live_tables.get(listing.table)
            await tables.standings.write_one(live)
        except SetAside as reason:
            problem = reason
    if live is not None:
        return mine_at(tables, guest, live, listing.updated)
    summary = read_summary(listing)
    if summary is None:
        return None
    if problem is not None or standing is None:
        told = None if problem is None else problem_of(problem)
        return Mine(summary, (), False, listing.updated, problem=told)
    if own.behind:
        tables.standings.repair_later(listing.table)
    return _row(tables, summary, standing, own.since, listing.updated)


def mine_at(tables: Tables, guest: Guest, live: LiveTable, updated: float) -> Mine:
    """Return a table in memory as a guest who sits there may see it in their lobby."""
    return _row(tables, live.table.summary(), stands(live.table, guest.person), since(live.table), updated)


def _row(tables: Tables, summary: Summary, standing: Stands, asked_at: float, updated: float) -> Mine:
    return Mine(
        summary,
        standing.seats,
        standing.asked,
        asked_at,
        won=standing.won,
        closes_at=tables.sweeper.warning(summary, updated),
        moment=standing.moment,
        round=standing.round,
        rounds=standing.rounds,
        until=standing.until,
    )
