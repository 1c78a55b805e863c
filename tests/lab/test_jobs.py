"""Results do not depend on where and when a task runs, and closing the iterator stops the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import active_children
from pathlib import Path
from time import sleep
from typing import TypeVar

import pytest

from timebooth.kernel.errors import BadSetup, TimeboothError
from timebooth.lab.jobs import InProcess, Jobs, Processes, in_order, spread
from timebooth.lab.simulate import Plan, simulate

T = TypeVar("T")
R = TypeVar("R")

PLAN = Plan("back-to-the-future", "standard", {"b1_cards": 2}, ("random", "random"), 5, 7, 100_000)


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise BadSetup("setup.people", people=number, seats=1)


def die(_number: int) -> int:
    os._exit(1)


def note(task: tuple[Path, int]) -> int:
    folder, number = task
    (folder / str(number)).touch()
    sleep(0.05)
    return number


class Backwards:
    """A fake cluster that runs the last task first."""

    def finished(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        for number in reversed(range(len(tasks))):
            yield number, work(tasks[number])


@pytest.mark.parametrize("jobs", [InProcess(), Processes(2), Backwards()], ids=["here", "processes", "backwards"])
def test_the_results_come_in_the_order_of_the_tasks(jobs: Jobs) -> None:
    assert list(in_order(jobs, square, range(20))) == [number * number for number in range(20)]


def test_games_are_the_same_however_their_batches_are_spread() -> None:
    assert list(simulate(PLAN, Backwards())) == list(simulate(PLAN))


@pytest.mark.parametrize("jobs", [InProcess(), Processes(2)], ids=["here", "processes"])
def test_an_error_of_a_task_keeps_its_arguments(jobs: Jobs) -> None:
    with pytest.raises(BadSetup) as refusal:
        list(jobs.finished(refuse, [5]))

    assert (refusal.value.key, refusal.value.args_by_name) == ("setup.people", {"people": 5, "seats": 1})


def test_a_killed_process_is_an_error() -> None:
    with pytest.raises(TimeboothError) as problem:
        list(Processes(2).finished(die, [1, 2, 3]))

    assert problem.value.key == "jobs.broken"


def test_closing_the_iterator_stops_the_work(tmp_path: Path) -> None:
    before = set(active_children())
    results = Processes(2).finished(note, [(tmp_path, number) for number in range(200)])

    next(results)
    results.close()  # type: ignore[attr-defined]

    assert set(active_children()) == before
    assert len(list(tmp_path.iterdir())) < 200


def test_without_tasks_no_process_is_started() -> None:
    assert list(Processes(2).finished(square, [])) == []


def test_one_process_is_this_one() -> None:
    assert isinstance(spread(1), InProcess)
    assert isinstance(spread(3), Processes)


def test_an_error_says_how_to_get_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("timebooth.lab.jobs.find_spec", lambda _name: None)

    with pytest.raises(TimeboothError) as problem:
        spread(1, "auto")

    assert problem.value.key == "extra.missing"
