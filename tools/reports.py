"""Write the balance reports of the default editions anew; each says by which command it was made."""

from __future__ import annotations

import sys

from timebooth.cli.main import app

REPORTS = (
    ("back-to-the-future", "--games", "400", "--seats", "2,3,4,5,6", "--vary", "b1_cards", "--vary", "mulligan"),
    ("excellent-boardgame", "--games", "1500", "--seats", "2,3,4", "--vary", "all"),
    ("riff-in-time", "--games", "120", "--seats", "2,3,4", "--vary", "open_peek", "--vary", "pass_in_san_dimas"),
)


def main() -> None:
    for game, *options in REPORTS:
        print(f"--- {game}", flush=True)
        command = ["lab", game, *options, "--bots", "greedy", "--out", f"docs/lab/{game}.html"]
        app(command, standalone_mode=False)


if __name__ == "__main__":
    sys.exit(main())
