"""Write the balance reports of the default editions anew; each says by which command it was made."""

from __future__ import annotations

import sys

from timebooth.cli.main import app

REPORTS = (
    ("excellent-boardgame", "--games", "1500", "--seats", "2,3,4", "--vary", "all"),
    ("back-to-the-future", "--games", "300", "--seats", "2,3,4,5,6", "--vary", "mulligan"),
    ("riff-in-time", "--games", "120", "--seats", "2,3,4"),
)


def main(more: list[str]) -> None:
    """`more` goes to every command: --jobs 1."""
    for game, *options in REPORTS:
        print(f"--- {game}", flush=True)
        command = ["lab", game, *options, "--bots", "greedy", "--out", f"docs/lab/{game}.html", *more]
        app(command, standalone_mode=False)


if __name__ == "__main__":
    main(sys.argv[1:])
