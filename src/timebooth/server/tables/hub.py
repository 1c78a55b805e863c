"""The house: one node's tables with all sockets that are in it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from timebooth.server.problems import Refusal
from timebooth.server.protocol import Goodbye, Here, Listen, LobbyChanged, StreamEnded
from timebooth.server.rates import Limits
from timebooth.server.sessions.guests import Guest
from timebooth.server.tables.presence import GONE_AFTER, Presence
from timebooth.server.tables.stream import Ear, Stream, told
from timebooth.server.transport.connection import Text, Visitor, written
from timebooth.store.store import StoreError
from timebooth.tables.live_table import LiveTable
from timebooth.tables.messages import snapshot
from timebooth.tables.retrying import keep_running
from timebooth.tables.table import Audience, Change
from timebooth.tables.tables import Tables
from timebooth.tables.wire import Live

HEARTBEAT = 20.0  # seconds
NUDGE_EVERY = 1.0  # seconds
FORGET_AFTER = 300.0  # seconds in which nobody asked for a table
FINISH_WITHIN = 8.0  # seconds
BACK_IN = 3.0  # seconds after which those who were here may come back

log = logging.getLogger(__name__)


class House:
    """Lets sockets in and out, and brings each what its streams say."""

    def __init__(
        self,
        tables: Tables,
        *,
        heartbeat: float = HEARTBEAT,
        gone_after: float = GONE_AFTER,
        limits: Limits | None = None,
    ) -> None:
        self.tables = tables
        self.limits = limits or Limits()
        self.heartbeat = heartbeat
        self.visitors: set[Visitor] = set()
        self.by_person: dict[str, dict[Visitor, None]] = {}
        """By guest, their sockets, the oldest first."""
        self.by_address: Counter[str] = Counter()
        self.streams: dict[tuple[str, Audience], Stream] = {}
        self.stopping = False
        self.presence = Presence(tables, self._tell_here, gone_after)
        self._lobby_changed = False
        self._nudges: set[Visitor] = set()
        self._tasks: list[asyncio.Task[None]] = []
        tables.live_tables.on_change = self._noticed
        tables.live_tables.sync.on_remote_write = self._elsewhere
        tables.live_tables.on_set_aside = self._closed_off
        tables.live_tables.on_resumed = self._expect_back
        tables.on_node_died = self._expect_players

    # Opening and closing.

    async def open(self) -> None:
        """Serve at once; tables are taken up in the background, however many there are."""
        try:
            await self.tables.sweeper.add_downtime()
        except StoreError as problem:
            log.warning("tables may close sooner by the time that no node was running: %s", problem)
        works = (self.tables.run, self._go_round, self.tables.sweeper.run)
        self._tasks = [asyncio.create_task(keep_running(work)) for work in works]

    def _expect_players(self) -> None:
        """Expect whoever sat at a screen of a node that died.

        Should they be at another node's screen, that node brings them back at once.
        """
        for live in self.tables.live_tables.by_id.values():
            self._expect_back(live)

    def _expect_back(self, live: LiveTable) -> None:
        """Whoever sits at a live table and has no screen here counts as gone unless they come in time."""
        if live.table.status == "running" and isinstance(live.table.settings.pace, Live):
            for seat, sitting in enumerate(live.table.seats):
                if sitting.person is not None and not sitting.bot and sitting.away_since is None:
                    self.presence.expect(live.table.id, seat)

    def _closed_off(self, live: LiveTable) -> None:
        """Send everybody at a table that was set aside away; when they come back they are told why."""
        for visitor in {ear.visitor for ear in self._ears_of(live)}:
            visitor.leave(Goodbye("set_aside", BACK_IN))

    async def say_goodbye(self, back_in: float = BACK_IN) -> None:
        """Let nobody in any more, finish what was begun, part kindly."""
        self.stopping = True
        await self.presence.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN):
                for visitor in tuple(self.visitors):
                    await visitor.idle.wait()
                    visitor.leave(Goodbye("stopping", back_in))
                while self.visitors:
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        self.stopping = True
        await self.presence.close()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.tables.close()

    # Sockets.

    def is_crowded(self, address: str) -> bool:
        """Whether an address has as many sockets as it may have."""
        return self.by_address[address] >= self.limits.address_sockets

    def enter(self, guest: Guest, address: str = "") -> Visitor:
        """Let a socket in. A guest with too many loses the oldest one: the tab in front of them is the newest."""
        visitor = Visitor(guest, time.monotonic(), address)
        self.visitors.add(visitor)
        self.by_address[address] += 1
        theirs = self.by_person.setdefault(guest.id, {})
        open_ones = [each for each in theirs if each.goodbye is None]
        for oldest in open_ones[: max(0, len(open_ones) + 1 - self.limits.guest_sockets)]:
            oldest.cut(Goodbye("elsewhere"))
        theirs[visitor] = None
        return visitor

    def exit(self, visitor: Visitor) -> None:
        visitor.went()
        for table, audience in tuple(visitor.ears):
            self.stop(visitor, table, audience)
        self.visitors.discard(visitor)
        self.by_address[visitor.address] -= 1
        if not self.by_address[visitor.address]:
            del self.by_address[visitor.address]
        theirs = self.by_person.get(visitor.guest.id)
        if theirs is not None:
            theirs.pop(visitor, None)
            if not theirs:
                del self.by_person[visitor.guest.id]

    def rename(self, guest: Guest) -> None:
        """Somebody has another name or colour now."""
        for visitor in self.by_person.get(guest.id, ()):
            visitor.guest = guest

    # Streams.

    async def listen(self, visitor: Visitor, call: Listen, done: Text) -> None:
        """Reply, then bring a snapshot, or exactly what was missed; from then on what happens."""
        table, audience = call.table, call.seat
        live = await self.tables.admit(table, visitor.guest.person, audience, call.invitation)
        if visitor.gone:
            return
        self.stop(visitor, table, audience)
        self._check_streams(visitor)
        now = live.table.numbers.get(audience, 0)
        ear = Ear(visitor)
        self._put(ear, live, audience)
        if call.after is None or call.after > now:
            visitor.say_text(done)
            ear.take(now, told(table, audience, snapshot(live.table, audience, self.tables.clock())))
        elif call.after < now:
            await self._catch_up(ear, live, call, done)
        else:
            visitor.say_text(done)
            ear.last = now
        visitor.say(self.presence.here(table))
        if audience is not None and live.table.seats[audience].lost:
            self.presence.back(table, audience)

    def _check_streams(self, visitor: Visitor) -> None:
        """Refuse one stream too many, of a socket or of all sockets of a guest."""
        most = self.limits.socket_streams
        if len(visitor.ears) >= most:
            raise Refusal(429, "call.too_many_streams", most=most)
        most = self.limits.guest_streams
        if sum(len(each.ears) for each in self.by_person.get(visitor.guest.id, ())) >= most:
            raise Refusal(429, "call.too_many_streams", most=most)

    async def _catch_up(self, ear: Ear, live: LiveTable, call: Listen, done: Text) -> None:
        """Reply and tell what was missed; what happens meanwhile is held back."""
        assert call.after is not None
        visitor = ear.visitor
        ear.held = []
        ear.last = call.after
        try:
            missed = await self.tables.missed(call.table, visitor.guest.person, call.seat, call.after, call.invitation)
        except StoreError as problem:
            log.warning("table %s: a snapshot stands in for what was missed: %s", call.table, problem)
            visitor.say_text(done)
            ear.held = None
            number = live.table.numbers.get(call.seat, 0)
            ear.take(number, told(call.table, call.seat, snapshot(live.table, call.seat, self.tables.clock())))
            return
        except BaseException:
            if visitor.ears.get((call.table, call.seat)) is ear:  # else it would hold everything back for ever
                self.stop(visitor, call.table, call.seat)
            raise
        visitor.say_text(done)
        for message in missed:
            await visitor.room()
            if message.number > ear.last:
                ear.last = message.number
                visitor.say_text(told(call.table, call.seat, message))
        ear.caught_up()

    def _put(self, ear: Ear, live: LiveTable, audience: Audience) -> None:
        key = live.table.id, audience
        stream = self.streams.get(key)
        if stream is None:
            stream = self.streams[key] = Stream(live, audience)
            self.tables.add_subscriber(live, audience, stream.hear)
        stream.ears.append(ear)
        ear.visitor.ears[key] = ear
        self.tables.sweeper.visit(live.table.id)
        self.presence.came(*key)

    def stop(self, visitor: Visitor, table: str, audience: Audience) -> None:
        ear = visitor.ears.pop((table, audience), None)
        if ear is None:
            return
        stream = self.streams[table, audience]
        stream.ears.remove(ear)
        if not stream.ears:
            del self.streams[table, audience]
            self.tables.unsubscribe(stream.live, audience, stream.hear)
        self.presence.went(table, audience)

    def _tell_here(self, here: Here) -> None:
        text = written(here)
        live = self.tables.live_tables.by_id.get(here.table)
        if live is not None:
            for visitor in {ear.visitor for ear in self._ears_of(live)}:
                visitor.say_text(text)

    def _ears_of(self, live: LiveTable) -> Iterator[Ear]:
        for audience in live.subscribers:
            stream = self.streams.get((live.table.id, audience))
            if stream is not None:
                yield from stream.ears

    # What the lobby should look at again.

    def _noticed(self, live: LiveTable, change: Change) -> None:
        table = live.table
        if change.seats or change.removed:
            for audience in tuple(live.subscribers):
                stream = self.streams.get((table.id, audience))
                for ear in stream.strangers() if stream is not None else ():
                    self.stop(ear.visitor, table.id, audience)
                    if ear.visitor.guest.id in table.removed:
                        ear.visitor.say(StreamEnded(table.id, audience, "table.removed"))
            for seat, sitting in enumerate(table.seats):
                if sitting.lost and self.presence.is_here(table.id, seat):
                    self.presence.back(table.id, seat)
        if (change.seats or change.ended) and table.public:
            self._lobby_changed = True
        if change.board or change.seats:
            for seat, sitting in enumerate(table.seats):
                if sitting.person is not None:
                    for visitor in self.by_person.get(sitting.person.id, ()):
                        if (table.id, seat) not in visitor.ears and not visitor.hears(table.id):
                            self._nudges.add(visitor)

    def _elsewhere(self) -> None:
        self._lobby_changed = True

    async def _go_round(self) -> None:
        """Nudge, look after those who are silent, forget tables that nobody asks for."""
        text = written(LobbyChanged())
        while True:
            await asyncio.sleep(NUDGE_EVERY)
            nudged, self._nudges = self._nudges, set()
            if self._lobby_changed:
                self._lobby_changed = False
                nudged |= {visitor for visitor in self.visitors if not visitor.ears}
            for visitor in nudged:
                visitor.say_text(text)
            now = time.monotonic()
            for visitor in tuple(self.visitors):
                if now - visitor.heard_at > 2 * self.heartbeat and visitor.idle.is_set():
                    visitor.cut(Goodbye("silent", 1.0))
            self.tables.unload_idle(FORGET_AFTER)
