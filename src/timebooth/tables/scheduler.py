"""Does what tables do by themselves: lets bots think and answer, closes windows, and watches clocks and empty seats."""

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

MAX_WAIT = 1.0  # seconds until it looks again, even if no deadline is near

log = logging.getLogger(__name__)


class Scheduler:
    """Meets the deadlines of all live tables; each is a command that any node may do and that counts once."""

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
        """Called when a table answers in place of a bot that never ends its turn."""
        self.failures = 0
        """How often something was postponed because it failed."""
        self._heap: list[tuple[float, str]] = []
        """Deadlines of tables, by id, the earliest first."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()

    def update(self, live: LiveTable) -> None:
        """Schedule the deadlines of a table that changed.

        Bots start to think at once, so that their thinking time does not reveal what they hold.
        """
        try:
            deadlines = self._deadlines(live)
            if live.bot_tasks:
                live.cancel_bot_tasks(keep={deadline.command for deadline in deadlines})
            for deadline in deadlines:
                if deadline.kind == "bot" and not _must_move_on(live.table):
                    self._bot_task(live, deadline)
            self._push_next(live, deadlines)
        except Exception:
            log.exception("table %s: its deadlines cannot be computed", live.table.id)
            self._postpone(live)

    def acts_for(self, live: LiveTable) -> bool:
        """Return whether this node meets the deadlines of a table: its owner does.

        An owner without spectators pauses a table of bots only, so nodes with spectators act for it too.
        """
        if self.owns(live.table.id):
            return True
        return bool(live.subscribers) and live.table.only_bots()

    def is_paused(self, live: LiveTable) -> bool:
        """Return whether a table is paused because only bots play there and nobody on this node watches."""
        return self.pause_unwatched and not live.subscribers and live.table.only_bots()

    def _deadlines(self, live: LiveTable) -> list[Deadline]:
        """Return the deadlines of a table that this node has to meet."""
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

    def _push_next(self, live: LiveTable, deadlines: list[Deadline]) -> None:
        """Schedule the earliest of these deadlines that is not in progress."""
        earliest = min(
            (deadline.at for deadline in deadlines if deadline.command not in live.in_progress), default=None
        )
        if earliest is not None and earliest != live.next_deadline:
            heapq.heappush(self._heap, (earliest, live.table.id))
            self._woken.set()
        live.next_deadline = earliest

    def earliest_deadline(self, live: LiveTable) -> float | None:
        """Return when something is due at a table for which this node acts."""
        return min((deadline.at for deadline in self._deadlines(live)), default=None)

    def next_deadline(self) -> float | None:
        return self._heap[0][0] if self._heap else None

    def start_due(self, live_tables: LiveTables) -> None:
        """Start everything that is due by now."""
        now = self.clock()
        while self._heap and self._heap[0][0] <= now:
            live = live_tables.by_id.get(heapq.heappop(self._heap)[1])
            if live is None:
                continue
            if now < live.retry_at <= now + MAX_DELAY:  # later than that: the clock was set back
                continue
            live.next_deadline = None
            try:
                self._start(live_tables, live, now)
            except Exception:
                log.exception("table %s: its deadlines cannot be computed", live.table.id)
                self._postpone(live)

    def _start(self, live_tables: LiveTables, live: LiveTable, now: float) -> None:
        deadlines = self._deadlines(live)
        for deadline in deadlines:
            if deadline.at <= now and deadline.command not in live.in_progress:
                live.in_progress.add(deadline.command)
                task = asyncio.create_task(self._meet(live_tables, live, deadline))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        self._push_next(live, deadlines)

    def _postpone(self, live: LiveTable) -> None:
        """Look at a table again a little later, after a failure."""
        now = self.clock()
        if live.retry_at <= now or live.retry_at > now + MAX_DELAY:
            self.failures += 1
            live.retry_at = now + retry_delay(live.failures)
            live.failures += 1
            heapq.heappush(self._heap, (live.retry_at, live.table.id))
            self._woken.set()

    async def _meet(self, live_tables: LiveTables, live: LiveTable, deadline: Deadline) -> None:
        """Do what is due; if the deadline still stands afterwards, try again later.

        A refusal means that it was done already, or that nobody waits for it any more.
        """
        try:
            with suppress(NotAllowed):
                fact = await self._fact(live, deadline)
                await live_tables.write(live, deadline.command, lambda: _if_due(live, deadline, fact))
        except TimeboothError as problem:
            log.warning("table %s: %s is postponed: %s", live.table.id, deadline.kind, problem)
        except asyncio.CancelledError:
            log.debug("table %s: %s is not wanted any more", live.table.id, deadline.command)
        except Exception:
            log.exception("table %s: %s is postponed", live.table.id, deadline.kind)
        finally:
            live.in_progress.discard(deadline.command)
            self._after(live, deadline)

    def _after(self, live: LiveTable, deadline: Deadline) -> None:
        try:
            still_due = any(each.command == deadline.command for each in self._deadlines(live))
        except Exception:
            still_due = True
        if still_due:
            self._postpone(live)
        else:
            live.failures, live.retry_at = 0, 0.0

    async def _fact(self, live: LiveTable, deadline: Deadline) -> AnyFact:
        match deadline.kind:
            case "away":
                return facts.TakenOver(deadline.seat)
            case "window":
                return facts.WindowClosed()
            case by:
                _check_due(live, deadline)
                table = live.table
                if _must_move_on(table):
                    return self._move_on(table, deadline)
                code = self._answer_so_far(live, deadline) if table.window else await self._bot_task(live, deadline)
                return facts.Answered(deadline.seat, table.game.answers.names(code), by)

    def _move_on(self, table: Table, deadline: Deadline) -> facts.Answered:
        """Return a random answer in place of a bot that never ends its turn."""
        if not table.loop_guard.announced:
            log.warning(
                "table %s: the bot in seat %d never ends its turn, so the table answers", table.id, deadline.seat
            )
        if self.on_moved_on is not None:
            self.on_moved_on()
        return facts.Answered(deadline.seat, table.game.answers.names(_at_random(table, deadline.seat)), "table")

    def _answer_so_far(self, live: LiveTable, deadline: Deadline) -> int:
        """Return a bot's answer in a window: if it is not ready, it passes, as a person would.

        Waiting for it would tell the others that it had a choice.
        """
        task = self._bot_task(live, deadline)
        if task.done() and not task.cancelled():
            return task.result()
        assert live.table.match is not None
        return live.table.match.state.options(deadline.seat)[0]

    def _bot_task(self, live: LiveTable, deadline: Deadline) -> asyncio.Task[int]:
        """Return the task in which a bot thinks, started if necessary."""
        if deadline.command not in live.bot_tasks:
            table = live.table
            job = bot_job(table, deadline.seat, table.seats[deadline.seat].bot or table.settings.substitute)
            live.bot_tasks[deadline.command] = asyncio.create_task(self._think(table.id, job))
        return live.bot_tasks[deadline.command]

    async def _think(self, table: str, job: BotJob) -> int:
        """Return a bot's answer; the first option if the bot fails, so that the table goes on."""
        try:
            return await self.bot_runner.think(job)
        except Exception as problem:
            log.exception("table %s: the bot %s failed: %r", table, job.bot, problem)
            return job.offered[0]

    async def settle(self) -> None:
        """Wait until everything that was started is done."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def run(self, live_tables: LiveTables) -> None:
        """Meet deadlines until cancelled."""
        while True:
            self.start_due(live_tables)
            self._woken.clear()
            earliest = self.next_deadline()
            wait = MAX_WAIT if earliest is None else min(MAX_WAIT, max(0.0, earliest - self.clock()))
            with suppress(TimeoutError):  # not `wait_for`: woken and cancelled at once, it loses the cancellation
                async with asyncio.timeout(wait):
                    await self._woken.wait()

    async def close(self, live_tables: LiveTables) -> None:
        """Stop the bots and finish what was started."""
        for live in live_tables.by_id.values():
            live.cancel_bot_tasks()
        await self.settle()
        self.bot_runner.close()


def _at_random(table: Table, seat: int) -> int:
    """Return one of a seat's options, drawn from the table's seed: the same on every node."""
    assert table.match is not None
    options = table.match.state.options(seat)
    return options[KeyedRng(table.seed, b"moving on %d %d" % (seat, table.asked_version)).below(len(options))]


def _must_move_on(table: Table) -> bool:
    return table.loop_guard.tripped(table.asked())


def _if_due(live: LiveTable, deadline: Deadline, fact: AnyFact) -> AnyFact:
    """Return the fact if it is still due."""
    _check_due(live, deadline)
    return fact


def _check_due(live: LiveTable, deadline: Deadline) -> None:
    """Refuse what nobody waits for any more."""
    if all(each.command != deadline.command for each in deadlines_of(live.table)):
        raise NotAllowed("table.too_late")
