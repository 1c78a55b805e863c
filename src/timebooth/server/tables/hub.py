"""All connections of one node, and the streams of tables that they subscribe to."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress

from timebooth.server.problems import Refusal
from timebooth.server.protocol import Goodbye, Here, Listen, StreamEnded
from timebooth.server.rates import Limits
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.lobby_watch import LobbyWatch
from timebooth.server.tables.presence import GONE_AFTER, Presence
from timebooth.server.tables.shared_presence import Share
from timebooth.server.tables.stream import Stream, Subscriber, encode_message
from timebooth.server.transport.connection import Connection, Text, encode
from timebooth.store.store import StoreError
from timebooth.tables.live_table import LiveTable
from timebooth.tables.messages import snapshot
from timebooth.tables.retrying import keep_running
from timebooth.tables.table import Audience, Change
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Live

HEARTBEAT = 20.0  # seconds
HOUSEKEEPING_EVERY = 1.0  # seconds
UNLOAD_AFTER = 300.0  # seconds in which nobody asked for a table
FINISH_WITHIN = 8.0  # seconds for all goodbyes
BACK_IN = 3.0  # seconds after which clients reconnect

log = logging.getLogger(__name__)


class Hub:
    """Adds and removes connections, and subscribes them to streams."""

    def __init__(
        self,
        tables: Tables,
        *,
        heartbeat: float = HEARTBEAT,
        gone_after: float = GONE_AFTER,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
        share: Share | None = None,
    ) -> None:
        """With `share`, presence is that of all nodes."""
        self.tables = tables
        self.clock = clock
        self.limits = limits or Limits()
        self.heartbeat = heartbeat
        self.connections: set[Connection] = set()
        self.by_person: dict[str, dict[Connection, None]] = {}
        """The connections of each guest, the oldest first."""
        self.by_address: Counter[str] = Counter()
        self.streams: dict[tuple[str, Audience], Stream] = {}
        self.stopping = False
        self.presence = Presence(tables, self._send_presence, gone_after, share)
        self.lobby = LobbyWatch(tables, self.by_person)
        self._tasks: list[asyncio.Task[None]] = []
        tables.live_tables.on_change = self._table_changed
        tables.live_tables.on_listed = self.lobby.listed
        tables.live_tables.sync.on_remote_write = self.lobby.remote
        tables.standings.on_repaired = self.lobby.note_all
        tables.live_tables.on_set_aside = self._set_aside
        tables.live_tables.on_resumed = self._expect_back
        tables.on_node_died = self._expect_players
        tables.on_dead_nodes = self.presence.forget_nodes

    # Opening and closing.

    async def open(self) -> None:
        """Start the background tasks; tables are resumed in the background, so serving starts at once."""
        try:
            await self.tables.sweeper.add_downtime()
        except StoreError as problem:
            log.warning("downtime was not added to the tables' deadlines, so some may close early: %s", problem)
        tasks = [self.tables.run, self._housekeeping, self.tables.sweeper.run, self.lobby.run]
        if self.presence.shared is not None:
            tasks.append(self.presence.shared.run)
        self._tasks = [asyncio.create_task(keep_running(task)) for task in tasks]

    def _expect_players(self) -> None:
        """Expect the players of a node that died to reconnect here.

        If they reconnect to another node, that node marks them as back at once.
        """
        for live in self.tables.live_tables.by_id.values():
            self._expect_back(live)

    def _expect_back(self, live: LiveTable) -> None:
        """Count players of a table in live pace as gone unless they connect in time."""
        if live.table.status == "running" and isinstance(live.table.settings.pace, Live):
            for seat, seat_state in enumerate(live.table.seats):
                if seat_state.person is not None and not seat_state.bot and seat_state.away_since is None:
                    self.presence.expect(live.table.id, seat)

    def _set_aside(self, live: LiveTable) -> None:
        """Disconnect everybody at a table that was set aside; when they reconnect they are told why."""
        for connection in {subscriber.connection for subscriber in self._subscribers_of(live)}:
            connection.leave(Goodbye("set_aside", BACK_IN))
        self.lobby.listed(live.table)
        self.lobby.note_all(live)

    def end_streams(self, table: str, key: str) -> None:
        """End all streams of a table; `error.<key>` tells everybody why."""
        live = self.tables.live_tables.by_id.get(table)
        if live is None:
            return
        for audience in tuple(live.subscribers):
            stream = self.streams.get((table, audience))
            for subscriber in tuple(stream.subscribers) if stream is not None else ():
                self.unsubscribe(subscriber.connection, table, audience)
                subscriber.connection.send(StreamEnded(table, audience, key))

    async def say_goodbye(self, back_in: float = BACK_IN) -> None:
        """Admit no new connections, finish the calls that were begun, and send a goodbye to everybody."""
        self.stopping = True
        await self.presence.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN):
                for connection in tuple(self.connections):
                    await connection.idle.wait()
                    connection.leave(Goodbye("stopping", back_in))
                while self.connections:
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        self.stopping = True
        await self.presence.close()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.tables.close()

    # Connections.

    def at_socket_limit(self, address: str) -> bool:
        """Return whether an address has reached its limit of sockets."""
        return self.by_address[address] >= self.limits.address_sockets

    def enter(self, guest: Guest, address: str = "") -> Connection:
        """Add a connection. If the guest has too many, the oldest is closed: the newest is the tab they look at."""
        connection = Connection(guest, self.clock(), address)
        self.connections.add(connection)
        self.by_address[address] += 1
        theirs = self.by_person.setdefault(guest.id, {})
        open_ones = [each for each in theirs if each.goodbye is None]
        for oldest in open_ones[: max(0, len(open_ones) + 1 - self.limits.guest_sockets)]:
            oldest.cut(Goodbye("elsewhere"))
        theirs[connection] = None
        return connection

    def exit(self, connection: Connection) -> None:
        """Remove a connection and its subscriptions."""
        connection.mark_gone()
        for table, audience in tuple(connection.streams):
            self.unsubscribe(connection, table, audience)
        self.lobby.leave(connection)
        self.connections.discard(connection)
        self.by_address[connection.address] -= 1
        if not self.by_address[connection.address]:
            del self.by_address[connection.address]
        theirs = self.by_person.get(connection.guest.id)
        if theirs is not None:
            theirs.pop(connection, None)
            if not theirs:
                del self.by_person[connection.guest.id]

    def rename(self, guest: Guest) -> None:
        """Give all connections of a guest the new name or colour."""
        for connection in self.by_person.get(guest.id, ()):
            connection.guest = guest

    # Streams.

    async def listen(self, connection: Connection, call: Listen, done: Text) -> None:
        """Subscribe a connection: send the reply, then a snapshot or exactly what was missed, then new messages."""
        table, audience = call.table, call.seat
        live = await self.tables.admit(table, connection.guest.person, audience, call.invitation)
        if connection.gone:
            return
        self.unsubscribe(connection, table, audience)
        self._check_streams(connection)
        now = live.table.message_numbers.get(audience, 0)
        subscriber = Subscriber(connection)
        self._add(subscriber, live, audience)
        if call.after is None or call.after > now:
            connection.send_text(done)
            subscriber.take(now, encode_message(table, audience, snapshot(live.table, audience, self.tables.clock())))
        elif call.after < now:
            await self._catch_up(subscriber, live, call, done)
        else:
            connection.send_text(done)
            subscriber.last = now
        connection.send(self.presence.here(table))
        if audience is not None and live.table.seats[audience].lost:
            self.presence.back(table, audience)

    def _check_streams(self, connection: Connection) -> None:
        """Refuse a stream beyond the limit of a connection or of a guest."""
        most = self.limits.socket_streams
        if len(connection.streams) >= most:
            raise Refusal(429, "call.too_many_streams", most=most)
        most = self.limits.guest_streams
        if sum(len(each.streams) for each in self.by_person.get(connection.guest.id, ())) >= most:
            raise Refusal(429, "call.too_many_streams", most=most)

    async def _catch_up(self, subscriber: Subscriber, live: LiveTable, call: Listen, done: Text) -> None:
        """Send the reply and what was missed; new messages are held back meanwhile."""
        assert call.after is not None
        connection = subscriber.connection
        subscriber.held = []
        subscriber.last = call.after
        try:
            missed = await self.tables.missed(
                call.table, connection.guest.person, call.seat, call.after, call.invitation
            )
        except StoreError as problem:
            log.warning("table %s: missed messages cannot be read, sending a snapshot instead: %s", call.table, problem)
            connection.send_text(done)
            subscriber.held = None
            number = live.table.message_numbers.get(call.seat, 0)
            subscriber.take(
                number, encode_message(call.table, call.seat, snapshot(live.table, call.seat, self.tables.clock()))
            )
            return
        except BaseException:
            # Otherwise it would hold everything back for ever.
            if connection.streams.get((call.table, call.seat)) is subscriber:
                self.unsubscribe(connection, call.table, call.seat)
            raise
        connection.send_text(done)
        for message in missed:
            await connection.wait_for_room()
            if message.number > subscriber.last:
                subscriber.last = message.number
                connection.send_text(encode_message(call.table, call.seat, message))
        subscriber.caught_up()

    def _add(self, subscriber: Subscriber, live: LiveTable, audience: Audience) -> None:
        key = live.table.id, audience
        stream = self.streams.get(key)
        if stream is None:
            stream = self.streams[key] = Stream(live, audience)
            self.tables.add_subscriber(live, audience, stream.publish)
        stream.subscribers.append(subscriber)
        subscriber.connection.streams[key] = subscriber
        self.tables.sweeper.visit(live.table.id)
        self.presence.connected(*key)

    def unsubscribe(self, connection: Connection, table: str, audience: Audience) -> None:
        """Unsubscribe a connection from a stream, if it subscribes to it."""
        subscriber = connection.streams.pop((table, audience), None)
        if subscriber is None:
            return
        stream = self.streams[table, audience]
        stream.subscribers.remove(subscriber)
        if not stream.subscribers:
            del self.streams[table, audience]
            self.tables.unsubscribe(stream.live, audience, stream.publish)
        self.presence.disconnected(table, audience)

    def _send_presence(self, here: Here) -> None:
        text = encode(here)
        live = self.tables.live_tables.by_id.get(here.table)
        if live is not None:
            for connection in {subscriber.connection for subscriber in self._subscribers_of(live)}:
                connection.send_text(text)

    def _subscribers_of(self, live: LiveTable) -> Iterator[Subscriber]:
        for audience in live.subscribers:
            stream = self.streams.get((live.table.id, audience))
            if stream is not None:
                yield from stream.subscribers

    # Changes of tables.

    def _table_changed(self, live: LiveTable, change: Change) -> None:
        table = live.table
        if change.seats or change.removed:
            for audience in tuple(live.subscribers):
                stream = self.streams.get((table.id, audience))
                for subscriber in stream.unauthorised() if stream is not None else ():
                    self.unsubscribe(subscriber.connection, table.id, audience)
                    if subscriber.connection.guest.id in table.removed:
                        subscriber.connection.send(StreamEnded(table.id, audience, "table.removed"))
            for seat, seat_state in enumerate(table.seats):
                if seat_state.lost and self.presence.is_here(table.id, seat):
                    self.presence.back(table.id, seat)
        self.lobby.changed(live, change)

    async def _housekeeping(self) -> None:
        """Once a second: cut silent connections, unload idle tables."""
        while True:
            await asyncio.sleep(HOUSEKEEPING_EVERY)
            now = self.clock()
            for connection in tuple(self.connections):
                if now - connection.heard_at > 2 * self.heartbeat and connection.idle.is_set():
                    connection.cut(Goodbye("silent", 1.0))
            self.tables.unload_idle(UNLOAD_AFTER)
