"""One keyboard and one screen."""

from __future__ import annotations

import sys
from shutil import get_terminal_size

from timebooth.cli.output import say

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, and back to the top
NARROW = 40
WIDE = 100


class Closed(Exception):
    """Nobody will type anything more."""


class Terminal:
    """Reads lines, and clears the screen where there is one."""

    @property
    def width(self) -> int:
        return max(NARROW, min(WIDE, get_terminal_size((80, 24)).columns))

    def read(self, prompt: str) -> str:
        """What a person types."""
        print(prompt, end=" ", flush=True)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except (ValueError, OSError):
            line = ""
        if not line:
            raise Closed
        return line.strip()

    def clear(self) -> None:
        """Nothing that was shown stays in sight; where that cannot be done, a line parts it."""
        if sys.stdout is not None and sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
        else:
            say("\n" + "=" * NARROW)
