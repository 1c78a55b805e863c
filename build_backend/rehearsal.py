"""What compiled rules do most, done for a while: so the compiler sees which ways are taken, and which hardly ever.

`setup.py` runs this on a first build of the rules. Random games in the engine and from outside, games by policy and
those of learners, and decisions of every way to think; the same every time.

With `short` it does far less, and prints all that came of it as one number. Rules that were built by what the compiler
has learnt must come to the same as the sources do.
"""

from __future__ import annotations

import sys
import tomllib
from hashlib import blake2b
from importlib import import_module
from math import inf
from pathlib import Path
from typing import NamedTuple

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
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
    """How much of everything, for one game at one number of seats: choices, copies, games, decisions, iterations."""

    in_the_engine: int
    from_outside: int
    of_learners: int
    copies: int
    by_instinct: int
    of_bots: int
    iterations: int
    of_a_search: int


# What is rare here the compiler makes small instead of fast, so each way has its share.
WHOLE = Amounts(100_000, 100_000, 20_000, 100_000, 300, 20, 60, 500)
SHORT = Amounts(200, 200, 100, 1, 8, 2, 3, 10)


class Diary:
    """What came of a rehearsal."""

    def __init__(self) -> None:
        self.pages = blake2b(digest_size=16)

    def note(self, *said: object) -> None:
        self.pages.update(repr(said).encode())


def main(short: bool) -> None:
    diary = Diary()
    if not short and str(state.__file__).endswith(".py"):
        sys.exit("the rules are not compiled")
    for place in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][
        "timebooth.games"
    ].values():
        module, _, name = place.partition(":")
        kind: type[Game] = getattr(import_module(module), name)
        game = kind(find_edition(kind, STANDARD))
        for seats in game.seats:
            rehearse(game, seats, SHORT if short else WHOLE, diary)
    if short:
        print(diary.pages.hexdigest())


def rehearse(game: Game, seats: int, amounts: Amounts, diary: Diary) -> None:
    dice = FastRng(seats)
    choices = 0
    while choices < amounts.in_the_engine:
        dealt = game.start(seats, None, dice)
        for _ in range(10):
            played = dealt.copy()
            choices += playout(played, dice)
            diary.note(played.numbers())
    for _ in range(amounts.copies):
        dealt.copy()
    choices = 0
    while choices < amounts.from_outside:
        driven = game.start(seats, None, dice)
        choices += drive(driven, dice).choices
        diary.note(driven.numbers())
    if game.policy is not None:
        for _ in range(amounts.by_instinct):
            driven = game.start(seats, None, dice)
            game.policy.play_out(driven, dice, Codes(), Codes())
            diary.note(driven.numbers())
    learn(Run(game, seats, None), amounts, diary)
    decide(game, seats, dice, amounts, diary)


def learn(run: Run, amounts: Amounts, diary: Diary) -> None:
    """Everybody who decides looks first, and answers at random."""
    dice = FastRng(0)
    sheet = run.encoder.sheet()
    choices = 0
    while choices < amounts.of_learners:
        run.begin(choices)
        while run.choices:
            for seat in run.choices:
                sheet.wipe()
                run.encoder.view.write(run.state.view(seat), sheet, 0)
            run.answer({seat: options[dice.below(len(options))] for seat, options in run.choices.items()})
        choices += run.decisions
        diary.note(run.state.numbers())


def decide(game: Game, seats: int, dice: FastRng, amounts: Amounts, diary: Diary) -> None:
    """Decisions in the course of a random game, by bots and by a search for any game."""
    table = game.start(seats, None, dice)
    decided = 0
    while table.asked() and decided < amounts.of_bots:
        for seat in table.asked():
            sight = Decision(game, table, seat)
            if len(sight.options) > 1:
                decided += 1
                for bot in BOTS:
                    diary.note(bot, make_bot(bot, Budget(iterations=amounts.iterations)).choose(sight, dice))
                search = Search(seat, sight.options, 0, game.cooperative, 0)
                search.run(sight.sample_world, amounts.of_a_search, inf, None)
                diary.note(search.estimates())
        drive(table, dice, 1)


if __name__ == "__main__":
    main(short=sys.argv[1:] == ["short"])
