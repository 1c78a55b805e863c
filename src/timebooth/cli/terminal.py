"""The keyboard and the screen."""

from __future__ import annotations

import sys
from shutil import get_terminal_size

from timebooth.cli.output import say

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen and scrollback, then the cursor to the top
MIN_WIDTH = 40
MAX_WIDTH = 100


class Closed(Exception):
    """Standard input has ended."""


class Terminal:
    """Reads lines, and clears the screen if there is one."""

    @property
    def width(self) -> int:
        return max(MIN_WIDTH, min(MAX_WIDTH, get_terminal_size((80, 24)).columns))

    def read(self, prompt: str) -> str:
        """Return the line that a person types; raise `Closed` at the end of input."""
        print(prompt, end=" ", flush=True)
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except (ValueError, OSError):
            line = ""
        if not line:
            raise Closed
        return line.strip()

    def clear(self) -> None:
        """Clear the screen and the scrollback, or print a separator if this is not a terminal."""
        if sys.stdout is not None and sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
        else:
            say("\n" + "=" * MIN_WIDTH)
