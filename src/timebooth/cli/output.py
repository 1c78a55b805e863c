"""Lines on standard output and standard error."""

from __future__ import annotations

import sys


def say(text: str = "") -> None:
    """Print a line on standard output."""
    print(text, flush=True)


def say_error(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr, flush=True)
