"""The data export of a person: the facts that their own commands wrote."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from timebooth.store.store import Entry, Store
from timebooth.tables import facts
from timebooth.tables.facts import Person

MAX_TABLES = 20  # on one page
MAX_FACTS = 500  # on one page
MAX_BYTES = 1_000_000  # after which a page ends; the last fact may go beyond


class OwnFact(NamedTuple):
    """One fact that a person wrote, and when."""

    at: float
    fact: dict[str, Any]


class OwnTable(NamedTuple):
    """The facts that a person wrote at one table, or some of them."""

    table: str
    game: str
    facts: list[OwnFact]


class Page(NamedTuple):
    """One page of the export, and where the next one starts; on the last page `next` is empty."""

    tables: list[OwnTable]
    next: str


def command_prefix(person: str) -> str:
    """Return the prefix of all commands of a person."""
    return f"{person}:"


async def personal_data(store: Store, person: str, after: str = "") -> Page:
    """Return a page of what a person wrote at all tables, without what others wrote and without secrets of a game."""
    after, _, version = after.partition(":")
    found = await store.tables_by(command_prefix(person), after)
    continued = [(after, int(version))] if version.isdecimal() else []
    tables: list[OwnTable] = []
    left, size = MAX_FACTS, 0
    for table, from_version in [*continued, *((table, 0) for table in found.tables)]:
        if len(tables) == MAX_TABLES or size > MAX_BYTES:
            return Page(tables, tables[-1].table)
        entries = await store.read_by(table, command_prefix(person), from_version, left)
        tables.append(OwnTable(table, await _game(store, table), [own_fact(entry) for entry in entries]))
        left -= len(entries)
        size += sum(len(entry.body) for entry in entries)
        if left == 0:
            return Page(tables, f"{table}:{entries[-1].version}")
    return Page(tables, found.next or "")


async def _game(store: Store, table: str) -> str:
    listing = await store.listing(table)
    try:
        game: str = msgspec.json.decode(listing.summary if listing is not None else b"", type=_Summary).game
    except (facts.Unreadable, msgspec.DecodeError):
        return ""
    return game


class _Summary(msgspec.Struct):
    game: str = ""


def own_fact(entry: Entry) -> OwnFact:
    """Return a fact without what only the table may know: seeds, invitations, the game that a fork continues."""
    try:
        written = facts.read(entry.body)
    except (facts.Unreadable, msgspec.DecodeError):
        return OwnFact(0.0, {"fact": "unreadable"})
    match written.fact:
        case facts.Opened() as opened:
            own = {"fact": "opened", "settings": opened.settings, "host": _shown(opened.host)}
        case facts.SatDown() as sat:
            own = {"fact": "sat_down", "seat": sat.seat, "person": _shown(sat.person)}
        case facts.Muted() | facts.Removed() as moderated:  # the id is another person's
            own = {"fact": type(moderated).__struct_config__.tag}
        case fact:
            own = msgspec.to_builtins(fact)
    return OwnFact(written.at, msgspec.to_builtins(own))


def _shown(person: Person) -> dict[str, str]:
    return {"name": person.name, "colour": person.colour}
