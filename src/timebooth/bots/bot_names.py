"""The names of bots: each seat of a table has one, whichever bot plays there."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

NAMES: tuple[str, ...] = tuple(tomllib.loads((Path(__file__).parent / "names.toml").read_text("utf-8"))["names"])


def bot_name(table: str, seat: int) -> str:
    """Return what a bot in this seat is called: always the same, and different from the other seats of the table."""
    first = int.from_bytes(hashlib.blake2b(table.encode(), digest_size=4, person=b"timebooth.names").digest())
    return NAMES[(first + seat) % len(NAMES)]
