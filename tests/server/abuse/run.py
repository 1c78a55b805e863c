"""Phases: each attack has its own server with honest tables, a quiet period, and then the attack."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from tests.server.abuse.figures import Figures
from tests.server.abuse.honest import HonestTable
from tests.server.abuse.server import ServerProcess
from tests.server.light_client import Http
from tests.server.server_process import ROOT
from timebooth.store.open_store import open_store

SEAT_WITHIN = 180.0
AT_ONCE = 5  # tables opened in parallel
STOP_WITHIN = 120.0  # seconds for the abusers to close everything
PREPARE_WITHIN = 300.0
LAST_WORDS = 30.0  # seconds for answers in flight when a phase ends
PUBLIC_EVERY = 5


class Wanted(msgspec.Struct, frozen=True):
    """The number and pace of honest tables, and the scale of the abuse."""

    tables: int = 50
    think: float = 3.0
    scale: float = 1.0
    path: str = ""
    """The PYTHONPATH of the server; by default that of this process."""


async def phase(
    wanted: Wanted, folder: Path, db: str, attacks: list[str], quiet: float, seconds: float, say: Callable[[str], None]
) -> tuple[Figures, Figures]:
    """Start a server, seat everybody, and measure without and with the attacks; return both measurements."""
    name = attacks[0] if len(attacks) == 1 else "all together"
    server = ServerProcess(folder, db, wanted.path)
    await asyncio.to_thread(server.start)
    before, during, after = Figures(f"{name}: quiet"), Figures(name), Figures("after")
    preparing = Figures("preparing")
    tables = [
        HonestTable((server.port,), number, wanted.think, number % PUBLIC_EVERY == 1, preparing)
        for number in range(wanted.tables)
    ]
    playing: list[asyncio.Task[None]] = []
    abusers: asyncio.subprocess.Process | None = None
    try:
        await seat(tables, playing)
        await _measure(server, tables, before, quiet)
        say(before.row())
        _move(tables, preparing)
        abusers = await _abusers(server.port, wanted, attacks)
        await _tell(abusers, b"begin\n")
        await _measure(server, tables, during, seconds)
        await _stop(abusers, during)
        _move(tables, after)
        await last_words(tables)
        for task in playing:
            if task.done() and not task.cancelled() and task.exception() is not None:
                during.lost.append(f"a table broke off: {task.exception()!r}")
        during.refused.update(preparing.refused + after.refused)
    finally:
        if abusers is not None and abusers.returncode is None:
            abusers.kill()
            await abusers.wait()
        for table in tables:
            table.leave()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        alive = server.alive
        await asyncio.to_thread(server.stop)
    if not alive:
        during.lost.append("the server died")
    during.lost += await missing_answers(db, tables)
    say(during.row())
    return before, during


async def seat(tables: Sequence[HonestTable], playing: list[asyncio.Task[None]]) -> None:
    """Start the tables, a few at a time, and wait until everybody sits."""
    for start in range(0, len(tables), AT_ONCE):
        some = tables[start : start + AT_ONCE]
        playing += [asyncio.create_task(table.run()) for table in some]
        async with asyncio.timeout(SEAT_WITHIN):
            while not all(table.seated for table in some):
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)


async def _abusers(port: int, wanted: Wanted, attacks: list[str]) -> asyncio.subprocess.Process:
    """Start the process of the abusers, and wait until it is ready."""
    command = [sys.executable, "-m", "tests.server.abuse.abusers", str(port), str(wanted.scale), *attacks]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PREPARE_WITHIN)
        assert line == b"ready\n", "the abusers could not prepare"
    except BaseException:
        if process.returncode is None:
            process.kill()
        await process.wait()
        raise
    return process


async def _tell(process: asyncio.subprocess.Process, line: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(line)
    await process.stdin.drain()


async def _stop(abusers: asyncio.subprocess.Process, figures: Figures) -> None:
    assert abusers.stdout is not None
    with suppress(TimeoutError, ConnectionError):
        await _tell(abusers, b"stop\n")
        line = await asyncio.wait_for(abusers.stdout.readline(), STOP_WITHIN)
        if line:
            found = msgspec.json.decode(line)
            figures.abuse = Counter(found["sent"])
            figures.abuse_refused = Counter(found["refused"])


def _move(tables: list[HonestTable], figures: Figures) -> None:
    now = time.perf_counter()
    for table in tables:
        table.measure(figures, now)


async def _measure(server: ServerProcess, tables: list[HonestTable], figures: Figures, seconds: float) -> None:
    """Let the tables play for some seconds, and ping the server meanwhile."""
    _move(tables, figures)
    _, cpu, bots = server.usage()
    knocking = asyncio.create_task(_knock(server.port, figures))
    await asyncio.sleep(seconds)
    knocking.cancel()
    with suppress(asyncio.CancelledError):
        await knocking
    rss, cpu_now, bots_now = server.usage()
    figures.rss, figures.cpu, figures.bots, figures.seconds = rss, cpu_now - cpu, bots_now - bots, seconds


async def _knock(port: int, figures: Figures) -> None:
    http = Http(port, "127.20.0.1")
    began = time.perf_counter()
    try:
        while True:
            began = time.perf_counter()
            try:
                await http.get("/healthz")
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                http.close()
            figures.ping.append(time.perf_counter() - began)
            await asyncio.sleep(0.25)
    except asyncio.CancelledError:
        figures.ping.append(time.perf_counter() - began)
        raise
    finally:
        http.close()


async def last_words(tables: Sequence[HonestTable]) -> None:
    """Stop answering, and wait for outstanding acknowledgements."""
    for table in tables:
        table.resting = True
    until = time.perf_counter() + LAST_WORDS
    while time.perf_counter() < until and any(player.waiting for table in tables for player in table.players):
        await asyncio.sleep(0.05)


async def missing_answers(db: str, tables: Sequence[HonestTable]) -> list[str]:
    """Return answers that were acknowledged but lost, stored twice, or never acknowledged."""
    lost = [
        f"{table.table} {command}: never acknowledged"
        for table in tables
        for player in table.players
        for _, command, _ in player.waiting.values()
    ]
    wanted: dict[str, list[str]] = {}
    for table in tables:
        for name, command in table.acknowledged:
            wanted.setdefault(name, []).append(command)
    store = await open_store(db)
    try:
        for name, commands in wanted.items():
            written = Counter(entry.command for entry in await store.read(name))
            ends = Counter(command.partition(":")[2] for command in written)
            lost += [f"{name} {command}: not in the log" for command in set(commands) - set(ends)]
            lost += [f"{name} {command}: twice in the log" for command, times in written.items() if times > 1]
    finally:
        await store.close()
    return lost
