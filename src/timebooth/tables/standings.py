"""How people stand at their tables: their seats, whether one is asked, whether they won.

It is stored for each person beside the listing, so that a lobby shows a person's tables without opening them. Whoever
appends to a log writes it, for all tables at once and every few seconds, so that an answer costs no write of its own.
A row says at which version of the log it was true. If the log goes on and the row does not, because a node died or is
of an older version, the first lobby that notices has it written again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from timebooth.kernel.errors import TimeboothError
from timebooth.store.store import Standing, StoreError
from timebooth.tables.facts import Person
from timebooth.tables.table import Table

if TYPE_CHECKING:
    from timebooth.tables.live_table import LiveTable
    from timebooth.tables.live_tables import LiveTables

WRITE_EVERY: Final = 2.0  # seconds
MAX_WRITTEN: Final = 100  # tables in one statement; between two of them, the event loop gets a turn
REPAIR_AFTER: Final = 6.0  # seconds; by then a node that is alive has written its standings
MAX_REPAIRS: Final = 1000  # tables that wait for it; further ones are found by the next lobby

log = logging.getLogger(__name__)


class Stands(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person may know of their own seats at a table, and nothing of the others'."""

    seats: tuple[int, ...] = ()
    asked: bool = False
    """Whether one of the seats owes an answer."""
    won: bool | None = None
    """Once the game is over."""
    moment: int = 0
    round: int | None = None
    """If the game's view has a `round`; `rounds` is how many there are, if the view has that as well."""
    rounds: int | None = None
    until: float | None = None
    """When the clock of a seat that is asked runs out."""


def stands(table: Table, person: Person) -> Stands:
    """Return how a person stands at a table."""
    seats = table.seats_of(person)
    outcome = table.match.state.outcome() if table.match is not None else None
    owed = [seat for seat in table.owes() if seat in seats and not table.played_by_bot(seat)]
    view = None if table.match is None else table.match.state.view(None)
    played_round: int | None = getattr(view, "round", None)
    return Stands(
        seats=seats,
        asked=bool(owed),
        won=None if outcome is None else any(seat in outcome.winners for seat in seats),
        moment=0 if table.match is None else table.match.moment,
        round=played_round,
        rounds=None if played_round is None else getattr(view, "rounds", None),
        until=min((end for end in map(table.clock_ends, owed) if end is not None), default=None),
    )


def since(table: Table) -> float:
    """Return when a table asked its question: when somebody answered is still secret."""
    return max(table.opened_at, table.asked_at)


def standings_of(table: Table) -> tuple[Standing, ...]:
    """Return how everybody stands who sits at a table, in the order of their ids."""
    people = {seat.person.id: seat.person for seat in table.seats if seat.person is not None}
    return tuple(
        Standing(table.id, id, table.version, not table.ended, since(table), msgspec.json.encode(stands(table, person)))
        for id, person in sorted(people.items())
    )


def read_standing(body: bytes | None) -> Stands | None:
    """Return a stored standing; None if there is none, or none that this version can read."""
    if body is None:
        return None
    try:
        return msgspec.json.decode(body, type=Stands)
    except msgspec.DecodeError:
        return None


class Standings:
    """The standings that this node has to write."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._store = live_tables.store
        self._unwritten: dict[str, LiveTable] = {}
        self.on_repaired: Callable[[LiveTable], None] | None = None
        """Called with a table whose standings no other node had written."""
        self._behind: dict[str, None] = {}
        """Tables whose standings were behind their logs when a lobby showed them."""

    def changed(self, live: LiveTable) -> None:
        """Take note that this node appended to a table."""
        self._unwritten[live.table.id] = live

    def repair_later(self, table: str) -> None:
        """Have the standings of a table written if no other node does that within seconds."""
        if len(self._behind) < MAX_REPAIRS:
            self._behind[table] = None

    async def run(self) -> None:
        """Write standings every few seconds, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_writing())
            group.create_task(self._keep_repairing())

    async def _keep_writing(self) -> None:
        while True:
            await asyncio.sleep(WRITE_EVERY)
            try:
                await self.write()
            except StoreError as problem:
                log.warning("standings are written later: %s", problem)

    async def _keep_repairing(self) -> None:
        while True:
            behind, self._behind = self._behind, {}
            await asyncio.sleep(REPAIR_AFTER)
            try:
                await self.repair(tuple(behind))
            except StoreError as problem:
                log.warning("standings are not repaired: %s", problem)

    async def write(self) -> None:
        """Write the standings of all tables to which this node appended since the last call."""
        while self._unwritten:
            some = list(self._unwritten.values())[:MAX_WRITTEN]
            for live in some:
                del self._unwritten[live.table.id]
            try:
                await self._write([live for live in some if live.listed_version < live.table.version])
            except BaseException:
                self._unwritten = {live.table.id: live for live in some} | self._unwritten
                raise

    async def _write(self, tables: list[LiveTable]) -> None:
        versions = [live.table.version for live in tables]
        if tables:
            await self._store.set_standings([each for live in tables for each in standings_of(live.table)])
        for live, version in zip(tables, versions, strict=True):
            live.listed_version = max(live.listed_version, version)

    async def repair(self, tables: tuple[str, ...]) -> None:
        """Open those of these tables whose standings are still behind their logs, and write them."""
        for table in await self._store.standings_behind(tables):
            try:
                live = await self._live_tables.get(table)
                await self.write_one(live)
                if self.on_repaired is not None:
                    self.on_repaired(live)
            except StoreError:
                raise
            except TimeboothError as problem:
                log.warning("the standings of table %s cannot be written: %s", table, problem)

    async def write_one(self, live: LiveTable) -> None:
        """Write the standings of one table."""
        await self._write([live])

    async def close(self) -> None:
        """Write what is left before this node stops."""
        try:
            await self.write()
        except StoreError as problem:
            log.warning("some standings are not written; the lobby will open their tables: %s", problem)
