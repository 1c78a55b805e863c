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
from timebooth.tables.due import Due, dues
from timebooth.tables.endurance import LONGEST_DELAY, retry_delay
from timebooth.tables.facts import AnyFact
from timebooth.tables.hot import Hot
from timebooth.tables.house_rules import NotAllowed
from timebooth.tables.room import Room
from timebooth.tables.table import Table
from timebooth.tables.thinkers import Job, Thinkers, job_for

LONGEST_NAP = 1.0  # seconds after which it looks again, whatever is due

log = logging.getLogger(__name__)


class Attendant:
    """Goes from table to table; everything it does is a command that any node may do, and that counts once."""

    def __init__(
        self,
        clock: Callable[[], float],
        thinkers: Thinkers,
        owns: Callable[[str], bool] = lambda _table: True,
        *,
        pause_unwatched: bool = True,
    ) -> None:
        self.clock = clock
        self.thinkers = thinkers
        self.owns = owns
        self.pause_unwatched = pause_unwatched
        self.moved_on: Callable[[], None] | None = None
        """Called when a table answers in place of a bot that does not come to an end."""
        self.failures = 0
        """How often something had to be put off."""
        self._ahead: list[tuple[float, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()

    def watch(self, hot: Hot) -> None:
        """A table changed. Bots begin to think at once, so that what they hold does not show in how long they take."""
        try:
            coming = self._coming(hot)
            if hot.thoughts:
                hot.forget_thoughts({due.command for due in coming})
            for due in coming:
                if due.what == "bot" and not _moves_on(hot.table):
                    self._thought(hot, due)
            self._look_ahead(hot, coming)
        except Exception:
            log.exception("table %s: what is due there cannot be told", hot.table.id)
            self._put_off(hot)

    def acts_for(self, hot: Hot) -> bool:
        """Return whether this node does what is due at a table: its owner does.

        A table of bots only is paused by an owner that sees no spectator, so whoever has spectators acts for it, too.
        """
        if self.owns(hot.table.id):
            return True
        return bool(hot.ears) and hot.table.only_bots()

    def paused(self, hot: Hot) -> bool:
        """Return whether a table stands still because only bots play there and nobody on this node watches."""
        return self.pause_unwatched and not hot.ears and hot.table.only_bots()

    def _coming(self, hot: Hot) -> list[Due]:
        """Return what is due at a table on this node."""
        if self.paused(hot) or not self.acts_for(hot):
            hot.since = None
            return []
        now = self.clock()
        if hot.since is None:
            hot.since = now
        version = hot.table.asked_version
        if hot.table.asked_at > now and hot.asked_here[0] != version:
            hot.asked_here = (version, now)
        return dues(hot.table, hot.since, hot.asked_here[1] if hot.asked_here[0] == version else None)

    def _look_ahead(self, hot: Hot, coming: list[Due]) -> None:
        """Remember when something is due next at this table."""
        ahead = min((due.at for due in coming if due.command not in hot.begun), default=None)
        if ahead is not None and ahead != hot.ahead:
            heapq.heappush(self._ahead, (ahead, hot.table.id))
            self._woken.set()
        hot.ahead = ahead

    def has_to_watch(self, hot: Hot) -> bool:
        return bool(self._coming(hot))

    def next_due(self) -> float | None:
        return self._ahead[0][0] if self._ahead else None

    def begin_what_is_due(self, room: Room) -> None:
        """Set about everything that is due by now."""
        now = self.clock()
        while self._ahead and self._ahead[0][0] <= now:
            hot = room.hot.get(heapq.heappop(self._ahead)[1])
            if hot is None:
                continue
            if now < hot.retry_at <= now + LONGEST_DELAY:  # later than that, the clock was set back
                continue
            hot.ahead = None
            try:
                self._begin(room, hot, now)
            except Exception:
                log.exception("table %s: what is due there cannot be told", hot.table.id)
                self._put_off(hot)

    def _begin(self, room: Room, hot: Hot, now: float) -> None:
        coming = self._coming(hot)
        for due in coming:
            if due.at <= now and due.command not in hot.begun:
                hot.begun.add(due.command)
                task = asyncio.create_task(self._do(room, hot, due))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        self._look_ahead(hot, coming)

    def _put_off(self, hot: Hot) -> None:
        """Look after a table again a little later: something went wrong there."""
        now = self.clock()
        if hot.retry_at <= now or hot.retry_at > now + LONGEST_DELAY:
            self.failures += 1
            hot.retry_at = now + retry_delay(hot.failures)
            hot.failures += 1
            heapq.heappush(self._ahead, (hot.retry_at, hot.table.id))
            self._woken.set()

    async def _do(self, room: Room, hot: Hot, due: Due) -> None:
        """Do what is due; whatever comes of it, what is still due then is tried again.

        A refusal means that it was done already, or that nobody waits for it any more.
        """
        try:
            with suppress(NotAllowed):
                fact = await self._fact(hot, due)
                await room.write(hot, due.command, lambda: _still(hot, due, fact))
        except TimeboothError as problem:
            log.warning("table %s: %s is put off: %s", hot.table.id, due.what, problem)
        except asyncio.CancelledError:
            log.debug("table %s: %s is not wanted any more", hot.table.id, due.command)
        except Exception:
            log.exception("table %s: %s is put off", hot.table.id, due.what)
        finally:
            hot.begun.discard(due.command)
            self._after(hot, due)

    def _after(self, hot: Hot, due: Due) -> None:
        try:
            left = any(each.command == due.command for each in self._coming(hot))
        except Exception:
            left = True
        if left:
            self._put_off(hot)
        else:
            hot.failures, hot.retry_at = 0, 0.0

    async def _fact(self, hot: Hot, due: Due) -> AnyFact:
        match due.what:
            case "patience":
                return facts.TakenOver(due.seat)
            case "window":
                return facts.WindowClosed()
            case by:
                _check_due(hot, due)
                table = hot.table
                if _moves_on(table):
                    return self._move_on(table, due)
                code = self._ready(hot, due) if table.window else await self._thought(hot, due)
                return facts.Answered(due.seat, table.game.answers.names(code), by)

    def _move_on(self, table: Table, due: Due) -> facts.Answered:
        """Return an answer at random in place of a bot that does not come to an end."""
        if not table.runaway.told:
            log.warning(
                "table %s: the bot in seat %d does not come to an end, so the table answers", table.id, due.seat
            )
        if self.moved_on is not None:
            self.moved_on()
        return facts.Answered(due.seat, table.game.answers.names(_at_random(table, due.seat)), "table")

    def _ready(self, hot: Hot, due: Due) -> int:
        """Return what a bot has found by now; in a window, a bot that is not ready passes, as a person would.

        Waiting for it would tell the others that it had a choice.
        """
        thought = self._thought(hot, due)
        if thought.done() and not thought.cancelled():
            return thought.result()
        assert hot.table.playing is not None
        return hot.table.playing.state.options(due.seat)[0]

    def _thought(self, hot: Hot, due: Due) -> asyncio.Task[int]:
        if due.command not in hot.thoughts:
            table = hot.table
            job = job_for(table, due.seat, table.seats[due.seat].bot or table.settings.substitute)
            hot.thoughts[due.command] = asyncio.create_task(self._think(table.id, job))
        return hot.thoughts[due.command]

    async def _think(self, table: str, job: Job) -> int:
        """A bot's answer; should the bot fail, the first option, so that no table ever stands still."""
        try:
            return await self.thinkers.think(job)
        except Exception:
            log.exception("table %s: the bot %s failed", table, job.bot)
            return job.offered[0]

    async def settle(self) -> None:
        """Wait until nothing that was begun is left undone."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def run(self, room: Room) -> None:
        """Go round until cancelled."""
        while True:
            self.begin_what_is_due(room)
            self._woken.clear()
            ahead = self.next_due()
            nap = LONGEST_NAP if ahead is None else min(LONGEST_NAP, max(0.0, ahead - self.clock()))
            with suppress(TimeoutError):  # not `wait_for`: woken and cancelled at once, it forgets the cancelling
                async with asyncio.timeout(nap):
                    await self._woken.wait()

    async def close(self, room: Room) -> None:
        """Finish what was begun; bots that still think are stopped."""
        for hot in room.hot.values():
            hot.forget_thoughts(set())
        await self.settle()
        self.thinkers.close()


def _at_random(table: Table, seat: int) -> int:
    """Return one of a seat's options, by dice of the table's own: the same on every node."""
    assert table.playing is not None
    options = table.playing.state.options(seat)
    return options[KeyedRng(table.seed, b"moving on %d %d" % (seat, table.asked_version)).below(len(options))]


def _moves_on(table: Table) -> bool:
    return table.runaway.has_to_move_on(table.asked())


def _still(hot: Hot, due: Due, fact: AnyFact) -> AnyFact:
    """The fact, if it is still due."""
    _check_due(hot, due)
    return fact


def _check_due(hot: Hot, due: Due) -> None:
    """Refuse what nobody waits for any more."""
    if all(each.command != due.command for each in dues(hot.table)):
        raise NotAllowed("table.too_late")
