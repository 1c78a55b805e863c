"""The workload of the profile-guided build: gcc records which branches it takes in a first build of the rules.

`setup.py` runs it between the two builds: random games inside the engine and driven from outside, games played by a
policy and in the environments, and decisions of every kind of bot. The seeds are fixed.

With `short` it does far less and prints a hash of everything that it computed. The optimised build must print the same
hash as the sources do.
"""

from __future__ import annotations

import sys
import tomllib
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
from timebooth.bots.thinker import Clock
from timebooth.envs.run import Run
from timebooth.kernel import state
from timebooth.kernel.chance import FastRng
from timebooth.kernel.codes import Codes
from timebooth.kernel.game import Game
from timebooth.kernel.playout import playout
from timebooth.lab.drive import drive
from timebooth.registry import STANDARD, find_edition

PROJECT = Path(__file__).parent.parent / "pyproject.toml"

BOTS = ("regular", "expert", "merciless")


class Amounts(NamedTuple):
    """How much of each kind of work is done for one game at one number of seats."""

    engine_choices: int
    driven_choices: int
    environment_choices: int
    copies: int
    policy_games: int
    bot_decisions: int
    bot_playouts: int
    search_playouts: int


# gcc optimises code that hardly runs here for size instead of speed, so each kind of work gets its share.
FULL = Amounts(100_000, 100_000, 20_000, 100_000, 300, 20, 60, 500)
SHORT = Amounts(200, 200, 100, 1, 8, 2, 3, 10)


class Digest:
    """A hash of everything that was computed."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def add(self, *values: object) -> None:
        self._hash.update(repr(values).encode())

    def hex(self) -> str:
        return self._hash.hexdigest()


def main(short: bool) -> None:
    digest = Digest()
    if not short and str(state.__file__).endswith(".py"):
        sys.exit("the rules are not compiled")
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    for place in project["entry-points"]["timebooth.games"].values():
        module, _, name = place.partition(":")
        kind: type[Game] = getattr(import_module(module), name)
        game = kind(find_edition(kind, STANDARD))
        for seats in game.seats:
            run_workload(game, seats, SHORT if short else FULL, digest)
    if short:
        print(digest.hex())


def run_workload(game: Game, seats: int, amounts: Amounts, digest: Digest) -> None:
    rng = FastRng(seats)
    choices = 0
    while choices < amounts.engine_choices:
        dealt = game.start(seats, None, rng)
        for _ in range(10):
            played = dealt.copy()
            choices += playout(played, rng)
            digest.add(played.numbers())
    for _ in range(amounts.copies):
        dealt.copy()
    choices = 0
    while choices < amounts.driven_choices:
        played = game.start(seats, None, rng)
        choices += drive(played, rng).choices
        digest.add(played.numbers())
    if game.policy is not None:
        for _ in range(amounts.policy_games):
            played = game.start(seats, None, rng)
            game.policy.play_out(played, rng, Codes(), Codes())
            digest.add(played.numbers())
    run_environment(Run(game, seats, None), amounts, digest)
    run_bots(game, seats, rng, amounts, digest)


def run_environment(run: Run, amounts: Amounts, digest: Digest) -> None:
    """Encode the view of every seat that decides, and answer at random."""
    rng = FastRng(0)
    buffer = run.encoder.buffer()
    choices = 0
    while choices < amounts.environment_choices:
        run.begin(choices)
        while run.choices:
            for seat in run.choices:
                buffer.clear()
                run.encoder.view.write(run.state.view(seat), buffer, 0)
            run.answer({seat: options[rng.below(len(options))] for seat, options in run.choices.items()})
        choices += run.decisions
        digest.add(run.state.numbers())


def run_bots(game: Game, seats: int, rng: FastRng, amounts: Amounts, digest: Digest) -> None:
    """Let each bot, and the search that works for any game, decide in the course of a random game."""
    table = game.start(seats, None, rng)
    decided = 0
    while table.asked() and decided < amounts.bot_decisions:
        for seat in table.asked():
            decision = Decision(game, table, seat)
            if len(decision.options) > 1:
                decided += 1
                for bot in BOTS:
                    digest.add(bot, make_bot(bot, Budget(playouts=amounts.bot_playouts)).choose(decision, rng))
                search = Search(decision, 0, candidates=0)
                search.think(Clock(playouts=amounts.search_playouts))
                digest.add(search.estimates())
        drive(table, rng, 1)


if __name__ == "__main__":
    main(short=sys.argv[1:] == ["short"])
