"""Shows the lobby to those who watch it: first all of it, then what changes, in batches.

Public tables are one page for everybody. When a listing has changed, the page is read again, by one query however many
people watch, and the difference is encoded once. A row of one's own goes to that guest only, and only after what the
guest may know: a new board, a change of seats, or an act of their own. That somebody else answered changes no row.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping

import msgspec

from timebooth.server.protocol import LobbyChanged, LobbyShown, Mine, OwnTables, PublicTables
from timebooth.server.tables.lobby import as_lobby, mine_at, own_tables, public_tables
from timebooth.server.transport.connection import Connection, Text, encode
from timebooth.store.store import Change as Notice
from timebooth.store.store import StoreError
from timebooth.tables.live_table import LiveTable
from timebooth.tables.retrying import retry_delay
from timebooth.tables.slicing import SLICE
from timebooth.tables.table import Change, Table
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Summary

BATCH_FOR = 0.3  # seconds; changes within them are sent in one message
MAX_ROWS = 40  # public tables in one message; the others follow with the next batch
MAX_GUESTS = 500  # guests who are sent rows of their own in one batch; the others follow
STANDINGS_AFTER = 2.5  # seconds: by then another node has written its standings

log = logging.getLogger(__name__)


class LobbyWatch:
    """The connections of one node that watch the lobby, and what they have been shown."""

    def __init__(self, tables: Tables, by_person: Mapping[str, Mapping[Connection, None]]) -> None:
        self._tables = tables
        self._by_person = by_person
        self.watchers: set[Connection] = set()
        self._joining: set[Connection] = set()
        """Watchers who are about to be shown everything."""
        self._page: dict[str, Summary] | None = None
        """The public tables as all watchers know them; None if they have to be read."""
        self._page_outdated = False
        self._all_outdated = False
        """Whether anything may have changed."""
        self.noted: dict[str, set[str]] = {}
        """By guest, the tables whose rows may have changed."""
        self._due: dict[str, float] = {}
        """Guests at whose tables another node wrote, and when to read their rows."""
        self._rows: dict[str, dict[str, int]] = {}
        """By guest and table, a hash of the row that they were shown."""
        self._people_at: dict[str, set[str]] = {}
        """The guests in `_rows` by table."""
        self._wake = asyncio.Event()

    # Watching.

    async def watch(self, connection: Connection, done: Text) -> None:
        """Show the lobby to a connection: send the reply, then everything; from now on it is sent what changes."""
        self.watchers.add(connection)
        self._joining.add(connection)
        try:
            own = await own_tables(self._tables, connection.guest)
            page = self._page
            while page is None:
                found = {summary.table: summary for summary in await public_tables(self._tables)}
                page = self._page = self._page if self._page is not None else found
        except BaseException:
            self.leave(connection)
            raise
        if connection not in self.watchers:  # it is gone
            return
        self._show_others(connection.guest.id, own)
        self._joining.discard(connection)
        connection.send_text(done)
        connection.send(LobbyShown(as_lobby(page.values(), own)))

    def leave(self, connection: Connection) -> None:
        """Forget a connection that does not watch the lobby any more."""
        self.watchers.discard(connection)
        self._joining.discard(connection)
        if not self.watchers:
            self._page = None
        if not self._watching(connection.guest.id):
            self._forget(connection.guest.id)

    def _watching(self, person: str) -> list[Connection]:
        return [connection for connection in self._by_person.get(person, ()) if connection in self.watchers]

    def _forget(self, person: str) -> None:
        self.noted.pop(person, None)
        self._due.pop(person, None)
        for table in self._rows.pop(person, {}):
            self._forget_at(table, person)

    def _forget_at(self, table: str, person: str) -> None:
        people = self._people_at.get(table, set())
        people.discard(person)
        if not people:
            self._people_at.pop(table, None)

    # What changed.

    def listed(self, table: Table) -> None:
        """Take note that the listing of a table was written."""
        if table.public and self.watchers:
            self._page_outdated = True
            self._wake.set()

    def changed(self, live: LiveTable, change: Change) -> None:
        """Take note of a change at a table, for those who may know of it."""
        everybody = change.board or change.seats or change.ended
        people = {
            seat.person.id
            for number, seat in enumerate(live.table.seats)
            if seat.person is not None and (everybody or number in change.own)
        }
        self.note({*people, change.left, change.removed}, live.table.id)

    def note_all(self, live: LiveTable) -> None:
        """Take note that the row of everybody at a table may have changed."""
        self.note({seat.person.id for seat in live.table.seats if seat.person is not None}, live.table.id)

    def note(self, people: Iterable[str], table: str) -> None:
        """Take note that the rows of these people at a table may have changed."""
        for person in people:
            if self.watchers and self._watching(person):
                self.noted.setdefault(person, set()).add(table)
                self._wake.set()

    def remote(self, notice: Notice) -> None:
        """Take note that another node wrote to a table, or that notices of it may have been lost."""
        if not self.watchers:
            return
        if notice.table is None:
            self._all_outdated = True
        else:
            if notice.listed:
                self._page_outdated = True
            if notice.table not in self._tables.live_tables.by_id:
                due = asyncio.get_running_loop().time() + STANDINGS_AFTER
                for person in self._people_at.get(notice.table, ()):
                    self._due.setdefault(person, due)
        self._wake.set()

    # Telling it.

    async def run(self) -> None:
        """Send what changed, in batches, until cancelled."""
        failures = 0
        while True:
            if not self._due:
                await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(BATCH_FOR)
            try:
                await self.publish()
                failures = 0
            except StoreError as problem:
                log.warning("changes of the lobby are sent later: %s", problem)
                await asyncio.sleep(retry_delay(failures))
                failures += 1
                self._wake.set()

    async def publish(self) -> None:
        """Send what changed since the last call; if the store fails, what was not sent is kept."""
        if self._all_outdated:
            self._have_all_look_again()
        if self._page_outdated:
            await self._publish_page()
        for number, person in enumerate(tuple(self.noted)[:MAX_GUESTS], start=1):
            await self._publish_own(person)
            if number % SLICE == 0:
                await asyncio.sleep(0)
        now = asyncio.get_running_loop().time()
        for person in [person for person, due in self._due.items() if due <= now][:MAX_GUESTS]:
            await self._publish_remote(person)
        if self.noted or self._page_outdated:
            self._wake.set()

    def _have_all_look_again(self) -> None:
        self._all_outdated = self._page_outdated = False
        self._page = None
        self.noted.clear()
        self._due.clear()
        text = encode(LobbyChanged())
        for connection in tuple(self.watchers):
            connection.send_text(text)

    async def _publish_page(self) -> None:
        """Send the public rows that changed; as many as fit, and the others with the next batch."""
        self._page_outdated = False
        try:
            found = {summary.table: summary for summary in await public_tables(self._tables)}
        except BaseException:
            self._page_outdated = True
            raise
        page = self._page
        if page is None:  # whoever watches now is about to be shown everything
            return
        gone = tuple(table for table in page if table not in found)
        changed = [summary for table, summary in found.items() if page.get(table) != summary]
        sent = tuple(changed[:MAX_ROWS])
        self._page_outdated = self._page_outdated or len(changed) > len(sent)
        if sent or gone:
            for table in gone:
                del page[table]
            page.update((summary.table, summary) for summary in sent)
            text = encode(PublicTables(sent, gone))
            for connection in tuple(self.watchers - self._joining):
                connection.send_text(text)

    async def _publish_own(self, person: str) -> None:
        """Send a guest the rows that were noted: from memory, or from the store if a table is not there any more."""
        watching = self._watching(person)
        tables = self.noted.pop(person, set())
        if not watching or not tables:
            return
        if not self._joining.isdisjoint(watching):  # what it is shown may be older
            self.noted[person] = set(tables)
        guest, live_tables = watching[0].guest, self._tables.live_tables.by_id
        rows: dict[str, Mine] = {}
        try:
            if not tables <= live_tables.keys():
                rows = {
                    row.summary.table: row
                    for row in await own_tables(self._tables, guest)
                    if row.summary.table in tables
                }
        except BaseException:
            self.noted[person] = tables | self.noted.get(person, set())
            raise
        for table in tables & live_tables.keys():
            rows.pop(table, None)
            live = live_tables[table]
            if live.table.seats_of(guest.person):
                rows[table] = mine_at(self._tables, guest, live, self._tables.clock())
        self._send_own(person, rows.values(), tables - rows.keys())

    async def _publish_remote(self, person: str) -> None:
        """Send a guest the rows that another node has changed, and no others."""
        watching = self._watching(person)
        if watching:
            own = await own_tables(self._tables, watching[0].guest)
            self._show_others(person, own)
        self._due.pop(person, None)

    def _show_others(self, person: str, own: Iterable[Mine]) -> None:
        """Remember all rows of a guest; send those that changed to the connections that were shown others."""
        rows = {row.summary.table: row for row in own}
        shown = self._rows.get(person, {})
        changed = [row for table, row in rows.items() if shown.get(table) != _hash(row)]
        self._send_own(person, changed, shown.keys() - rows.keys())

    def _send_own(self, person: str, rows: Iterable[Mine], gone: Iterable[str]) -> None:
        changed, left = tuple(rows), tuple(sorted(gone))
        shown = self._rows.setdefault(person, {})
        for row in changed:
            shown[row.summary.table] = _hash(row)
            self._people_at.setdefault(row.summary.table, set()).add(person)
        for table in left:
            shown.pop(table, None)
            self._forget_at(table, person)
        to = [connection for connection in self._watching(person) if connection not in self._joining]
        if to and (changed or left):
            text = encode(OwnTables(changed, left))
            for connection in to:
                connection.send_text(text)


def _hash(row: Mine) -> int:
    """Return a hash of a row without the time at which its table closes, which moves with every visit."""
    return hash(encode(OwnTables((msgspec.structs.replace(row, closes_at=None),), ())))
