"""A soak: people at tables, while servers are killed, restarted, drained and upgraded; at the end every log is read."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from tests.server.abuse.figures import Figures, percentile
from tests.server.abuse.run import last_words, missing_answers, seat
from tests.server.server_process import TIMEOUT
from tests.server.soak.nodes import EVENTS, Event, Nodes
from tests.server.soak.people import RELOAD_AFTER, STUCK_AFTER, SoakTable
from tests.server.soak.report import Report
from timebooth.cli.tables import examine_all

LOOK_EVERY = 5.0  # seconds
SAY_EVERY = 60.0
QUIET_END = 0.9  # share of the time after which nothing happens to the servers

Say = Callable[[str], None]


class Wanted(msgspec.Struct, frozen=True):
    """How long a soak is, and how much happens in it."""

    seconds: float
    tables: int = 40
    think: float = 4.0
    nodes: int = 1
    events: int = 4
    """How often a server is killed, restarted or drained, besides the upgrade."""
    least: int = 0
    """Answers between two events, and after the last one, however long that takes."""
    seed: int = 0
    path: str = ""
    """The PYTHONPATH of the servers; by default that of this process."""


class Soak:
    """One run."""

    def __init__(self, wanted: Wanted, folder: Path, db: str, say: Say) -> None:
        self.wanted, self.db, self.say = wanted, db, say
        self.dice = random.Random(wanted.seed)
        self.nodes = Nodes(folder, db, wanted.path, wanted.nodes)
        self.quarters = [Figures(f"quarter {number}") for number in range(1, 5)]
        self.tables = [
            SoakTable(self.nodes.ports, number, wanted.think, self.quarters[0]) for number in range(wanted.tables)
        ]
        self.playing: list[asyncio.Task[None]] = []
        self.begun = 0.0

    async def run(self) -> Report:
        await self.nodes.start()
        try:
            await seat(self.tables, self.playing)
            self.begun = time.perf_counter()
            watching = asyncio.create_task(self._watch())
            try:
                await self._let_happen()
                await self._until(self.wanted.seconds)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            await self.nodes.look()
            await last_words(self.tables)
        finally:
            for table in self.tables:
                table.leave()
            for task in self.playing:
                task.cancel()
            found = await asyncio.gather(*self.playing, return_exceptions=True)
            await self.nodes.stop()
        broken = [f"a table broke off: {each!r}" for each in found if isinstance(each, Exception)]
        return await self._report(broken)

    def elapsed(self) -> float:
        return time.perf_counter() - self.begun

    def answers(self) -> int:
        return sum(table.answers for table in self.tables)

    # What happens to the servers.

    def _plan(self) -> Iterator[tuple[float, Event]]:
        """Yield when something happens to a server: at random moments, and the upgrade at half time."""
        times = sorted(self.dice.uniform(0, QUIET_END) for _ in range(self.wanted.events))
        plan: list[tuple[float, Event]] = [(at, EVENTS[n % len(EVENTS)]) for n, at in enumerate(times)]
        yield from sorted([*plan, (QUIET_END / 2, "upgrade")])

    async def _let_happen(self) -> None:
        for at, event in self._plan():
            await self._until(at * self.wanted.seconds)
            self.say(f"{self.elapsed() / 60:7.1f} min  {event}")
            await self.nodes.happen(event, self.dice.randrange(1000))

    async def _until(self, seconds: float) -> None:
        """Wait until so many seconds have passed, and enough was answered."""
        wanted = self.answers() + self.wanted.least
        begun = time.perf_counter()
        while self.elapsed() < seconds or self.answers() < wanted:
            assert self.elapsed() < seconds or time.perf_counter() - begun < TIMEOUT, "nobody can answer"
            for task in self.playing:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)

    # What is watched meanwhile.

    async def _watch(self) -> None:
        """Look after servers and tables now and then, and say every minute how it goes."""
        said = time.perf_counter()
        before = 0
        while True:
            await asyncio.sleep(LOOK_EVERY)
            await self.nodes.look()
            quarter = min(3, int(4 * self.elapsed() / self.wanted.seconds))
            for table in self.tables:
                table.measure(self.quarters[quarter], time.perf_counter())
                if table.still_for() > RELOAD_AFTER:
                    table.reload()
            if time.perf_counter() - said >= SAY_EVERY:
                said += SAY_EVERY
                self.say(self._line(self.quarters[quarter], self.answers() - before))
                before = self.answers()

    def _line(self, figures: Figures, answers: int) -> str:
        p50, p99 = (1000 * (percentile(figures.done, q) or 0.0) for q in (50, 99))
        games, still = sum(table.games for table in self.tables), sum(table.reloads > 0 for table in self.tables)
        return (
            f"{self.elapsed() / 60:7.1f} min  {self.answers()} acknowledged (+{answers}), "
            f"p50 {p50:.1f} p99 {p99:.1f} ms this quarter, {games} games, {still} still, "
            f"{self.nodes.megabytes():.0f} MB"
        )

    # What was found.

    async def _report(self, broken: list[str]) -> Report:
        lost = await missing_answers(self.db, self.tables)
        how, problems = await examine_all(self.db)
        broken += [f"{problem.table} cannot be opened: {problem.reason}" for problem in problems]
        broken += [f"{each.name} ({each.table}) stands still" for each in self.tables if each.reloads >= STUCK_AFTER]
        broken += self.nodes.died
        return Report(
            self.elapsed(),
            len(self.tables),
            self.quarters,
            self.nodes.happened,
            self.nodes.memory,
            answers=self.answers(),
            chats=sum(table.chats for table in self.tables),
            games=sum(table.games for table in self.tables),
            sent_again=[seconds for table in self.tables for seconds in table.sent_again],
            too_late=sum(table.too_late for table in self.tables),
            lost=lost,
            broken=broken,
            how=how,
        )


async def soak(wanted: Wanted, folder: Path, db: str, say: Say = lambda _line: None) -> Report:
    """Let people play for a while, and return what was lost and how long answers took."""
    return await Soak(wanted, folder, db, say).run()
