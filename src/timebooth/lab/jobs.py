"""Runs tasks in processes or on a Ray cluster, with the same results everywhere.

A task carries its own seeds, so it does not matter where and when it runs. Results are yielded as they are finished,
each with the number of its task; `in_order` sorts them by task.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Protocol, TypeVar

from timebooth.kernel.errors import TimeboothError

T = TypeVar("T")
R = TypeVar("R")

QUEUED = 4  # tasks submitted per worker: enough to keep it busy, few enough to bound the results


class Jobs(Protocol):
    """Runs tasks."""

    def finished(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        """Run all tasks; yield the number and the result of each as soon as it is done.

        Closing the iterator stops the work.
        """


def in_order(jobs: Jobs, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield the results in the order of the tasks."""
    early: dict[int, R] = {}
    due = 0
    for number, result in jobs.finished(work, tasks):
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


class InProcess:
    """Runs one task after the other, in this process."""

    def finished(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        for number, task in enumerate(tasks):
            yield number, work(task)


class Processes:
    """Runs tasks in processes of this machine."""

    def __init__(self, many: int) -> None:
        self.many = many

    def finished(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        if not tasks:
            return
        others = set(active_children())
        many = min(self.many, len(tasks))
        pool = ProcessPoolExecutor(many, get_context("spawn"), _exit_with_parent)

        def submit(task: T) -> Future[R]:
            with _ctrl_c_blocked():
                return pool.submit(work, task)

        try:
            yield from _keep_busy(submit, _some_done, Future.result, tasks, QUEUED * many)
            pool.shutdown()
        except BrokenProcessPool:
            raise TimeboothError("jobs.broken") from None
        finally:
            for worker in set(active_children()) - others:
                worker.terminate()
            pool.shutdown(cancel_futures=True)


class OnRay:
    """Runs tasks on a Ray cluster; every machine of it needs the same version of Timebooth."""

    def __init__(self, address: str) -> None:
        if find_spec("ray") is None:
            raise TimeboothError("extra.missing", what="Ray", extra="ray")
        self.address = address

    def finished(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        ray: Any = import_module("ray")
        if not ray.is_initialized():
            try:
                ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
            except Exception as problem:  # Ray has no exception of its own for an unreachable cluster
                reason = str(problem).partition("\n")[0]
                raise TimeboothError("jobs.no_ray", address=self.address, reason=reason) from None
        remote = ray.remote(work)
        many = max(1, int(ray.cluster_resources().get("CPU", 1)))

        def some_done(waiting: Iterable[Any]) -> Iterable[Any]:
            done, _ = ray.wait(list(waiting))
            return list(done)

        try:
            yield from _keep_busy(remote.remote, some_done, ray.get, tasks, QUEUED * many)
        except ray.exceptions.RayTaskError as problem:
            raise problem.cause from None


def spread(many: int, ray: str | None = None) -> Jobs:
    """Return the jobs for the options of a command: a cluster by its address, processes, or this process."""
    if ray is not None:
        return OnRay(ray)
    return InProcess() if many == 1 else Processes(many)


def _keep_busy(
    submit: Callable[[T], Any],
    some_done: Callable[[Iterable[Any]], Iterable[Any]],
    result: Callable[[Any], R],
    tasks: Sequence[T],
    ahead: int,
) -> Iterator[tuple[int, R]]:
    """Keep a few tasks submitted: a new one for each that is done."""
    left = iter(enumerate(tasks))
    waiting = {submit(task): number for number, task in islice(left, ahead)}
    while waiting:
        for ticket in some_done(waiting):
            yield waiting.pop(ticket), result(ticket)
            for number, task in islice(left, 1):
                waiting[submit(task)] = number


def _some_done(waiting: Iterable[Future[R]]) -> Iterable[Future[R]]:
    return wait(waiting, return_when=FIRST_COMPLETED).done


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Block Ctrl-C: processes started here ignore it, and this process receives it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_with_parent() -> None:
    """Exit this worker when its parent process is gone."""
    parent = parent_process()
    if parent is None:
        return

    def wait_for_it() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_it, daemon=True).start()
