"""Tables, as a server or a test uses them.

    tables = Tables(store, bot_runner=BotProcesses(find_game))
    opened = await tables.create(person, "c1", Settings(...))          # also: rematch, fork, import_record
    stop = await tables.subscribe(opened.table, person, seat, callback)  # callback(Message) must return at once
    await tables.act(opened.table, person, "c2", Answer(...))          # an Ack, or a TimeboothError that says why
    await tables.missed(opened.table, person, seat, after)             # the messages of a stream after a number
    await tables.run()                                                 # windows, bots, clocks, other nodes

The server says who a person is, and a seat's stream goes only to whoever sits there. Every command has an id from its
sender and is done once. Clock and entropy are passed in. All structs that cross the wire are in `wire`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from itertools import count
from typing import Final

import msgspec

from timebooth.bots.roster import bot_types
from timebooth.kernel.chance import SEED_BYTES, KeyedRng
from timebooth.kernel.errors import TimeboothError
from timebooth.registry import find_game
from timebooth.store.store import Store, StoreError
from timebooth.tables import facts, forks, history
from timebooth.tables.authorisation import NotAllowed, check_entry, check_host, decide, mark_found, mark_lost
from timebooth.tables.bot_jobs import BotRunner
from timebooth.tables.buckets import Buckets
from timebooth.tables.clocks import SteadyClock
from timebooth.tables.dormant import DormantTables
from timebooth.tables.facts import AnyFact, Person
from timebooth.tables.keeper import Keeper, Show
from timebooth.tables.listings import read_summary
from timebooth.tables.live_table import LiveTable, Subscriber
from timebooth.tables.live_tables import SOON, LiveTables
from timebooth.tables.messages import snapshot
from timebooth.tables.new_table import rematch_settings
from timebooth.tables.nodes import BEAT_EVERY, DEAD_AFTER, Nodes, version_here
from timebooth.tables.opening import Opener, Reservations, table_id
from timebooth.tables.preview import preview
from timebooth.tables.quotas import Quotas, check_action
from timebooth.tables.retention import Retention
from timebooth.tables.retrying import keep_running
from timebooth.tables.scheduler import Scheduler
from timebooth.tables.slicing import Turns
from timebooth.tables.standings import Standings
from timebooth.tables.sweeper import Sweeper
from timebooth.tables.table import MAX_BEHIND, Audience, FindGame
from timebooth.tables.wire import (
    Ack,
    Action,
    Message,
    Moment,
    Opened,
    React,
    Say,
    Settings,
    Sit,
    Spectator,
    Story,
    Summary,
    Told,
)
from timebooth.tables.write_queue import Rank

LOOKS_UNTIL_RESUMED: Final = 30  # after so many looks into the store, its awake tables are read again
LIMITS = ("call.", "quota.")  # the keys of refusals that limit how much a person may do begin so

log = logging.getLogger(__name__)


class Tables:
    """The tables of one node."""

    def __init__(
        self,
        store: Store,
        *,
        bot_runner: BotRunner,
        find_game: FindGame = find_game,
        clock: Callable[[], float] | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        beat_every: float = BEAT_EVERY,
        dead_after: float = DEAD_AFTER,
        retention: Retention = Retention(),  # noqa: B008 - frozen
        pause_unwatched: bool = True,
        quotas: Quotas | None = None,
        show: Show | None = None,
    ) -> None:
        """With `pause_unwatched=False`, tables of bots go on while nobody watches: for tests and tools."""
        self.store = store
        self.clock = clock = clock or SteadyClock()
        self.quotas = quotas = quotas or Quotas()
        self.beat_every = beat_every
        self.nodes = Nodes(store, version=version_here(find_game), dead_after=dead_after)
        self.on_node_died: Callable[[], None] | None = None
        """Called when another node died and its tables are here: nobody expects those who were connected to it."""
        self.on_dead_nodes: Callable[[frozenset[str]], None] | None = None
        """Called at once with nodes that died or left."""
        self._node_died = False
        self._may_miss_ends = True
        """Whether a node may have been killed, perhaps the one before this one, before it had kept what just ended."""
        self.scheduler = Scheduler(clock, bot_runner, self.nodes.owns, pause_unwatched=pause_unwatched)
        self.live_tables = LiveTables(store, find_game, clock, self.scheduler.update)
        self.live_tables.owns = self.nodes.owns
        self.live_tables.until_upgrade = self.nodes.until_in_charge
        self.live_tables.max_waiting = quotas.waiting_acts
        self.keeper = Keeper(self.live_tables, store, clock, show)
        self.dormant = DormantTables(self.live_tables, clock, self.scheduler.earliest_deadline)
        self.live_tables.on_unload = self._unloaded
        self.standings = Standings(self.live_tables)
        self.live_tables.on_append = self.standings.changed
        self.sweeper = Sweeper(self.live_tables, clock, retention)
        self.turns = Turns()
        self._opener = Opener(self.live_tables, quotas, entropy)
        self._chat_lines = Buckets(quotas.chat_burst, quotas.chat_per_second, clock)
        self._spectator_lines = Buckets(quotas.spectator_chat_burst, quotas.spectator_chat_per_second, clock)
        self._sitting_down = Reservations()

    # Opening tables.

    async def create(self, person: Person, command: str, settings: Settings, *, address: str = "") -> Opened:
        """Open a table; the game begins when every seat is taken. The same command returns the same table.

        `address`, here and below, stands for the network address that asks: it may have so many tables only.
        """
        name = table_id("table", person.id, command)
        return await self._opener.open(name, person, command, settings, address=address)

    async def fork(
        self,
        table: str,
        person: Person,
        command: str,
        settings: Settings,
        moment: int,
        seat: int = 0,
        *,
        address: str = "",
    ) -> Opened:
        """Open a table that continues a game from one of its moments, with new chance.

        A finished game continues as it was. A running one continues from a world sampled for `seat`, which must be
        the person's own.
        """
        old = (await self.live_tables.get(table)).table
        theirs = old.settings
        same = msgspec.structs.replace(settings, game=theirs.game, edition=theirs.edition, options=theirs.options)
        name = table_id("fork", person.id, command)
        if old.ended:
            imported = old.origin is not None and old.origin.imported
            async with self.turns.turn(person.id):
                record = history.finished(old).record
                origin = await forks.origin(old.game, record, moment, imported=imported)
            return await self._opener.open(name, person, command, same, len(old.seats), origin, address=address)
        await self.admit(table, person, seat, "")
        position = forks.sample_world(old, seat, moment, KeyedRng(self._opener.entropy(SEED_BYTES)))
        return await self._opener.open(name, person, command, same, len(old.seats), position=position, address=address)

    async def import_record(
        self, person: Person, command: str, settings: Settings, record: str, *, address: str = ""
    ) -> Opened:
        """Open a table with an imported game: a finished one to replay and fork, another one to continue."""
        async with self.turns.turn(person.id):
            origin = await forks.imported(self.live_tables.find_game(settings.game, settings.edition), record)
        same = msgspec.structs.replace(settings, options=origin.header.options)
        name = table_id("record", person.id, command)
        return await self._opener.open(name, person, command, same, origin.header.seats, origin, address=address)

    async def rematch(self, table: str, person: Person, command: str, *, address: str = "") -> Opened:
        """Open a table for the same players, unless one of them has; and sit down at it.

        The host may ask without a seat: a television that opened the table for phones.
        """
        live = await self.live_tables.get(table)
        history.finished(live.table)
        seats = live.table.seats_of(person)
        people = any(seat.person is not None for seat in live.table.seats)
        if not seats and not (people and person.id == live.table.host.id):
            raise NotAllowed("table.players_only")
        settings = rematch_settings(live.table, person)
        opened = await self._opener.open(table_id("rematch", table), person, command, settings, address=address)
        await self.live_tables.write(live, "rematch", lambda: facts.Rematched(opened.table), person.id, Rank.GAME)
        again = await self.live_tables.get(opened.table)
        for seat in seats:
            if not again.table.seats[seat].taken:
                name = live.table.summary().chairs[seat].name
                await self.act(opened.table, person, f"{command}:{seat}", Sit(seat, opened.invitation, name))
        return opened

    # Acting.

    async def act(self, table: str, person: Person, command: str, action: Action) -> Ack:
        """Do what a person asks, durably and once; then everybody gets messages about it."""
        live = await self.live_tables.get(table)
        own = f"{person.id}:{command}"
        try:
            await self._act(live, person, own, action)
        except StoreError:
            raise
        except TimeboothError as problem:
            # The table here may be behind its log, if another node wrote: then a repeated command is acknowledged after
            # its messages were sent, and anything else is decided once more. Limits do not depend on the log.
            news = await self.live_tables.catch_up(live)
            if not await self.store.has_command(table, own):
                if not news or problem.key.startswith(LIMITS):
                    raise
                await self._act(live, person, own, action)
        self.sweeper.visit(table)
        return Ack(command)

    async def _act(self, live: LiveTable, person: Person, own: str, action: Action) -> None:
        rank = Rank.CHAT if isinstance(action, Say | React) else Rank.GAME
        with self._sitting_down.reserve(person.id if isinstance(action, Sit) else "") as sitting_down:
            await self._check_rates(live, person, action, sitting_down)
            await self.live_tables.write(live, own, lambda: self._decide(live, person, action), person.id, rank)

    def _decide(self, live: LiveTable, person: Person, action: Action) -> AnyFact:
        fact = decide(live.table, person, action, bot_types())
        check_action(live.table, live.log_bytes, person, action, self.quotas)
        return fact

    async def _check_rates(self, live: LiveTable, person: Person, action: Action, sitting_down: int) -> None:
        """Refuse too many lines of chat, and one seat too many; what is refused anyhow uses nothing up."""
        match action:
            case Sit() if not live.table.seats_of(person):
                joined = await self.store.count_joined(person.id) + sitting_down
                if joined >= self.quotas.joined_tables:
                    raise NotAllowed("quota.joined_tables", count=joined)
            case Say() | React():
                self._decide(live, person, action)
                if not self._chat_lines.take(person.id):
                    raise NotAllowed("quota.chat_rate")
                if action.seat is None and not self._spectator_lines.take(live.table.id):
                    raise NotAllowed("quota.spectator_chat_rate")

    async def lost(self, table: str, seat: int) -> None:
        """Record that the last connection of a seat broke."""
        live = await self.live_tables.get(table)
        version = live.table.version
        await self.live_tables.write(live, f"lost:{seat}:{version}", lambda: mark_lost(live.table, seat))

    async def found(self, table: str, seat: int) -> None:
        """Record that somebody whose connection broke is back."""
        live = await self.live_tables.get(table)
        version = live.table.version
        await self.live_tables.write(live, f"found:{seat}:{version}", lambda: mark_found(live.table, seat))

    # Reading.

    async def lobby(self, limit: int = 200) -> list[Summary]:
        """Return the public tables that are open or running, the latest first."""
        found = await self.store.listings(["open", "running"], public=True, limit=limit)
        return [summary for summary in map(read_summary, found) if summary is not None]

    async def summary(self, table: str, person: Person, invitation: str = "") -> Summary:
        """Return one table, to somebody who may enter it."""
        return (await self.admit(table, person, None, invitation)).table.summary()

    async def closes_at(self, table: str) -> float | None:
        """Return when a table will be closed if nobody comes; None if that is not soon."""
        listing = await self.store.listing(table)
        summary = None if listing is None else read_summary(listing)
        return None if listing is None or summary is None else self.sweeper.warning(summary, listing.updated)

    async def seats_of(self, table: str, person: Person) -> tuple[int, ...]:
        """Return the seats of this person, whose streams they may subscribe to."""
        return (await self.live_tables.get(table)).table.seats_of(person)

    async def missed(
        self, table: str, person: Person, audience: Audience, after: int, invitation: str = ""
    ) -> list[Message]:
        """Return the messages of a stream after a number; raise `NotAllowed` if there are too many."""
        live = await self.admit(table, person, audience, invitation)
        behind = live.table.message_numbers.get(audience, 0) - after
        if behind <= 0:
            return []
        if behind > MAX_BEHIND:
            raise NotAllowed("call.too_far_behind", most=MAX_BEHIND)
        async with self.turns.turn(person.id):
            return await history.missed(self.store, self.live_tables.find_game, table, audience, after)

    async def moment(self, table: str, person: Person, audience: Audience, moment: int, invitation: str = "") -> Moment:
        """Return an earlier moment: from the person's own seat during the game, from any seat once it is over."""
        live = await self._admit_to_history(table, person, audience, invitation)
        async with self.turns.turn(person.id):
            return await history.look_back(self.store, live.table, audience, moment)

    async def story(self, table: str, person: Person, audience: Audience, invitation: str = "") -> Story:
        """Return everything that happened so far as this audience saw it, and the chat."""
        live = await self._admit_to_history(table, person, audience, invitation)
        spectator = audience is None or audience not in live.table.seats_of(person)
        async with self.turns.turn(person.id):
            lines = [fact for fact in await history.chat(self.store, table) if spectator or fact.seat is not None]
            return await history.story(self.store, live.table, audience, [live.table.chat.line(fact) for fact in lines])

    async def spectators(self, table: str, person: Person) -> tuple[Spectator, ...]:
        """Return the spectators who spoke at a table, the latest first; for its host."""
        live = await self.live_tables.get(table)
        check_host(live.table, person)
        return live.table.spectators()

    async def preview(
        self, table: str, person: Person, seat: int, moment: int, answer: dict[str, object]
    ) -> tuple[tuple[Told, ...], Told | None]:
        """Return what an answer would do, as far as its seat can know."""
        return preview((await self.admit(table, person, seat, "")).table, seat, moment, answer)

    async def export(self, table: str, person: Person, invitation: str = "") -> str:
        """Return the record of a finished game, which anybody can verify."""
        live = await self.admit(table, person, None, invitation)
        return (await history.record(self.store, live.table)).lines()

    async def admit(self, table: str, person: Person, audience: Audience, invitation: str) -> LiveTable:
        """Return a table to somebody who may read this audience's stream; raise `NotAllowed` to others.

        A seat's stream is for whoever sits there; the spectators' is for everybody who may enter.
        """
        live = await self.live_tables.get(table)
        if audience is None:
            check_entry(live.table, person, invitation)
        elif audience not in live.table.seats_of(person):
            raise NotAllowed("table.not_your_seat", seat=audience)
        return live

    async def _admit_to_history(self, table: str, person: Person, audience: Audience, invitation: str) -> LiveTable:
        """Return a table; after the end of a game, everybody who may enter may see it from any seat."""
        live = await self.admit(table, person, None, invitation)
        return live if live.table.ended else await self.admit(table, person, audience, invitation)

    # Subscribing.

    async def subscribe(
        self, table: str, person: Person, audience: Audience, subscriber: Subscriber, invitation: str = ""
    ) -> Callable[[], None]:
        """Send a snapshot and then a stream's messages to a subscriber; return a function that ends this."""
        live = await self.admit(table, person, audience, invitation)
        subscriber(snapshot(live.table, audience, self.clock()))
        self.add_subscriber(live, audience, subscriber)
        self.sweeper.visit(table)
        return lambda: self.unsubscribe(live, audience, subscriber)

    def add_subscriber(self, live: LiveTable, audience: Audience, subscriber: Subscriber) -> None:
        """Add a subscriber to a stream; a table of bots that was paused because nobody watched resumes."""
        self.live_tables.by_id.setdefault(live.table.id, live)
        live.subscribe(audience, subscriber)
        self.scheduler.update(live)

    def unsubscribe(self, live: LiveTable, audience: Audience, subscriber: Subscriber) -> None:
        """Remove a subscriber; unload the table if it was the last one and nothing is due soon."""
        live.unsubscribe(audience, subscriber)
        if live.subscribers:
            return
        self.scheduler.update(live)  # pauses a table of bots only
        if not self._in_use(live):
            self.live_tables.unload(live)

    def unload_idle(self, seconds: float) -> None:
        """Unload the tables that nobody has used for so many seconds and in which nothing is due soon."""
        before = self.clock() - seconds
        for live in tuple(self.live_tables.by_id.values()):
            if live.last_used < before and not self._in_use(live):
                self.live_tables.unload(live)

    def _in_use(self, live: LiveTable) -> bool:
        busy = live.subscribers or live.in_progress or live.queue.working
        due = self.scheduler.earliest_deadline(live)
        return bool(busy) or (due is not None and due <= self.clock() + SOON)

    def _unloaded(self, live: LiveTable) -> None:
        self.keeper.unload(live.table)
        self.dormant.let_rest(live)

    # Running.

    async def resume(self) -> None:
        """After a start, load every table that is awake and that this node acts for."""
        await self.nodes.beat()
        await self.live_tables.resume()
        await self.keeper.find_just_ended()

    async def tick(self) -> None:
        """Do what is due by now, and wait until it is done."""
        await self.live_tables.sync.refresh_all()
        self.scheduler.start_due(self.live_tables)
        await self.scheduler.settle()

    async def run(self) -> None:
        """Follow other nodes, load tables and meet deadlines, until cancelled."""
        await self.nodes.beat()
        sync = self.live_tables.sync
        sync.resume_needed.set()
        async with asyncio.TaskGroup() as group:
            ours = (self._run_scheduler, self._send_heartbeats, self._check_logs, self._load_tables)
            for work in (sync.follow, sync.run, *ours, self.keeper.run, self.dormant.run, self.standings.run):
                group.create_task(keep_running(work))

    async def _run_scheduler(self) -> None:
        await self.scheduler.run(self.live_tables)

    async def _send_heartbeats(self) -> None:
        """Record heartbeats of this node, and notice which others come and go."""
        while True:
            before = self.nodes.alive, self.nodes.newest
            if self.nodes.has_successor:
                await self.keeper.keep(everything=True)  # before this node finds that it is not in charge any more
            died = await self.nodes.beat()
            if (self.nodes.alive, self.nodes.newest) != before:
                self.live_tables.sync.resume_needed.set()
            self._node_died = self._node_died or bool(died)
            self._may_miss_ends = self._may_miss_ends or bool(died)
            if died and self.on_dead_nodes is not None:
                self.on_dead_nodes(died)
            await asyncio.sleep(self.beat_every)

    async def _check_logs(self) -> None:
        """Look into the store while there are other nodes, whose messages may be lost."""
        for looks in count(1):
            await asyncio.sleep(self.beat_every)
            if len(self.nodes.alive) == 1:
                continue
            try:
                await self.live_tables.sync.check_some()
            except StoreError as problem:
                log.warning("live tables are compared with the store later: %s", problem)
            if looks % LOOKS_UNTIL_RESUMED == 0:
                self.live_tables.sync.resume_needed.set()

    async def _load_tables(self) -> None:
        """Load the tables that this node acts for whenever that may have changed."""
        needed = self.live_tables.sync.resume_needed
        while True:
            await needed.wait()
            needed.clear()
            for live in tuple(self.live_tables.by_id.values()):
                self.scheduler.update(live)
            try:
                await self.live_tables.resume()
                if self._may_miss_ends:
                    await self.keeper.find_just_ended()
                    self._may_miss_ends = False
            except StoreError as problem:
                log.warning("the tables of this node are loaded later: %s", problem)
                needed.set()
                await asyncio.sleep(self.beat_every)
                continue
            if self._node_died and self.on_node_died is not None:
                self.on_node_died()
            self._node_died = False

    async def close(self) -> None:
        """Finish what was started and remove this node; the store stays open."""
        await self.scheduler.close(self.live_tables)
        await self.live_tables.settle()
        await self.keeper.keep(everything=True)
        await self.dormant.close()
        await self.standings.close()
        await self.nodes.leave()
