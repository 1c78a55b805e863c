"""Does what has to happen by itself: lets bots think and answer, closes windows, watches clocks and empty seats."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Callable
from contextlib import suppress

from timebooth.kernel.chance import KeyedRng
from timebooth.kernel.errors import TimeboothError
from timebooth.tables import facts
from timebooth.tables.authorisation import NotAllowed
from timebooth.tables.bot_jobs import BotJob, BotRunner, bot_job
from timebooth.tables.deadlines import Deadline, deadlines_of
from timebooth.tables.facts import AnyFact
from timebooth.tables.live_table import LiveTable
from timebooth.tables.live_tables import LiveTables
from timebooth.tables.retrying import MAX_DELAY, retry_delay
from timebooth.tables.table import Table

MAX_WAIT = 1.0  # seconds after which it looks again, whatever is due

log = logging.getLogger(__name__)


class Scheduler:
    """Goes from table to table; everything it does is a command that any node may do, and that counts once."""

    def __init__(
        self,
        clock: Callable[[], float],
        bot_runner: BotRunner,
        owns: Callable[[str], bool] = lambda _table: True,
        *,
        pause_unwatched: bool = True,
    ) -> None:
        self.clock = clock
        self.bot_runner = bot_runner
        self.owns = owns
        self.pause_unwatched = pause_unwatched
        self.on_moved_on: Callable[[], None] | None = None
        """Called when a table answers in place of a bot that does not come to an end."""
        self.failures = 0
        """How often something had to be put off."""
        self._ahead: list[tuple[float, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()

    def update(self, live: LiveTable) -> None:
        """A table changed. Bots begin to think at once, so that what they hold does not show in how long they take."""
        try:
            coming = self._coming(live)
            if live.bot_tasks:
                live.cancel_bot_tasks({deadline.command for deadline in coming})
            for deadline in coming:
                if deadline.kind == "bot" and not _moves_on(live.table):
                    self._thought(live, deadline)
            self._look_ahead(live, coming)
        except Exception:
            log.exception("table %s: what is due there cannot be told", live.table.id)
            self._put_off(live)

    def acts_for(self, live: LiveTable) -> bool:
        """Return whether this node does what is due at a table: its owner does.

        A table of bots only is paused by an owner that sees no spectator, so whoever has spectators acts for it, too.
        """
        if self.owns(live.table.id):
            return True
        return bool(live.subscribers) and live.table.only_bots()

    def is_paused(self, live: LiveTable) -> bool:
        """Return whether a table stands still because only bots play there and nobody on this node watches."""
        return self.pause_unwatched and not live.subscribers and live.table.only_bots()

    def _coming(self, live: LiveTable) -> list[Deadline]:
        """Return what is due at a table on this node."""
        if self.is_paused(live) or not self.acts_for(live):
            live.resumed_at = None
            return []
        now = self.clock()
        if live.resumed_at is None:
            live.resumed_at = now
        version = live.table.asked_version
        if live.table.asked_at > now and live.first_seen[0] != version:
            live.first_seen = (version, now)
        return deadlines_of(live.table, live.resumed_at, live.first_seen[1] if live.first_seen[0] == version else None)

    def _look_ahead(self, live: LiveTable, coming: list[Deadline]) -> None:
        """Remember when something is due next at this table."""
        ahead = min((deadline.at for deadline in coming if deadline.command not in live.in_progress), default=None)
        if ahead is not None and ahead != live.next_deadline:
            heapq.heappush(self._ahead, (ahead, live.table.id))
            self._woken.set()
        live.next_deadline = ahead

    def has_deadlines(self, live: LiveTable) -> bool:
        return bool(self._coming(live))

    def next_deadline(self) -> float | None:
        return self._ahead[0][0] if self._ahead else None

    def start_due(self, live_tables: LiveTables) -> None:
        """Set about everything that is due by now."""
        now = self.clock()
        while self._ahead and self._ahead[0][0] <= now:
            live = live_tables.by_id.get(heapq.heappop(self._ahead)[1])
            if live is None:
                continue
            if now < live.retry_at <= now + MAX_DELAY:  # later than that, the clock was set back
                continue
            live.next_deadline = None
            try:
                self._begin(live_tables, live, now)
            except Exception:
                log.exception("table %s: what is due there cannot be told", live.table.id)
                self._put_off(live)

    def _begin(self, live_tables: LiveTables, live: LiveTable, now: float) -> None:
        coming = self._coming(live)
        for deadline in coming:
            if deadline.at <= now and deadline.command not in live.in_progress:
                live.in_progress.add(deadline.command)
                task = asyncio.create_task(self._do(live_tables, live, deadline))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        self._look_ahead(live, coming)

    def _put_off(self, live: LiveTable) -> None:
        """Look after a table again a little later: something went wrong there."""
        now = self.clock()
        if live.retry_at <= now or live.retry_at > now + MAX_DELAY:
            self.failures += 1
            live.retry_at = now + retry_delay(live.failures)
            live.failures += 1
            heapq.heappush(self._ahead, (live.retry_at, live.table.id))
            self._woken.set()

    async def _do(self, live_tables: LiveTables, live: LiveTable, deadline: Deadline) -> None:
        """Do what is due; whatever comes of it, what is still due then is tried again.

        A refusal means that it was done already, or that nobody waits for it any more.
        """
        try:
            with suppress(NotAllowed):
                fact = await self._fact(live, deadline)
                await live_tables.write(live, deadline.command, lambda: _still(live, deadline, fact))
        except TimeboothError as problem:
            log.warning("table %s: %s is put off: %s", live.table.id, deadline.kind, problem)
        except asyncio.CancelledError:
            log.debug("table %s: %s is not wanted any more", live.table.id, deadline.command)
        except Exception:
            log.exception("table %s: %s is put off", live.table.id, deadline.kind)
        finally:
            live.in_progress.discard(deadline.command)
            self._after(live, deadline)

    def _after(self, live: LiveTable, deadline: Deadline) -> None:
        try:
            left = any(each.command == deadline.command for each in self._coming(live))
        except Exception:
            left = True
        if left:
            self._put_off(live)
        else:
            live.failures, live.retry_at = 0, 0.0

    async def _fact(self, live: LiveTable, deadline: Deadline) -> AnyFact:
        match deadline.kind:
            case "patience":
                return facts.TakenOver(deadline.seat)
            case "window":
                return facts.WindowClosed()
            case by:
                _check_due(live, deadline)
                table = live.table
                if _moves_on(table):
                    return self._move_on(table, deadline)
                code = self._ready(live, deadline) if table.window else await self._thought(live, deadline)
                return facts.Answered(deadline.seat, table.game.answers.names(code), by)

    def _move_on(self, table: Table, deadline: Deadline) -> facts.Answered:
        """Return an answer at random in place of a bot that does not come to an end."""
        if not table.loop_guard.announced:
            log.warning(
                "table %s: the bot in seat %d does not come to an end, so the table answers", table.id, deadline.seat
            )
        if self.on_moved_on is not None:
            self.on_moved_on()
        return facts.Answered(deadline.seat, table.game.answers.names(_at_random(table, deadline.seat)), "table")

    def _ready(self, live: LiveTable, deadline: Deadline) -> int:
        """Return what a bot has found by now; in a window, a bot that is not ready passes, as a person would.

        Waiting for it would tell the others that it had a choice.
        """
        thought = self._thought(live, deadline)
        if thought.done() and not thought.cancelled():
            return thought.result()
        assert live.table.playing is not None
        return live.table.playing.state.options(deadline.seat)[0]

    def _thought(self, live: LiveTable, deadline: Deadline) -> asyncio.Task[int]:
        if deadline.command not in live.bot_tasks:
            table = live.table
            job = bot_job(table, deadline.seat, table.seats[deadline.seat].bot or table.settings.substitute)
            live.bot_tasks[deadline.command] = asyncio.create_task(self._think(table.id, job))
        return live.bot_tasks[deadline.command]

    async def _think(self, table: str, job: BotJob) -> int:
        """A bot's answer; should the bot fail, the first option, so that no table ever stands still."""
        try:
            return await self.bot_runner.think(job)
        except Exception:
            log.exception("table %s: the bot %s failed", table, job.bot)
            return job.offered[0]

    async def settle(self) -> None:
        """Wait until nothing that was begun is left undone."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def run(self, live_tables: LiveTables) -> None:
        """Go round until cancelled."""
        while True:
            self.start_due(live_tables)
            self._woken.clear()
            ahead = self.next_deadline()
            nap = MAX_WAIT if ahead is None else min(MAX_WAIT, max(0.0, ahead - self.clock()))
            with suppress(TimeoutError):  # not `wait_for`: woken and cancelled at once, it forgets the cancelling
                async with asyncio.timeout(nap):
                    await self._woken.wait()

    async def close(self, live_tables: LiveTables) -> None:
        """Finish what was begun; bots that still think are stopped."""
        for live in live_tables.by_id.values():
            live.cancel_bot_tasks(set())
        await self.settle()
        self.bot_runner.close()


def _at_random(table: Table, seat: int) -> int:
    """Return one of a seat's options, by dice of the table's own: the same on every node."""
    assert table.playing is not None
    options = table.playing.state.options(seat)
    return options[KeyedRng(table.seed, b"moving on %d %d" % (seat, table.asked_version)).below(len(options))]


def _moves_on(table: Table) -> bool:
    return table.loop_guard.tripped(table.asked())


def _still(live: LiveTable, deadline: Deadline, fact: AnyFact) -> AnyFact:
    """The fact, if it is still deadline."""
    _check_due(live, deadline)
    return fact


def _check_due(live: LiveTable, deadline: Deadline) -> None:
    """Refuse what nobody waits for any more."""
    if all(each.command != deadline.command for each in deadlines_of(live.table)):
        raise NotAllowed("table.too_late")
