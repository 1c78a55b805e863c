"""Lines on standard output and standard error."""

from __future__ import annotations

import sys

import msgspec

EXIT_INTERRUPTED = 130  # after Ctrl-C, as shells report it


def say(text: str = "") -> None:
    """Print a line on standard output."""
    print(text, flush=True)


def say_json(value: object) -> None:
    """Print a value as one line of JSON."""
    say(msgspec.json.encode(value).decode())


def say_error(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr, flush=True)
