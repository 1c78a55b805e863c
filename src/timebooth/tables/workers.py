"""Bots think in processes of their own: no table waits for one, and one that is no longer wanted is stopped."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection

from timebooth.tables.table import FindGame
from timebooth.tables.thinkers import Job, think

_fresh = get_context("spawn")


class BotFailed(Exception):
    """A bot, or its process, came to grief."""


class Worker:
    """A process that thinks about one job at a time."""

    def __init__(self, find_game: FindGame) -> None:
        self._line, theirs = _fresh.Pipe()
        self._process = _fresh.Process(target=_work, args=(theirs, find_game), daemon=True)
        self._process.start()
        theirs.close()

    def ask(self, job: Job) -> int:
        """Wait for the answer; ends in an error when the process is stopped meanwhile."""
        try:
            self._line.send(job)
            answer: int | str = self._line.recv()
        except (EOFError, OSError) as problem:
            raise BotFailed("the process is gone") from problem
        if isinstance(answer, str):
            raise BotFailed(answer)
        return answer

    def alive(self) -> bool:
        return self._process.is_alive()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()


def _work(line: Connection, find_game: FindGame) -> None:
    """The process: a job comes, an answer goes, until nobody is at the other end."""
    while True:
        try:
            job: Job = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line.send(think(find_game, job))
        except Exception as problem:
            line.send(repr(problem))


class ProcessThinkers:
    """Some workers, started when first needed; one that was stopped or died is replaced."""

    def __init__(self, find_game: FindGame, workers: int = 1) -> None:
        self._find_game = find_game
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="timebooth-bots")
        self._places: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        self._all: set[Worker] = set()
        for _ in range(workers):
            self._places.put_nowait(None)

    async def think(self, job: Job) -> int:
        worker = await self._places.get()
        try:
            if worker is None or not worker.alive():
                worker = Worker(self._find_game)
                self._all.add(worker)
            return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, job)
        except asyncio.CancelledError:
            self._dismiss(worker)
            worker = None
            raise
        finally:
            self._places.put_nowait(worker)

    def _dismiss(self, worker: Worker | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            worker.stop()

    def close(self) -> None:
        for worker in tuple(self._all):
            self._dismiss(worker)
        self._threads.shutdown()
