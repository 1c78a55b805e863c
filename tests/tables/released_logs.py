"""Logs of released rules, which every later version must be able to open: written once, never changed.

`write` is for a release with new rules (`tools/released_logs.py`); the test reads all that were ever written.
"""

from __future__ import annotations

import lzma
import zlib
from pathlib import Path

import msgspec

from tests.tables.games import find_game
from tests.tables.upgrade_logs import Written, play
from timebooth.store.store import Entry, Kept

FOLDER = Path(__file__).parent / "released"
LOGS = 100  # of each game


class Log(msgspec.Struct, frozen=True):
    """What a server had stored of a table, and what everybody was told of it."""

    entries: list[tuple[int, str, str]]
    kept: list[tuple[int, int, int, str]]
    over: bool


def write(key: str) -> Path:
    """Write the logs of a game by today's rules; they must not exist yet."""
    file = FOLDER / f"{key}-{find_game(key).rules}.json.xz"
    logs = []
    for number in range(LOGS):
        written = play(key, "today", number)
        entries = [(each.version, each.command, each.body.decode()) for each in written.entries]
        kept = [(row.version, row.first, row.moments, zlib.decompress(row.body).decode()) for row in written.kept]
        logs.append(Log(entries, kept, written.over))
    FOLDER.mkdir(exist_ok=True)
    with file.open("xb") as out:
        out.write(lzma.compress(msgspec.json.encode(logs), preset=9))
    return file


def read(file: Path) -> list[Written]:
    """Return the logs in a file."""
    logs = msgspec.json.decode(lzma.decompress(file.read_bytes()), type=list[Log])
    return [
        Written(
            [Entry(version, command, body.encode()) for version, command, body in log.entries],
            [_kept(*row) for row in log.kept],
            log.over,
            {},
            {},
        )
        for log in logs
    ]


def _kept(version: int, first: int, moments: int, body: str) -> Kept:
    return Kept(version, first, moments, zlib.compress(body.encode()))
