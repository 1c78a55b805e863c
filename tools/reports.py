"""Rewrite the balance reports of the standard editions; each names the command that made it."""

from __future__ import annotations

import sys

from timebooth.cli.main import app

REPORTS = (
    ("excellent-boardgame", "--games", "1500", "--seats", "2,3,4", "--vary", "all"),
    ("back-to-the-future", "--games", "300", "--seats", "2,3,4,5,6", "--vary", "mulligan"),
    ("riff-in-time", "--games", "120", "--seats", "2,3,4"),
)


def main(extra: list[str]) -> None:
    """Pass `extra` options, such as --jobs 1, to every command."""
    for game, *options in REPORTS:
        print(f"--- {game}", flush=True)
        command = ["lab", game, *options, "--bots", "greedy", "--out", f"docs/lab/{game}.html", *extra]
        app(command, standalone_mode=False)


if __name__ == "__main__":
    main(sys.argv[1:])
