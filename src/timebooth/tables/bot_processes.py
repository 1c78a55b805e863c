"""Bots think in processes of their own: no table waits for one, and one that is no longer wanted is stopped.

Jobs wait in a queue that is fair between the persons who opened the tables. One person's jobs never take all
processes when there is more than one, and the time for each job shrinks with the number of jobs (`thinking_limits`).
A job is known by the person who opened its table and by whether people play there, never by what a seat holds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_longlong
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from timebooth.kernel.chance import FastRng
from timebooth.tables.bot_jobs import BotJob, think
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.fair_queue import FairQueue
from timebooth.tables.table import FindGame

_fresh = get_context("spawn")


class BotFailed(Exception):
    """A bot, or its process, came to grief."""


class BotProcess:
    """A process that thinks about one job at a time."""

    def __init__(self, find_game: FindGame) -> None:
        self._line, theirs = _fresh.Pipe()
        self._unwanted: Any = _fresh.RawValue(c_longlong, 0)
        self._number = 0
        args = (theirs, find_game, self._unwanted)
        self._process = _fresh.Process(target=_work, args=args, daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, job: BotJob) -> int:
        """Wait for the answer; ends in an error when the process is stopped meanwhile."""
        self._number += 1
        try:
            self._line.send((self._number, job))
            answer: int | str = self._line.recv()
        except (EOFError, OSError) as problem:
            raise BotFailed("the process is gone") from problem
        if isinstance(answer, str):
            raise BotFailed(answer)
        return answer

    def cancel(self) -> None:
        """Tell the bot that its answer is not wanted; one that searches stops at once and the process lives on."""
        self._unwanted.value = self._number

    def alive(self) -> bool:
        return self._process.is_alive()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _work(line: Connection, find_game: FindGame, unwanted: Any) -> None:
    """The process: a job comes, an answer goes, until nobody is at the other end."""
    while True:
        try:
            number, job = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line.send(think(find_game, job, _until(unwanted, number)))
        except Exception as problem:
            line.send(repr(problem))


def _until(unwanted: Any, number: int) -> Callable[[], bool]:
    return lambda: bool(unwanted.value >= number)


class _Waiting:
    """A job that waits for a process."""

    def __init__(self, owner: str, place: asyncio.Future[BotProcess | None]) -> None:
        self.owner = owner
        self.place = place


class BotProcesses:
    """Some workers, started when first needed; one that was stopped or died is replaced."""

    def __init__(self, find_game: FindGame, workers: int = 1, limits: BotLimits | None = None) -> None:
        self.limits = limits = limits or BotLimits()
        self.unthought = 0
        """Jobs that were answered at random because too many waited."""
        self._find_game = find_game
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="timebooth-bots")
        self._free: list[BotProcess | None] = [None] * workers
        self._queue: FairQueue[_Waiting] = FairQueue(limits.people_in_a_row)
        self._running: Counter[str] = Counter()
        self._all: set[BotProcess] = set()
        self._stopping: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._queue)

    async def think(self, job: BotJob) -> int:
        """Return the bot's answer. A job with one option, or beyond the limits, is answered without a process."""
        if len(job.offered) == 1:
            return job.offered[0]
        owner = job.owner
        if self._queue.waiting(owner) >= self.limits.owner_jobs or self.waiting >= self.limits.node_jobs:
            self.unthought += 1
            return job.offered[FastRng(job.chance).below(len(job.offered))]
        worker = await self._place(owner, people=job.people)
        seconds = self._seconds(owner, job.seconds)
        return await self._ask(worker, job._replace(owner="", seconds=seconds), owner)

    async def _place(self, owner: str, *, people: bool) -> BotProcess | None:
        """Wait for a process; None: a place for one that has to be started."""
        mine = _Waiting(owner, asyncio.get_running_loop().create_future())
        self._queue.put(owner, mine, people=people)
        self._hand_out()
        try:
            return await mine.place
        except asyncio.CancelledError:
            self._queue.discard(owner, mine)
            if mine.place.done() and not mine.place.cancelled():  # it was handed out in the same moment
                self._give_back(owner, mine.place.result())
            raise

    def _hand_out(self) -> None:
        """Give free places to those whose turn it is; one owner never has all of several."""
        while self._free:
            mine = self._queue.take(lambda owner: self._running[owner] < max(1, self._workers - 1))
            if mine is None:
                return
            self._running[mine.owner] += 1
            mine.place.set_result(self._free.pop())

    def _give_back(self, owner: str, worker: BotProcess | None) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._free.append(worker)
        self._hand_out()

    def _seconds(self, owner: str, wanted: float | None) -> float:
        owners = len(self._queue.owners() | set(self._running))
        jobs = self._queue.waiting(owner) + self._running[owner]
        seconds = self.limits.seconds(self._workers, owners, jobs)
        return seconds if wanted is None else min(wanted, seconds)

    async def _ask(self, worker: BotProcess | None, job: BotJob, owner: str) -> int:
        try:
            if worker is None or not worker.alive():
                self._dismiss(worker)
                worker = None
                worker = BotProcess(self._find_game)
                self._all.add(worker)
            answer = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job)
        except BaseException:
            self._give_back(owner, worker)
            raise
        try:
            done, _ = await asyncio.wait({answer}, timeout=self.limits.max_seconds)
        except asyncio.CancelledError:
            worker.cancel()
            self._wind_down(worker, answer, owner, self.limits.grace_seconds)
            raise
        if not done:
            self._wind_down(worker, answer, owner, 0.0)
            raise BotFailed(f"no answer within {self.limits.max_seconds:g} s")
        self._give_back(owner, worker)
        return answer.result()

    def _wind_down(self, worker: BotProcess, answer: asyncio.Future[int], owner: str, grace: float) -> None:
        """Keep the place until its bot has stopped; end the process of one that does not."""

        async def wait() -> None:
            await asyncio.wait({answer}, timeout=grace)
            stopped = answer.done() and not answer.cancelled()
            if not stopped:
                self._dismiss(worker)
                await asyncio.wait({answer})
            answer.exception()  # nobody asks for it any more
            self._give_back(owner, worker if stopped else None)

        task = asyncio.create_task(wait())
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    def _dismiss(self, worker: BotProcess | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            worker.stop()

    def close(self) -> None:
        for worker in tuple(self._all):
            self._dismiss(worker)
        self._threads.shutdown()
