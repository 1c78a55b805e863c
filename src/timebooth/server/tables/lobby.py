"""The lobby: public tables, and those at which somebody sits."""

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

OPEN_FOR = 12 * 60 * 60.0  # seconds: a live table that nobody came to in that time is not offered any more
MOST = 100
MOST_LOOKED_AT = 1000
MOST_OF_MINE = 40


async def lobby(tables: Tables, guest: Guest) -> Lobby:
    """Public tables, and mine."""
    now = tables.clock()
    store, per_host = tables.store, tables.quotas.lobby_per_host
    offered: dict[str, list[Summary]] = {}
    for status in ("open", "running"):
        listed = await store.listings([status], public=True, limit=MOST_LOOKED_AT)
        fresh = [
            listing
            for listing in listed
            if listing.table not in tables.live_tables.set_aside
            and (now - listing.updated < OPEN_FOR or not _is_live(listing))
        ]
        summaries = map(read_summary, in_turns(fresh, per_host)[:MOST])
        offered[status] = [summary for summary in summaries if summary is not None]
    mine = [await _mine(tables, guest, listing) for listing in await _listed(tables, guest)]
    return Lobby(
        open=tuple(offered["open"]),
        running=tuple(offered["running"]),
        mine=tuple(table for table in mine if table is not None),
    )


def _is_live(listing: Listing) -> bool:
    if listing.pace:
        return listing.pace == "live"
    summary = read_summary(listing)  # rows from before the pace was kept
    return summary is not None and isinstance(summary.settings.pace, Live)


def in_turns(listings: Sequence[Listing], per_host: int) -> list[Listing]:
    """Return the latest table of every host, then the second of everybody who has two, up to `per_host`.

    So one host with many tables pushes nobody else's out of sight.
    """
    turns: dict[int, list[Listing]] = {}
    seen: Counter[str] = Counter()
    for listing in listings:
        host = listing.host or listing.table  # rows from before hosts were kept
        if seen[host] < per_host:
            turns.setdefault(seen[host], []).append(listing)
        seen[host] += 1
    return [listing for turn in sorted(turns) for listing in turns[turn]]


async def _listed(tables: Tables, guest: Guest) -> list[Listing]:
    return await tables.store.listings_of(guest.id, MOST_OF_MINE) if guest.id else []


async def _mine(tables: Tables, guest: Guest, listing: Listing) -> Mine | None:
    """A table of mine. When it last moved is when its question was asked: answers to it are nobody's business yet."""
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
