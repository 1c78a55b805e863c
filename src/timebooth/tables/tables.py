"""Tables: what a server, or a test, asks of them.

    tables = Tables(store, bot_runner=BotProcesses(find_game))
    opened = await tables.create(person, "c1", Settings(...))          # also: rematch, fork, take_in
    stop = await tables.subscribe(opened.table, person, seat, hear)       # hear(Message) must return at once
    await tables.act(opened.table, person, "c2", Answer(...))          # Ack, or a TimeboothError that says why
    await tables.missed(opened.table, person, seat, after)             # what a stream had after a number
    await tables.run()                                                 # windows, bots, clocks, other nodes

A person is whoever the server says, and a seat's stream goes only to who sits there. Every command has an id of its
sender and is done once. Time and seeds are handed in. All structs that cross the wire are in `wire`.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from timebooth.bots.roster import BOTS
from timebooth.kernel.chance import SEED_BYTES, KeyedRng
from timebooth.kernel.errors import TimeboothError
from timebooth.kernel.position import Position
from timebooth.registry import find_game
from timebooth.store.store import Store, StoreError
from timebooth.tables import facts, history
from timebooth.tables.authorisation import NotAllowed, decide, found, host_only, known_bot, lost, may_come_in
from timebooth.tables.bot_jobs import BotRunner
from timebooth.tables.buckets import Buckets
from timebooth.tables.clocks import SteadyClock
from timebooth.tables.facts import AnyFact, Origin, Person
from timebooth.tables.live_table import LiveTable, Subscriber
from timebooth.tables.live_tables import LiveTables, read_summary
from timebooth.tables.messages import message, snapshot
from timebooth.tables.nodes import BEAT_EVERY, DEAD_AFTER, Nodes
from timebooth.tables.preview import preview
from timebooth.tables.quotas import Quotas, check_act, check_new_table, held
from timebooth.tables.retention import Retention
from timebooth.tables.retrying import keep_running
from timebooth.tables.scheduler import Scheduler
from timebooth.tables.slicing import SLICE, Turns
from timebooth.tables.sweeper import Sweeper
from timebooth.tables.table import Audience, FindGame, Table
from timebooth.tables.wire import (
    Ack,
    Action,
    Message,
    Moment,
    Opened,
    Say,
    Settings,
    Sit,
    Spectator,
    Story,
    Summary,
    Told,
)
from timebooth.tables.write_queue import Rank

INVITATION_BYTES = 12
MAX_BEHIND = 200  # messages that are told again: whoever missed more begins with a snapshot
MAX_LINES = 1000  # of chat that a story tells
SAID = b'"fact":"said"'

log = logging.getLogger(__name__)


class Tables:
    """One node's tables."""

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
    ) -> None:
        """`pause_unwatched=False` lets tables of bots go on while nobody watches: for tests and tools."""
        clock = clock or SteadyClock()
        self.clock = clock
        self.quotas = quotas or Quotas()
        self._lines = Buckets(self.quotas.chat_burst, self.quotas.chat_per_second, clock)
        self._spectator_lines = Buckets(self.quotas.spectator_chat_burst, self.quotas.spectator_chat_per_second, clock)
        self._under_way: Counter[str] = Counter()
        """Tables that are being opened or joined, by guest and address: the store does not count them yet."""
        self.entropy = entropy
        self.beat_every = beat_every
        self.nodes = Nodes(store, dead_after=dead_after)
        self.node_gone: Callable[[], None] | None = None
        """Told when another node died and its tables are here: nobody expects those who were at its screens."""
        self._node_gone = False
        self.scheduler = Scheduler(clock, bot_runner, self.nodes.owns, pause_unwatched=pause_unwatched)
        self.store = store
        self.live_tables = LiveTables(store, find_game, clock, self.scheduler.update)
        self.turns = Turns()
        self.live_tables.owns = self.nodes.owns
        self.sweeper = Sweeper(self.live_tables, clock, retention)
        self.live_tables.max_waiting = self.quotas.waiting_acts

    # Opening tables.

    async def create(self, person: Person, command: str, settings: Settings, *, address: str = "") -> Opened:
        """Open a table; the game begins when every seat is taken. The same command gives the same table.

        `address` stands for the network address that asks, here and below: how many tables it may have is limited.
        """
        return await self._open(_name("table", person.id, command), person, command, settings, address=address)

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
        """Another timeline, with chance of its own: a finished game goes on from one of its moments.

        While a game is running, a seat of one's own goes on from what it knew then, and the rest is imagined.
        """
        old = (await self.live_tables.get(table)).table
        theirs = old.settings
        same = msgspec.structs.replace(settings, game=theirs.game, edition=theirs.edition, options=theirs.options)
        name = _name("fork", person.id, command)
        if old.ended:
            imported = old.origin is not None and old.origin.imported
            async with self.turns.turn(person.id):
                record = history.finished(old).record
                origin = await history.origin(old.game, record, moment, imported=imported)
            return await self._open(name, person, command, same, len(old.seats), origin, address=address)
        await self.admit(table, person, seat, "")
        position = history.sample_world(old, seat, moment, KeyedRng(self.entropy(SEED_BYTES)))
        return await self._open(name, person, command, same, len(old.seats), position=position, address=address)

    async def import_record(
        self, person: Person, command: str, settings: Settings, record: str, *, address: str = ""
    ) -> Opened:
        """Bring a record: a finished game to look at and to fork, another to go on with."""
        async with self.turns.turn(person.id):
            origin = await history.imported(self.live_tables.find_game(settings.game, settings.edition), record)
        same = msgspec.structs.replace(settings, options=origin.header.options)
        name = _name("record", person.id, command)
        return await self._open(name, person, command, same, origin.header.seats, origin, address=address)

    async def rematch(self, table: str, person: Person, command: str, *, address: str = "") -> Opened:
        """Play again: the first who asks opens the table, the others find their seat at it."""
        live = await self.live_tables.get(table)
        history.finished(live.table)
        seats = live.table.seats_of(person)
        if not seats:
            raise NotAllowed("table.players_only")
        again_settings = history.settings_again(live.table, person)
        opened = await self._open(_name("rematch", table), person, command, again_settings, address=address)
        await self.live_tables.write(live, "rematch", lambda: facts.Rematched(opened.table), person.id, Rank.GAME)
        again = await self.live_tables.get(opened.table)
        for seat in seats:
            if not again.table.seats[seat].taken:
                name = live.table.summary().chairs[seat].name
                await self.act(opened.table, person, f"{command}:{seat}", Sit(seat, opened.invitation, name))
        return opened

    async def _open(
        self,
        table: str,
        person: Person,
        command: str,
        settings: Settings,
        seats: int | None = None,
        origin: Origin | None = None,
        position: Position | None = None,
        address: str = "",
    ) -> Opened:
        game = self.live_tables.find_game(settings.game, settings.edition)
        history.check_settings(game, settings, seats)
        for bot in (settings.substitute, *(place.bot for place in settings.places if place.kind == "bot")):
            known_bot(bot, BOTS)
        settings = history.with_clean_names(settings)
        seed, invitation = self.entropy(SEED_BYTES).hex(), self.entropy(INVITATION_BYTES).hex()
        fact = facts.Opened(
            settings, person, game.rules, game.edition.hash, seed, invitation, origin, position, holds_windows=True
        )
        with self._reserved(person.id) as mine, self._reserved(address) as here:
            if await self.store.listing(table) is None:
                await self._check_new_table(person, settings, address, mine, here)
            live = await self.live_tables.open(table, f"{person.id}:{command}", fact, address)
        return Opened(table, live.table.invitation)

    async def _check_new_table(self, person: Person, settings: Settings, address: str, mine: int, here: int) -> None:
        """Refuse one table too many; tables that are being opened at this moment count as if they were open."""
        store = self.store
        theirs = held(await store.count_tables(host=person.id), mine)
        at_address = held(await store.count_tables(address=address), here) if address else held([])
        check_new_table(settings, theirs, at_address, self.quotas)

    @contextmanager
    def _reserved(self, key: str) -> Iterator[int]:
        """Count what is under way for a key; yields how much was before this."""
        before = self._under_way[key]
        self._under_way[key] += 1
        try:
            yield before
        finally:
            self._under_way[key] -= 1
            if not self._under_way[key]:
                del self._under_way[key]

    # Acting.

    async def act(self, table: str, person: Person, command: str, action: Action) -> Ack:
        """Do what a person asks, durably and once; then everybody is told."""
        live = await self.live_tables.get(table)
        own = f"{person.id}:{command}"
        rank = Rank.CHAT if isinstance(action, Say) else Rank.GAME
        try:
            with self._reserved(f"sit {person.id}" if isinstance(action, Sit) else "") as sitting_down:
                await self._check_rates(live, person, action, sitting_down)
                await self.live_tables.write(live, own, lambda: self._decide(live, person, action), person.id, rank)
        except StoreError:
            raise
        except TimeboothError:
            if not await self.store.has_command(table, own):
                raise
        self.sweeper.visit(table)
        return Ack(command)

    def _decide(self, live: LiveTable, person: Person, action: Action) -> AnyFact:
        fact = decide(live.table, person, action, BOTS)
        check_act(live.table, live.log_bytes, person, action, self.quotas)
        return fact

    async def _check_rates(self, live: LiveTable, person: Person, action: Action, sitting_down: int) -> None:
        """Refuse too many lines, and a seat too many. What would be refused anyhow uses nothing up."""
        match action:
            case Sit() if not live.table.seats_of(person):
                joined = await self.store.count_joined(person.id) + sitting_down
                if joined >= self.quotas.joined_tables:
                    raise NotAllowed("quota.joined_tables", count=joined)
            case Say():
                self._decide(live, person, action)
                if not self._lines.take(person.id):
                    raise NotAllowed("quota.chat_rate")
                if action.seat is None and not self._spectator_lines.take(live.table.id):
                    raise NotAllowed("quota.spectator_chat_rate")

    async def lost(self, table: str, seat: int) -> None:
        """The line to a seat's last screen broke."""
        live = await self.live_tables.get(table)
        await self.live_tables.write(live, f"lost:{seat}:{live.table.version}", lambda: lost(live.table, seat))

    async def found(self, table: str, seat: int) -> None:
        """Who was lost looks at a screen again."""
        live = await self.live_tables.get(table)
        await self.live_tables.write(live, f"found:{seat}:{live.table.version}", lambda: found(live.table, seat))

    # Looking.

    async def lobby(self, most: int = 200) -> list[Summary]:
        """Public tables that are open or running, the latest first."""
        found = await self.store.listings(["open", "running"], public=True, most=most)
        return [summary for summary in map(read_summary, found) if summary is not None]

    async def summary(self, table: str, person: Person, invitation: str = "") -> Summary:
        """One table, for who may come in."""
        return (await self.admit(table, person, None, invitation)).table.summary()

    async def closes_at(self, table: str) -> float | None:
        """Return when a table will be closed if nobody comes; nothing if that is far off."""
        listing = await self.store.listing(table)
        return None if listing is None else self.sweeper.warning(listing)

    async def seats_of(self, table: str, person: Person) -> tuple[int, ...]:
        """The seats whose streams this person may hear."""
        return (await self.live_tables.get(table)).table.seats_of(person)

    async def subscribe(
        self, table: str, person: Person, audience: Audience, hear: Subscriber, invitation: str = ""
    ) -> Callable[[], None]:
        """Subscriber a stream, first of all a snapshot of what there is to know; the result stops it."""
        live = await self.admit(table, person, audience, invitation)
        hear(snapshot(live.table, audience, self.clock()))
        self.add_subscriber(live, audience, hear)
        self.sweeper.visit(table)
        return lambda: self.unsubscribe(live, audience, hear)

    def add_subscriber(self, live: LiveTable, audience: Audience, hear: Subscriber) -> None:
        """Add a listener to a stream; a table of bots that stood still because nobody watched goes on."""
        self.live_tables.by_id.setdefault(live.table.id, live)
        live.subscribe(audience, hear)
        self.scheduler.update(live)

    def unsubscribe(self, live: LiveTable, audience: Audience, hear: Subscriber) -> None:
        """A table that nobody hears and where nothing is ahead is forgotten; its log brings it back."""
        live.unsubscribe(audience, hear)
        if live.subscribers:
            return
        self.scheduler.update(live)  # bots that play among themselves stop thinking
        busy = live.in_progress or live.queue.working or self.scheduler.has_deadlines(live)
        if not busy and self.live_tables.by_id.get(live.table.id) is live:
            del self.live_tables.by_id[live.table.id]

    def unload_idle(self, seconds: float) -> None:
        """Tables that somebody only looked into are forgotten after a while."""
        before = self.clock() - seconds
        for table, live in tuple(self.live_tables.by_id.items()):
            in_use = live.subscribers or live.in_progress or live.queue.working
            if live.last_used < before and not in_use and not self.scheduler.has_deadlines(live):
                del self.live_tables.by_id[table]

    async def missed(
        self, table: str, person: Person, audience: Audience, after: int, invitation: str = ""
    ) -> list[Message]:
        """Exactly what a stream had after a number, told again from the log."""
        live = await self.admit(table, person, audience, invitation)
        behind = live.table.numbers.get(audience, 0) - after
        if behind <= 0:
            return []
        if behind > MAX_BEHIND:
            raise NotAllowed("call.too_far_behind", most=MAX_BEHIND)
        async with self.turns.turn(person.id):
            return await self._tell_again(table, audience, after)

    async def _tell_again(self, table: str, audience: Audience, after: int) -> list[Message]:
        again = Table(table, self.live_tables.find_game)
        found = []
        for entry in await self.store.read(table):
            written = facts.read(entry.body)
            change = again.apply(entry.version, written)
            if change.reaches(audience) and again.numbers[audience] > after:
                found.append(message(again, audience, change, written.at))
            if entry.version % SLICE == 0:
                await asyncio.sleep(0)
        return found

    async def moment(self, table: str, person: Person, audience: Audience, moment: int, invitation: str = "") -> Moment:
        """Look back: from one's own seat while the game goes on, from any seat once it is over."""
        live = await self.admit(table, person, None, invitation)
        if not live.table.ended:
            live = await self.admit(table, person, audience, invitation)
        async with self.turns.turn(person.id):
            return await history.look_back(live.table, audience, moment)

    async def story(self, table: str, person: Person, audience: Audience, invitation: str = "") -> Story:
        """All that led here, as this audience was told it; and what was said at the table."""
        live = await self.admit(table, person, None, invitation)
        if not live.table.ended:
            live = await self.admit(table, person, audience, invitation)
        beside = audience is None or audience not in live.table.seats_of(person)
        async with self.turns.turn(person.id):
            lines = [fact for fact in await self._said(table) if beside or fact.seat is not None]
            return await history.story(live.table, audience, [live.table.line(fact) for fact in lines])

    async def _said(self, table: str) -> list[facts.Said]:
        """The newest lines of chat."""
        found: deque[facts.Said] = deque(maxlen=MAX_LINES)
        for entry in await self.store.read(table):
            if SAID in entry.body:
                fact = facts.read(entry.body).fact
                if isinstance(fact, facts.Said):
                    found.append(fact)
            if entry.version % SLICE == 0:
                await asyncio.sleep(0)
        return list(found)

    async def spectators(self, table: str, person: Person) -> tuple[Spectator, ...]:
        """Return the spectators who spoke at a table, the latest first; for its host."""
        live = await self.live_tables.get(table)
        host_only(live.table, person)
        return live.table.spectators()

    async def preview(
        self, table: str, person: Person, seat: int, moment: int, answer: dict[str, object]
    ) -> tuple[tuple[Told, ...], Told | None]:
        """What an answer would do, as far as its seat can tell."""
        return preview((await self.admit(table, person, seat, "")).table, seat, moment, answer)

    async def export(self, table: str, person: Person, invitation: str = "") -> str:
        """The record of a finished game, which anybody can verify."""
        live = await self.admit(table, person, None, invitation)
        return history.finished(live.table).record.lines()

    async def admit(self, table: str, person: Person, audience: Audience, invitation: str) -> LiveTable:
        """A seat's stream is for who sits there; what spectators see is for all who may come in."""
        live = await self.live_tables.get(table)
        if audience is None:
            may_come_in(live.table, person, invitation)
        elif audience not in live.table.seats_of(person):
            raise NotAllowed("table.not_your_seat", seat=audience)
        return live

    # Going on by itself.

    async def resume(self) -> None:
        """After a start: every open and running table that this node acts for goes on."""
        await self.nodes.beat()
        await self.live_tables.resume()

    async def tick(self) -> None:
        """Do what is due by now, and wait until it is done."""
        await self.live_tables.catch_up()
        self.scheduler.start_due(self.live_tables)
        await self.scheduler.settle()

    async def run(self) -> None:
        """Follow other nodes, take up tables and do what is due, until cancelled."""
        await self.nodes.beat()
        self.live_tables.wants_all.set()
        works = (self.live_tables.follow, self.live_tables.keep_up, self._attend, self._beat, self._take_up)
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(keep_running(work))

    async def _attend(self) -> None:
        await self.scheduler.run(self.live_tables)

    async def _beat(self) -> None:
        """Say again and again that this node is alive, and see which others are."""
        while True:
            before = self.nodes.alive
            gone = await self.nodes.beat()
            if self.nodes.alive != before:
                self.live_tables.wants_all.set()
            self._node_gone = self._node_gone or bool(gone)
            await asyncio.sleep(self.beat_every)

    async def _take_up(self) -> None:
        """Take up what this node acts for now, whenever that may have changed."""
        while True:
            await self.live_tables.wants_all.wait()
            self.live_tables.wants_all.clear()
            for live in tuple(self.live_tables.by_id.values()):
                self.scheduler.update(live)
            try:
                await self.live_tables.resume()
            except StoreError as problem:
                log.warning("the tables of this node are taken up later: %s", problem)
                self.live_tables.wants_all.set()
                await asyncio.sleep(self.beat_every)
                continue
            if self._node_gone and self.node_gone is not None:
                self.node_gone()
            self._node_gone = False

    async def close(self) -> None:
        """Finish what was begun and say goodbye to the other nodes; the store stays open."""
        await self.scheduler.close(self.live_tables)
        await self.live_tables.settle()
        await self.nodes.leave()


def _name(*parts: str) -> str:
    """A table's id: the same for the same command, so that a repeated one opens nothing new."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=9, person=b"timebooth.table1").hexdigest()
