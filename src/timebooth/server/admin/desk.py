"""Does what the operator asks for, at a running server or with a database that no server uses.

Tables are changed as everything else changes them: a fact is appended to the log, then applied and published.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec

from timebooth.server.admin import messages
from timebooth.server.admin.choices import Choices
from timebooth.server.admin.messages import AnyRequest, Seated, ServerShown, TableListed, TableShown
from timebooth.server.protocol import MyPasskey
from timebooth.store.store import Listing, StoreError
from timebooth.tables.authorisation import NotAllowed, close_by_operator, give_up_seat
from timebooth.tables.facts import Person
from timebooth.tables.listings import read_summary
from timebooth.tables.live_table import LiveTable
from timebooth.tables.personal_data import command_prefix, personal_data
from timebooth.tables.set_aside import SetAside
from timebooth.tables.tables import Tables
from timebooth.version import VERSION

log = logging.getLogger(__name__)

Erase = Callable[[str], Awaitable[bool]]
UNFINISHED = ("open", "running")
DELETE_AGAIN_AFTER = 10.0  # seconds: until then a listing or kept moments of a deleted table may still be written


class Desk:
    """Where requests of the operator arrive."""

    def __init__(self, tables: Tables, choices: Choices, erase: Erase) -> None:
        """`erase` erases a person, and returns whether everything known then is erased."""
        self.tables = tables
        self.store = tables.store
        self.choices = choices
        self._erase = erase
        self.sockets: Callable[[], int] | None = None
        """Returns how many sockets are open; None if no server is running."""
        self.end_streams: Callable[[str, str], None] = lambda _table, _key: None
        """Ends the streams of a table; `error.<key>` says why."""
        self.drain: Callable[[float], None] | None = None
        """Stops the server after so many seconds, and tells the load balancer at once."""
        self.draining = False
        self._deleted: dict[str, asyncio.Task[None]] = {}

    @property
    def deleting(self) -> bool:
        """Whether something of a deleted table may still be written."""
        return bool(self._deleted)

    async def close(self) -> None:
        """Finish the deletions that were begun."""
        for table, task in tuple(self._deleted.items()):
            task.cancel()
            await self.store.delete(table)

    async def answer(self, request: AnyRequest) -> Any:
        """Do what a request asks for; return the result, or raise a `TimeboothError` that says why not."""
        match request:
            case messages.ShowServer():
                return await self._show_server()
            case messages.ListTables():
                limit = min(request.limit, messages.MAX_LISTED)
                return [_listed(each) for each in await self.store.listings(request.status, limit=limit)]
            case messages.ShowTable():
                return await self._show(request.table)
            case messages.CloseTable():
                return await self._close(request.table)
            case messages.DeleteTable():
                return await self._delete(request.table)
            case messages.Ban():
                return await self._ban(request.person)
            case messages.Unban():
                return await self.choices.unban(request.person)
            case messages.ExportGuest():
                return await self._export(request.person, request.after)
            case messages.ForgetGuest():
                return await self._forget(request.person)
            case messages.SetReadOnly():
                return await self.choices.set_read_only(request.on)
            case messages.Drain():
                return self._drain(request.seconds)

    async def _show_server(self) -> ServerShown:
        await self.choices.look()
        live_tables = self.tables.live_tables
        return ServerShown(
            version=VERSION,
            running=self.sockets is not None,
            read_only=self.choices.read_only,
            draining=self.draining,
            sockets=0 if self.sockets is None else self.sockets(),
            live_tables=len(live_tables.by_id),
            set_aside=len(live_tables.set_aside),
            nodes=0 if self.sockets is None else len(self.tables.nodes.alive),
            banned=tuple(sorted(self.choices.banned)),
        )

    async def _show(self, table: str) -> TableShown:
        live = await self._current(table)
        shown = live.table
        listing = await self.store.listing(table)
        return TableShown(
            table=table,
            status=shown.status,
            closed=shown.closed or "",
            game=shown.settings.game,
            edition=shown.settings.edition,
            rules=shown.game.rules,
            public=shown.public,
            pace="" if listing is None else listing.pace,
            opened=shown.opened_at,
            updated=shown.changed_at if listing is None else listing.updated,
            facts=shown.version,
            log_bytes=live.log_bytes,
            watching=len(live.subscribers),
            people=_people(live),
        )

    async def _current(self, table: str) -> LiveTable:
        """Return a table with everything that other nodes wrote."""
        live = await self.tables.live_tables.get(table)
        await self.tables.live_tables.read_new(live)
        return live

    async def _close(self, table: str) -> None:
        live = await self._current(table)
        await self.tables.live_tables.write(live, "close_by_operator", lambda: close_by_operator(live.table))

    async def _delete(self, table: str) -> None:
        """Close a table, so that its players are told and nothing more is written to it, then delete it."""
        live: LiveTable | None = None
        try:
            live = await self._current(table)
            if not live.table.ended:
                await self._close(table)
        except SetAside:  # it cannot be opened, and nobody is there
            self.tables.live_tables.set_aside.pop(table, None)
        except NotAllowed:
            if await self.store.listing(table) is None:
                raise
        if live is not None:
            self.end_streams(table, "table.deleted")
            self.tables.live_tables.forget(live)
        await self.store.delete(table)
        task = self._deleted[table] = asyncio.create_task(self._delete_again(table))
        task.add_done_callback(lambda _: self._deleted.pop(table, None))

    async def _delete_again(self, table: str) -> None:
        """Remove what another node, or the keeper of this one, was writing when the table was deleted."""
        await asyncio.sleep(DELETE_AGAIN_AFTER)
        try:
            await self.store.delete(table)
        except StoreError as problem:
            log.warning("table %s is deleted, but perhaps not everything of it: %s", table, problem)

    async def _ban(self, person: str) -> None:
        """Ban a guest; bots play on in their seats, and at tables that have not begun the seats are free again."""
        await self._check_known(person)
        await self.choices.ban(person, self.tables.clock())
        for listing in await self.store.listings_of(person, messages.MAX_LISTED):
            if listing.status in UNFINISHED:
                with suppress(SetAside):
                    await self._give_up_seats(listing.table, person)

    async def _give_up_seats(self, table: str, person: str) -> None:
        live = await self._current(table)
        for seat in live.table.seats_of(Person(person, "")):
            with suppress(NotAllowed):
                await self._give_up(live, seat)

    async def _give_up(self, live: LiveTable, seat: int) -> None:
        command = f"banned:{seat}:{live.table.version}"
        await self.tables.live_tables.write(live, command, lambda: give_up_seat(live.table, seat))

    async def _export(self, person: str, after: str) -> dict[str, Any]:
        page = await personal_data(self.store, person, after)
        passkeys = (
            [] if after else [MyPasskey(each.credential, each.signs) for each in await self.store.passkeys_of(person)]
        )
        if not after and not passkeys and not page.tables and not page.next:
            await self._check_known(person)
        return {
            "id": person,
            "banned": person in self.choices.banned,
            "passkeys": msgspec.to_builtins(passkeys),
            "tables": [
                {"table": each.table, "game": each.game, "facts": [{"at": at, "fact": fact} for at, fact in each.facts]}
                for each in page.tables
            ],
            "next": page.next,
        }

    async def _forget(self, person: str) -> messages.Erased:
        await self._check_known(person)
        done = await self._erase(person)
        await self.choices.unban(person)  # their cookie is invalid for good
        return messages.Erased(done)

    async def _check_known(self, person: str) -> None:
        """Refuse a guest of whom nothing is stored: the id is probably mistyped."""
        if person in self.choices.banned or await self.store.passkeys_of(person):
            return
        if await self.store.session_epochs([person]) or await self.store.listings_of(person, 1):
            return
        after: str | None = ""
        while after is not None:
            found = await self.store.tables_by(command_prefix(person), after)
            if found.tables:
                return
            after = found.next
            await asyncio.sleep(0)
        raise NotAllowed("admin.no_such_guest", person=person)

    def _drain(self, seconds: float) -> None:
        if self.drain is None:
            raise NotAllowed("admin.no_server")
        self.draining = True
        self.drain(seconds)


def _listed(listing: Listing) -> TableListed:
    summary = read_summary(listing)
    return TableListed(
        table=listing.table,
        status=listing.status,
        game="" if summary is None else summary.game,
        public=listing.public,
        host="" if summary is None else summary.host,
        seats=0 if summary is None else len(summary.chairs),
        people=0 if summary is None else sum(chair.kind == "person" for chair in summary.chairs),
        updated=listing.updated,
    )


def _people(live: LiveTable) -> tuple[Seated, ...]:
    table = live.table
    return (
        Seated(role="host", name=table.host.name, person=table.host.id),
        *(
            Seated(role="player", name=seat.person.name, person=seat.person.id, seat=number, bot=seat.bot)
            for number, seat in enumerate(table.seats)
            if seat.person is not None
        ),
        *(
            Seated(role="spectator", name=person.name, person=person.id)
            for person in reversed(table.chat.speakers.values())
        ),
    )
