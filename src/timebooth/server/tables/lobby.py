"""The lobby: public tables, and the tables of one guest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from timebooth.server.problems import problem_of
from timebooth.server.protocol import Lobby, Mine
from timebooth.server.sessions.guests import Guest
from timebooth.store.store import Listing
from timebooth.tables.listings import read_summary
from timebooth.tables.set_aside import SetAside
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Live, Summary

LISTED_FOR = 12 * 60 * 60.0  # seconds without a visitor after which a table in live pace is not listed
MAX_LISTED = 100  # for each status
MAX_READ = 1000
MAX_MINE = 40


async def lobby(tables: Tables, guest: Guest) -> Lobby:
    """Return the public tables and those of a guest."""
    now = tables.clock()
    store, per_host = tables.store, tables.quotas.lobby_per_host
    listed_by_status: dict[str, list[Summary]] = {}
    for status in ("open", "running"):
        found = await store.listings([status], public=True, limit=MAX_READ)
        fresh = [
            listing
            for listing in found
            if listing.table not in tables.live_tables.set_aside
            and (now - listing.updated < LISTED_FOR or not _is_live(listing))
        ]
        summaries = map(read_summary, in_turns(fresh, per_host)[:MAX_LISTED])
        listed_by_status[status] = [summary for summary in summaries if summary is not None]
    mine = [await _mine(tables, guest, listing) for listing in await _listed(tables, guest)]
    return Lobby(
        open=tuple(listed_by_status["open"]),
        running=tuple(listed_by_status["running"]),
        mine=tuple(table for table in mine if table is not None),
    )


def _is_live(listing: Listing) -> bool:
    if listing.pace:
        return listing.pace == "live"
    summary = read_summary(listing)  # old rows have no pace
    return summary is not None and isinstance(summary.settings.pace, Live)


def in_turns(listings: Sequence[Listing], per_host: int) -> list[Listing]:
    """Return the latest table of every host, then everybody's second, and so on up to `per_host`.

    A host with many tables cannot push the others' off the list.
    """
    turns: dict[int, list[Listing]] = {}
    seen: Counter[str] = Counter()
    for listing in listings:
        host = listing.host or listing.table  # old rows have no host
        if seen[host] < per_host:
            turns.setdefault(seen[host], []).append(listing)
        seen[host] += 1
    return [listing for turn in sorted(turns) for listing in turns[turn]]


async def _listed(tables: Tables, guest: Guest) -> list[Listing]:
    return await tables.store.listings_of(guest.id, MAX_MINE) if guest.id else []


async def _mine(tables: Tables, guest: Guest, listing: Listing) -> Mine | None:
    """Return a table of a guest. `updated` is when its question was asked: that somebody answered is still secret."""
    try:
        table = (await tables.live_tables.get(listing.table)).table
    except SetAside as problem:
        summary = read_summary(listing)
        return None if summary is None else Mine(summary, (), False, listing.updated, problem=problem_of(problem))
    seats = table.seats_of(guest.person)
    playing = table.match
    outcome = playing.state.outcome() if playing is not None else None
    return Mine(
        summary=table.summary(),
        seats=seats,
        asked=any(seat in seats and not table.played_by_bot(seat) for seat in table.owes()),
        updated=max(table.opened_at, table.asked_at),
        won=None if outcome is None else any(seat in outcome.winners for seat in seats),
        closes_at=tables.sweeper.warning(listing),
    )
