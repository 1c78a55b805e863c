"""Measures one, two or more nodes on one PostgreSQL: the players of every table are spread over all of them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec

from timebooth.bench.server.cluster_node import Counted
from timebooth.bench.server.sides import STOP_WITHIN, DriverFailed, Load, cpu_of, drive_and_look, settle, share
from timebooth.kernel.errors import TimeboothError
from timebooth.store import temporary


class Wanted(msgspec.Struct, frozen=True):
    """What to measure."""

    nodes: tuple[int, ...] = (1, 2, 3)
    sockets: int = 200
    answers: int = 2000
    in_flight: int = 32
    bots: int = 8
    """Tables at which bots play."""
    game: str = "excellent-boardgame"
    db: str | None = None
    """Any database of a PostgreSQL server; by default a server is started for the measurement."""


class ClusterRate(msgspec.Struct, frozen=True):
    """The rate with some nodes; latencies and CPU time in milliseconds."""

    nodes: int
    answers: int
    per_second: float
    ack_p50: float
    ack_p99: float
    all_p50: float
    """Until the message is on every player's screen, wherever they are connected."""
    all_p99: float
    node_ms: float | None
    """CPU time of all nodes for an answer."""
    database_ms: float | None
    load_ms: float | None
    notices: float
    """Messages between nodes in a second."""
    answers_per_batch: float
    thoughts: int
    decisions: int

    @property
    def thoughts_per_decision(self) -> float:
        return self.thoughts / self.decisions if self.decisions else 0.0


class Node:
    """A node in its own process."""

    def __init__(self, db: str) -> None:
        command = [sys.executable, "-m", "timebooth.bench.server.cluster_node", db]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = self._line()

    def counted(self) -> Counted:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return msgspec.json.decode(self._line(), type=Counted)

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise DriverFailed("bench.no_start", command="timebooth.bench.server.cluster_node")
        return line

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.communicate(timeout=STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


class Look(msgspec.Struct, frozen=True):
    """CPU seconds and counts at one moment."""

    nodes: float | None
    database: float | None
    load: float | None
    counted: list[Counted]


def measure_cluster(wanted: Wanted, progress: Callable[[str], None]) -> list[ClusterRate]:
    """Measure every number of nodes in turn, each on a new database."""
    found = []
    with _server(wanted.db) as (server, process):
        for nodes in wanted.nodes:
            progress(f"{nodes} × node")
            with temporary.temporary_database(server) as db:
                found.append(_measure(wanted, nodes, db, process))
            settle()
    return found


@contextmanager
def _server(db: str | None) -> Iterator[tuple[str, int | None]]:
    """Yield the address of a PostgreSQL server and, if it is started here, its process."""
    if db is not None:
        yield db, None
        return
    programs = temporary.find_programs()
    if programs is None:
        raise TimeboothError("bench.no_postgres")
    with temporary.temporary_server(programs) as (folder, process):
        yield temporary.address(folder, "postgres"), process


def _measure(wanted: Wanted, nodes: int, db: str, database: int | None) -> ClusterRate:
    with ExitStack() as stack:
        running = []
        for _ in range(nodes):
            node = Node(db)
            stack.callback(node.stop)
            running.append(node)

        def look(driver: int) -> Look:
            return Look(
                _sum([cpu_of(node.process.pid) for node in running]),
                None if database is None else _cpu_with_children(database),
                cpu_of(driver),
                [node.counted() for node in running],
            )

        ports = ",".join(node.port for node in running)
        numbers = (wanted.sockets, wanted.answers, wanted.in_flight, wanted.bots)
        command = [sys.executable, "-m", "timebooth.bench.server.load", wanted.game, ports, *map(str, numbers)]
        return rate(nodes, *drive_and_look(command, look))


def rate(nodes: int, load: Load, before: Look, after: Look) -> ClusterRate:
    def each(a: float | None, b: float | None) -> float | None:
        return None if a is None or b is None else (b - a) * 1000 / load.answers

    def more(name: str) -> int:
        return int(sum(getattr(a, name) - getattr(b, name) for b, a in zip(before.counted, after.counted, strict=True)))

    thoughts = [decision for one in after.counted for decision in one.decisions]
    return ClusterRate(
        nodes,
        load.answers,
        load.answers / load.seconds,
        share(load.acks, 0.50),
        share(load.acks, 0.99),
        share(load.alls, 0.50),
        share(load.alls, 0.99),
        each(before.nodes, after.nodes),
        each(before.database, after.database),
        each(before.load, after.load),
        more("notices") / load.seconds,
        load.answers / max(1, more("batches")),
        len(thoughts),
        len(set(thoughts)),
    )


def _sum(values: list[float | None]) -> float | None:
    return None if any(value is None for value in values) else sum(value for value in values if value is not None)


def _cpu_with_children(process: int) -> float | None:
    """Return the CPU seconds of a process and those that it has started and that still run."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return None
    return _sum([cpu_of(process), *(cpu_of(int(child)) or 0.0 for child in children)])
