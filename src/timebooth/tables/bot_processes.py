"""Runs bots in processes of their own, so that they can be stopped and the event loop never waits for them.

Jobs wait in a queue that is fair between the people who opened the tables. One person's jobs never take all processes
if there is more than one, and the time for each job shrinks with the number of jobs (`bot_limits`). The order depends
on who opened the table and on whether people play there, never on what a seat holds.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_longlong
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from timebooth.builds import next_is_compiled
from timebooth.kernel.chance import FastRng
from timebooth.tables.bot_jobs import BotJob, think
from timebooth.tables.bot_limits import BotLimits
from timebooth.tables.fair_queue import FairQueue
from timebooth.tables.table import FindGame

_spawn = get_context("spawn")


class BotFailed(Exception):
    """Raised when a bot or its process crashed, or took too long."""


class BotProcess:
    """A process that runs one job at a time."""

    def __init__(self, find_game: FindGame) -> None:
        self._pipe, theirs = _spawn.Pipe()
        self._cancelled: Any = _spawn.RawValue(c_longlong, 0)
        self._number = 0
        args = (theirs, find_game, self._cancelled)
        self._process = _spawn.Process(target=_work, args=args, daemon=True)
        self._compiled = next_is_compiled()
        self._process.start()
        theirs.close()

    def ask(self, job: BotJob) -> int:
        """Run a job and return the answer; raise `BotFailed` if the bot fails or the process is stopped."""
        self._number += 1
        try:
            self._pipe.send((self._number, job))
            answer: int | str = self._pipe.recv()
        except (EOFError, OSError) as problem:
            raise BotFailed("the process is gone") from problem
        if isinstance(answer, str):
            raise BotFailed(answer)
        return answer

    def cancel(self) -> None:
        """Tell the bot to stop: one that searches stops at once, and the process lives on."""
        self._cancelled.value = self._number

    def usable(self) -> bool:
        """Return whether it is alive, and runs compiled rules if a new process would."""
        return self._process.is_alive() and (self._compiled or not next_is_compiled())

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _work(pipe: Connection, find_game: FindGame, cancelled: Any) -> None:
    """Receive jobs and send answers until the other end is closed: the main function of the process."""
    while True:
        try:
            number, job = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            pipe.send(think(find_game, job, _is_cancelled(cancelled, number)))
        except Exception as problem:
            pipe.send(repr(problem))


def _is_cancelled(cancelled: Any, number: int) -> Callable[[], bool]:
    return lambda: bool(cancelled.value >= number)


class _Waiting:
    """A job that waits for a process."""

    def __init__(self, owner: str, process: asyncio.Future[BotProcess | None]) -> None:
        self.owner = owner
        self.process = process


class BotProcesses:
    """Some processes, started when first needed; one that was stopped or died is replaced."""

    def __init__(self, find_game: FindGame, processes: int = 1, limits: BotLimits | None = None) -> None:
        self.limits = limits = limits or BotLimits()
        self.answered_at_random = 0
        """How many jobs were answered at random because too many waited."""
        self.on_wait: Callable[[float], None] = lambda _seconds: None
        """Called with the seconds that each job waited for a process."""
        self._find_game = find_game
        self._count = processes
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="timebooth-bots")
        self._free: list[BotProcess | None] = [None] * processes
        self._queue: FairQueue[_Waiting] = FairQueue(limits.people_in_a_row)
        self._running: Counter[str] = Counter()
        self._all: set[BotProcess] = set()
        self._stopping: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._queue)

    async def think(self, job: BotJob) -> int:
        """Return the bot's answer; a job with one option, or beyond the limits, needs no process."""
        if len(job.offered) == 1:
            return job.offered[0]
        owner = job.owner
        if self._queue.waiting(owner) >= self.limits.owner_jobs or self.waiting >= self.limits.node_jobs:
            self.answered_at_random += 1
            return job.offered[FastRng(job.chance).below(len(job.offered))]
        begun = time.monotonic()
        process = await self._free_process(owner, people=job.people)
        self.on_wait(time.monotonic() - begun)
        seconds = self._seconds(owner, job.seconds)
        return await self._ask(process, job._replace(owner="", seconds=seconds), owner)

    async def _free_process(self, owner: str, *, people: bool) -> BotProcess | None:
        """Wait for a process; None stands for one that has yet to be started."""
        mine = _Waiting(owner, asyncio.get_running_loop().create_future())
        self._queue.put(owner, mine, people=people)
        self._assign()
        try:
            return await mine.process
        except asyncio.CancelledError:
            self._queue.discard(owner, mine)
            if mine.process.done() and not mine.process.cancelled():  # it was assigned at the same moment
                self._release(owner, mine.process.result())
            raise

    def _assign(self) -> None:
        """Give free processes to those whose turn it is; one owner never gets all of several."""
        while self._free:
            mine = self._queue.take(lambda owner: self._running[owner] < max(1, self._count - 1))
            if mine is None:
                return
            self._running[mine.owner] += 1
            mine.process.set_result(self._free.pop())

    def _release(self, owner: str, process: BotProcess | None) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._free.append(process)
        self._assign()

    def _seconds(self, owner: str, wanted: float | None) -> float:
        owners = len(self._queue.owners() | set(self._running))
        jobs = self._queue.waiting(owner) + self._running[owner]
        seconds = self.limits.seconds(self._count, owners, jobs)
        return seconds if wanted is None else min(wanted, seconds)

    async def _ask(self, process: BotProcess | None, job: BotJob, owner: str) -> int:
        try:
            if process is None or not process.usable():
                self._stop(process)
                process = None
                process = BotProcess(self._find_game)
                self._all.add(process)
            answer = asyncio.get_running_loop().run_in_executor(self._threads, process.ask, job)
        except BaseException:
            self._release(owner, process)
            raise
        try:
            done, _ = await asyncio.wait({answer}, timeout=self.limits.max_seconds)
        except asyncio.CancelledError:
            process.cancel()
            self._wind_down(process, answer, owner, self.limits.grace_seconds)
            raise
        if not done:
            self._wind_down(process, answer, owner, 0.0)
            raise BotFailed(f"no answer within {self.limits.max_seconds:g} s")
        self._release(owner, process)
        return answer.result()

    def _wind_down(self, process: BotProcess, answer: asyncio.Future[int], owner: str, grace: float) -> None:
        """Wait until the bot has stopped, or kill its process after `grace` seconds; then release the process."""

        async def wait() -> None:
            await asyncio.wait({answer}, timeout=grace)
            stopped = answer.done() and not answer.cancelled()
            if not stopped:
                self._stop(process)
                await asyncio.wait({answer})
            answer.exception()  # nobody waits for it any more
            self._release(owner, process if stopped else None)

        task = asyncio.create_task(wait())
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    def _stop(self, process: BotProcess | None) -> None:
        if process is not None:
            self._all.discard(process)
            process.stop()

    def close(self) -> None:
        for process in tuple(self._all):
            self._stop(process)
        self._threads.shutdown()
