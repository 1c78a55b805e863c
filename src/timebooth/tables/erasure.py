"""Erases a person: removes their name, chat and notes from the logs, and gives their seats to bots.

Logs are rewritten only here. Entries keep their version, time and kind, and the answers stay, because they are the
other players' game too: the table can still be played, replayed and verified.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

import msgspec

from timebooth.store.store import MAX_ENTRIES, Append, Entry, Listing
from timebooth.tables import facts
from timebooth.tables.facts import AnyFact, Person, Written
from timebooth.tables.listings import listing_of
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.personal_data import command_prefix
from timebooth.tables.table import Table
from timebooth.tables.upgrade_plan import plan_of
from timebooth.tables.wire import Settings, Summary

ERASED = "erased-"
ID_BYTES = 12
MAX_TRIES = 50  # while others go on writing to the same log
SLICE = 200  # entries that are rewritten before the event loop gets a turn

NameIn = Callable[[str], str]
"""Returns the name that stands for an erased person, in a language."""

log = logging.getLogger(__name__)


async def erase_everywhere(live_tables: LiveTables, person: str, name_in: NameIn) -> int:
    """Erase a person from every table; return from how many. It may be interrupted and repeated."""
    erased = 0
    after: str | None = ""
    while after is not None:
        found = await live_tables.store.tables_by(command_prefix(person), after)
        for table in found.tables:
            await erase_from(live_tables, table, person, name_in)
            erased += 1
        after = found.next
    # Another node may meanwhile have written a listing from an older state.
    for listing in await live_tables.store.listings_of(person, MAX_ENTRIES):
        await erase_from(live_tables, listing.table, person, name_in)
        erased += 1
    return erased


async def erase_from(live_tables: LiveTables, table: str, person: str, name_in: NameIn) -> None:
    """Erase a person from one table, in one transaction, and reload the table on every node."""
    for _ in range(MAX_TRIES):
        entries = await live_tables.store.read(table)
        erasure = Erasure(person, entries, name_in)
        await erasure.rewrite()
        kept = await live_tables.store.listing(table)
        folded = _fold(live_tables, table, erasure.entries)
        if folded is None:
            added, listing = [], None if kept is None else erasure.redacted_listing(kept)
        else:
            added = _give_up_seats(folded, erasure.stand_in.id, len(entries), live_tables.clock())
            listing = listing_of(folded, live_tables.clock() if kept is None else kept.updated)
            listing = listing._replace(people=tuple(each for each in listing.people if not each.startswith(ERASED)))
        written = await live_tables.store.rewrite(table, len(entries), erasure.changed, added, listing)
        if written is Append.DONE:
            live = live_tables.by_id.get(table)
            if live is not None:
                await live_tables.sync.reload(live)
            if folded is not None:
                live_tables.listed(folded)
            return
    log.warning("table %s: others kept writing, so nobody is erased from it yet; tried again later", table)


class Erasure:
    """The log of one table without a person."""

    def __init__(self, person: str, entries: list[Entry], name_in: NameIn) -> None:
        self.person = person
        self.entries = entries
        self.changed: list[Entry] = []
        self.stand_in = Person(f"{ERASED}{secrets.token_hex(ID_BYTES)}", "")
        self.names: set[str] = set()
        """The names that the person had at this table."""
        self._name_in = name_in

    async def rewrite(self) -> None:
        """Rewrite the entries of the person's own commands, and those with which the host muted or removed them."""
        prefix = command_prefix(self.person)
        rewritten: list[Entry] = []
        for number, entry in enumerate(self.entries):
            if number == 0:
                self._name_stand_in(entry)
            if entry.command.startswith(prefix):
                command = f"{self.stand_in.id}:{entry.command.removeprefix(prefix)}"
                entry = Entry(entry.version, command, self._body(entry.body))
                self.changed.append(entry)
            elif self.person.encode() in entry.body:
                entry = entry._replace(body=self._without_id(entry.body))
                self.changed.append(entry)
            rewritten.append(entry)
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        self.entries = rewritten

    def _name_stand_in(self, first: Entry) -> None:
        """Name the stand-in in the language of the table."""
        try:
            fact = facts.read(first.body).fact
        except facts.Unreadable:
            fact = None
        lang = fact.settings.lang if isinstance(fact, facts.Opened) else "en"
        self.stand_in = msgspec.structs.replace(self.stand_in, name=self._name_in(lang))

    def _body(self, body: bytes) -> bytes:
        try:
            written = facts.read(body)
            return facts.write(written.at, self._fact(written))[0]
        except (facts.Unreadable, facts.NotStorable):
            return self._without_id(body)

    def _without_id(self, body: bytes) -> bytes:
        """Replace the id wherever it occurs: it is random, so nothing else looks like it."""
        return body.replace(self.person.encode(), self.stand_in.id.encode())

    def _fact(self, written: Written) -> AnyFact:
        match written.fact:
            case facts.Opened() as opened:
                self.names |= {opened.host.name, *(place.name for place in opened.settings.places if place.name)}
                settings = without_names(opened.settings)
                origin = opened.origin
                if origin is not None:
                    header = msgspec.structs.replace(origin.header, names=())
                    origin = msgspec.structs.replace(origin, header=header)
                return msgspec.structs.replace(opened, settings=settings, host=self.stand_in, origin=origin)
            case facts.SatDown() as sat:
                if sat.person.name:
                    self.names.add(sat.person.name)
                return facts.SatDown(sat.seat, self.stand_in)
            case facts.Said() as said:
                return facts.Said(self.stand_in.name, "", said.seat, reaction=said.reaction)
            case facts.Noted() as noted:
                return facts.Noted(noted.seat, "")
            case facts.SleepSet() as sleep:
                return facts.SleepSet(sleep.seat)
            case fact:
                return fact

    def redacted_listing(self, kept: Listing) -> Listing:
        """Return the listing of a table that cannot be opened, without the person's names."""
        try:
            summary = msgspec.json.decode(kept.summary, type=Summary)
        except msgspec.DecodeError:
            return kept
        stand_in = self.stand_in.name
        chairs = tuple(
            msgspec.structs.replace(chair, name=stand_in, colour="", sleep=None) if chair.name in self.names else chair
            for chair in summary.chairs
        )
        if summary.host in self.names:
            settings = without_names(summary.settings)
            summary = msgspec.structs.replace(summary, host=stand_in, settings=settings)
        summary = msgspec.structs.replace(summary, chairs=chairs)
        people = tuple(each for each in kept.people if each != self.person)
        return kept._replace(summary=msgspec.json.encode(summary), people=people)


