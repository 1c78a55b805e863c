"""Runs all measures: each server at each number of sockets, then memory and cold opens of tables."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec

from timebooth.bench.server.load import BARE, SEATS
from timebooth.bench.server.sides import (
    PEER,
    Rate,
    bare,
    build_bare,
    drive_ours,
    drive_theirs,
    ours,
    settle,
    theirs,
    why_no_peer,
)
from timebooth.bench.server.table_cost import TableCost, table_cost
from timebooth.registry import game_types


class Wanted(msgspec.Struct, frozen=True):
    """What to measure."""

    sockets: tuple[int, ...] = (100, 1000, 2000)
    answers: int = 2000
    in_flight: int = 64
    peer: Path = PEER
    games: tuple[str, ...] = ("riff-in-time", "excellent-boardgame")
    """Games in which everybody sees every answer; a reaction window would hide it."""


class Report(msgspec.Struct, frozen=True):
    """The result; `no_peer` says what is missing for a comparison."""

    rates: tuple[Rate, ...]
    weights: tuple[TableCost, ...]
    no_peer: str | None


def compare(wanted: Wanted, progress: Callable[[str], None]) -> Report:
    no_peer = why_no_peer(wanted.peer)
    rates: list[Rate] = []
    with tempfile.TemporaryDirectory(prefix="timebooth-bench-") as folder:
        in_cpp = build_bare(Path(folder))
        for sockets in wanted.sockets:
            for game in wanted.games:
                progress(f"{game}, {sockets} sockets")
                rates.append(_ours(Path(folder, f"{game}-{sockets}"), game, sockets, wanted))
            size = round((rates[-len(wanted.games)].bytes or 0) / SEATS)  # the mean size of the first game's messages
            for name, program in (("bare", None), ("bare, C++", in_cpp)):
                if program is not None or name == "bare":
                    progress(f"{name}, {sockets} sockets")
                    rates.append(_bare(name, program, size, sockets, wanted))
            if no_peer is None:
                for name, files in (("boardgame.io", None), ("boardgame.io, files", Path(folder, f"peer-{sockets}"))):
                    progress(f"{name}, {sockets} sockets")
                    rates.append(_theirs(name, sockets, wanted, files))
        weights = []
        for key in game_types():
            progress(f"tables of {key}")
            weights.append(asyncio.run(table_cost(Path(folder), key)))
    return Report(tuple(rates), tuple(weights), no_peer)


def _ours(folder: Path, game: str, sockets: int, wanted: Wanted) -> Rate:
    folder.mkdir()
    with ours(folder) as (process, port):
        found = drive_ours(game, process, port, sockets, wanted.answers, wanted.in_flight)
    settle()
    return found


def _bare(name: str, program: Path | None, size: int, sockets: int, wanted: Wanted) -> Rate:
    with bare(size, program) as (process, port):
        found = drive_ours(BARE, process, port, sockets, wanted.answers, wanted.in_flight)
    settle()
    return msgspec.structs.replace(found, server=name)


def _theirs(name: str, sockets: int, wanted: Wanted, files: Path | None) -> Rate:
    with closing(socket.socket()) as line:
        line.bind(("127.0.0.1", 0))
        free = line.getsockname()[1]
    with theirs(wanted.peer, free, files) as (process, port):
        found = drive_theirs(name, process, port, sockets, wanted.answers, wanted.in_flight, wanted.peer)
    settle()
    return found
