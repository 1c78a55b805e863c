"""Jobs give the same results on a Ray cluster; here, two workers on this machine."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from timebooth.kernel.errors import BadSetup
from timebooth.lab.jobs import InProcess, OnRay, Processes, in_order
from timebooth.lab.simulate import Plan, simulate

MEMORY = 80 * 1024 * 1024
NOT_HERE = "NOT TESTED: the jobs on Ray; pip install 'timebooth[ray]' to test them"
PLAN = Plan("back-to-the-future", "standard", {"b1_cards": 2}, ("random", "novice"), 6, 7, 100_000)


def refuse(number: int) -> int:
    raise BadSetup("setup.people", people=number, seats=1)


def square(number: int) -> int:
    return number * number


@pytest.fixture(scope="module")
def cluster() -> Iterator[OnRay]:
    ray: Any = pytest.importorskip("ray", reason=NOT_HERE)
    start: dict[str, Any] = {"num_cpus": 2, "include_dashboard": False, "object_store_memory": MEMORY}
    for attempts_left in (2, 1, 0):
        try:
            ray.init(address="local", log_to_driver=False, **start)
            break
        except Exception:  # Ray gives up after 30 seconds, which may be too few on a busy machine
            ray.shutdown()
            with warnings.catch_warnings(action="ignore", category=ResourceWarning):
                gc.collect()  # it forgets the processes that it started
            if attempts_left == 0:
                raise
    yield OnRay("local")
    ray.shutdown()


def test_games_are_the_same_on_one_process_on_two_and_on_ray(cluster: OnRay) -> None:
    alone = list(simulate(PLAN, InProcess()))

    assert list(simulate(PLAN, Processes(2))) == alone
    assert list(simulate(PLAN, cluster)) == alone


def test_results_come_in_the_order_of_the_tasks(cluster: OnRay) -> None:
    assert list(in_order(cluster, square, range(30))) == [number * number for number in range(30)]


def test_an_error_of_a_task_keeps_its_arguments(cluster: OnRay) -> None:
    with pytest.raises(BadSetup) as refusal:
        list(cluster.finished(refuse, [5]))

    assert refusal.value.args_by_name == {"people": 5, "seats": 1}