def without_names(settings: Settings) -> Settings:
    """Return the settings of a table without the names that its host gave to places."""
    places = tuple(msgspec.structs.replace(place, name="") for place in settings.places)
    return msgspec.structs.replace(settings, places=places)


def _fold(live_tables: LiveTables, table: str, entries: list[Entry]) -> Table | None:
    """Return the table of a log, or None if it cannot be opened."""
    folded = Table(table, live_tables.find_game, plan_of(entries))
    try:
        for entry in entries:
            folded.apply(entry.version, facts.read(entry.body))
    except Exception as problem:
        log.warning("table %s cannot be opened while somebody is erased from it: %r", table, problem)
        return None
    return folded if entries else None


def _give_up_seats(table: Table, person: str, version: int, now: float) -> list[Entry]:
    """Return the entries that give up a person's seats, already applied to the table."""
    added: list[Entry] = []
    for seat in table.seats_of(Person(person, "")):
        if table.status == "open":
            fact: AnyFact = facts.StoodUp(seat)
        elif table.status == "running" and not table.seats[seat].bot:
            fact = facts.TakenOver(seat)
        else:
            continue
        version += 1
        body, written = facts.write(max(now, table.changed_at), fact)
        table.apply(version, written)
        added.append(Entry(version, f"erased:{seat}:{version}", body))
    return added
