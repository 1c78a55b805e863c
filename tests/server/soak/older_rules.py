"""`timebooth serve` with games whose rules are one version older: `python -m tests.server.soak.older_rules serve …`.

A number of each edition was another one then, so an upgrade adopts some of the tables and takes others on.
"""

from __future__ import annotations

from tests.tables.upgrade_logs import older
from timebooth.cli.main import run
from timebooth.kernel.game import Game
from timebooth.server.pages import catalogue


def find_game(key: str, _edition: str = "standard") -> Game:
    return older(key, "number")


def main() -> None:
    catalogue.find_game = find_game  # type: ignore[assignment]
    run()


if __name__ == "__main__":
    from tests.server.soak import older_rules  # by its own name, so that the processes of bots find `find_game`

    older_rules.main()
