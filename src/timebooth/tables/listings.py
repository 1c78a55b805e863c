"""The listing of a table: what the store keeps of it beside its log, so that it can be found and shown."""

from __future__ import annotations

import msgspec

from timebooth.store.store import Listing
from timebooth.tables.standings import standings_of
from timebooth.tables.table import Table
from timebooth.tables.wire import Live, Summary


def listing_of(table: Table, updated: float) -> Listing:
    """Return the listing of a table as it is now."""
    summary = msgspec.json.encode(table.summary())
    people = tuple(sorted({seat.person.id for seat in table.seats if seat.person is not None}))
    pace = "live" if isinstance(table.settings.pace, Live) else "days"
    return Listing(
        table.id,
        table.status,
        table.public,
        updated,
        summary,
        people,
        host=table.host.id,
        pace=pace,
        standings=standings_of(table),
    )


def read_summary(listing: Listing) -> Summary | None:
    """Return a stored summary, without fields of a newer version; None if it cannot be read at all."""
    try:
        return msgspec.json.decode(listing.summary, type=Summary)
    except msgspec.ValidationError:
        stored: dict[str, object] = msgspec.json.decode(listing.summary, type=dict[str, object])
        known = {name: stored[name] for name in Summary.__struct_fields__ if name in stored}
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    try:
        return msgspec.convert(known, Summary)
    except msgspec.ValidationError:
        return None
