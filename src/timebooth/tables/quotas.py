"""Limits on what one guest, one address and one table may take up."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from timebooth.store.store import Count
from timebooth.tables import wire
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.facts import Person
from timebooth.tables.table import Table
from timebooth.tables.wire import Live, Settings

KIB = 1024
MIB = 1024 * KIB

Number = Annotated[int, Meta(ge=0)]
Rate = Annotated[float, Meta(ge=0)]


def _about(text: str) -> Meta:
    return Meta(description=text)


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of one server; generous for people, not for programs."""

    open_tables: Annotated[Number, _about("Tables of one guest whose game has not begun.")] = 12
    public_tables: Annotated[Number, _about("Of these, the tables that the lobby offers to everybody.")] = 3
    live_tables: Annotated[Number, _about("Running live games that one guest has opened.")] = 40
    slow_tables: Annotated[Number, _about("Running games at a pace of days that one guest has opened.")] = 100
    address_factor: Annotated[Number, _about("One address may have so many times the tables of one guest.")] = 5
    joined_tables: Annotated[Number, _about("Open and running tables at which one guest sits.")] = 60
    lobby_per_host: Annotated[Number, _about("Open tables, and running ones, of one host that the lobby shows.")] = 3
    waiting_acts: Annotated[Number, _about("Acts of one guest that may wait their turn at one table.")] = 8
    chat_burst: Annotated[Rate, _about("Lines of chat that one guest may send at once…")] = 5
    chat_per_second: Annotated[Rate, _about("…and per second from then on, at all tables together.")] = 1
    spectator_chat_burst: Annotated[Rate, _about("Lines that all spectators of a table may send at once…")] = 20
    spectator_chat_per_second: Annotated[Rate, _about("…and per second from then on.")] = 2
    spectator_chat_bytes: Annotated[Number, _about("Chat of all spectators of a table, in bytes.")] = 256 * KIB
    player_chat_bytes: Annotated[Number, _about("Chat of all players of a table, in bytes.")] = 512 * KIB
    guest_chat_bytes: Annotated[Number, _about("Chat of one guest at one table, in bytes.")] = 128 * KIB
    note_bytes: Annotated[Number, _about("All versions of one guest's notes at one table, in bytes.")] = 512 * KIB
    order_bytes: Annotated[Number, _about("All standing orders of one guest at one table, in bytes.")] = 256 * KIB
    log_bytes: Annotated[Number, _about("A table's log beyond which only the game goes on, in bytes.")] = 8 * MIB
    game_log_bytes: Annotated[Number, _about("A table's log beyond which no act of a person is taken.")] = 32 * MIB


UNLIMITED = Quotas(**dict.fromkeys(Quotas.__struct_fields__, 10**12))
"""For tests and benchmarks."""


class Held(NamedTuple):
    """The unfinished tables of one guest or one address."""

    open: int = 0
    public: int = 0
    live: int = 0
    slow: int = 0


def held(counts: list[Count], under_way: int = 0) -> Held:
    """Add up what the store counted, and the tables that are being opened at this moment, whatever their kind."""
    open_ones = [count for count in counts if count.status == "open"]
    running = [count for count in counts if count.status == "running"]
    return Held(
        open=under_way + sum(count.tables for count in open_ones),
        public=under_way + sum(count.tables for count in open_ones if count.public),
        live=under_way + sum(count.tables for count in running if count.pace != "days"),
        slow=under_way + sum(count.tables for count in running if count.pace == "days"),
    )


def check_new_table(settings: Settings, mine: Held, here: Held, quotas: Quotas) -> None:
    """Refuse a new table to somebody who has too many, or whose address has."""
    match _too_many(settings, mine, quotas, 1):
        case "live":
            raise NotAllowed("quota.live_tables", count=mine.live)
        case "slow":
            raise NotAllowed("quota.slow_tables", count=mine.slow)
        case "open":
            raise NotAllowed("quota.open_tables", count=mine.open)
        case "public":
            raise NotAllowed("quota.public_tables", count=mine.public)
    if _too_many(settings, here, quotas, quotas.address_factor):
        raise NotAllowed("quota.address_tables")


def _too_many(settings: Settings, held: Held, quotas: Quotas, times: int) -> str:
    """Return which limit a new table would exceed, if any."""
    if isinstance(settings.pace, Live):
        if held.live >= times * quotas.live_tables:
            return "live"
    elif held.slow >= times * quotas.slow_tables:
        return "slow"
    if any(place.kind == "open" for place in settings.places):
        if settings.visibility == "public" and held.public >= times * quotas.public_tables:
            return "public"
        if held.open >= times * quotas.open_tables:
            return "open"
    return ""


def check_action(table: Table, log_bytes: int, person: Person, action: wire.Action, quotas: Quotas) -> None:
    """Refuse an action for which the log has no room; answers are refused last."""
    extras = isinstance(action, wire.Say | wire.React | wire.Note | wire.GiveOrders | wire.SetSleep | wire.Sit)
    if log_bytes >= (quotas.log_bytes if extras else quotas.game_log_bytes):
        raise NotAllowed("quota.log_bytes")
    written = table.chat.bytes_written
    match action:
        case wire.Say() | wire.React():
            size = len((action.text if isinstance(action, wire.Say) else action.reaction).encode())
            group, limit = (
                ("spectators", quotas.spectator_chat_bytes)
                if action.seat is None
                else ("players", quotas.player_chat_bytes)
            )
            if written["chat", group] + size > limit:
                raise NotAllowed("quota.chat_full")
            if written["chat", person.id] + size > quotas.guest_chat_bytes:
                raise NotAllowed("quota.chat_bytes")
        case wire.Note():
            if written["note", person.id] + len(action.text.encode()) > quotas.note_bytes:
                raise NotAllowed("quota.note_bytes")
        case wire.GiveOrders():
            size = len(msgspec.json.encode(action.orders))
            if written["orders", person.id] + size > quotas.order_bytes:
                raise NotAllowed("quota.order_bytes")
