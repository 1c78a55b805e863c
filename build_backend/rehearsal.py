"""What compiled rules do most, done for a while: so the compiler sees which ways are taken, and which hardly ever.

`setup.py` runs this on a first build of the rules, and on the second, which has learnt from it. Random games in the
engine and from outside, games of learners, and decisions of every way to think; the same every time. All that came of
it is printed as one number: another one, and the compiler has learnt something wrong.
"""

from __future__ import annotations

import sys
import tomllib
from hashlib import blake2b
from importlib import import_module
from math import inf
from pathlib import Path

from timebooth.bots.bot import Budget, Sight
from timebooth.bots.roster import make_bot
from timebooth.bots.search import Search
from timebooth.envs.run import Run
from timebooth.kernel import state
from timebooth.kernel.chance import FastDice
from timebooth.kernel.game import Game
from timebooth.kernel.playout import playout
from timebooth.lab.drive import drive
from timebooth.registry import STANDARD, find_edition

PROJECT = Path(__file__).parent.parent / "pyproject.toml"

# Choices of one game at one number of seats, and copies of a state.
# What is rare here the compiler makes small instead of fast, so each way has its share.
IN_THE_ENGINE = 100_000
FROM_OUTSIDE = 100_000
OF_LEARNERS = 20_000
OF_BOTS = 20
COPIES = 100_000
BOTS = ("regular", "expert", "merciless")
ITERATIONS = 60
OF_A_SEARCH = 500


class Diary:
    """What came of a rehearsal."""

    def __init__(self) -> None:
        self.pages = blake2b(digest_size=16)

    def note(self, *said: object) -> None:
        self.pages.update(repr(said).encode())


def main() -> None:
    diary = Diary()
    if str(state.__file__).endswith(".py"):
        sys.exit("the rules are not compiled")
    for place in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][
        "timebooth.games"
    ].values():
        module, _, name = place.partition(":")
        kind: type[Game] = getattr(import_module(module), name)
        game = kind(find_edition(kind, STANDARD))
        for seats in game.seats:
            rehearse(game, seats, diary)
    print(diary.pages.hexdigest())


def rehearse(game: Game, seats: int, diary: Diary) -> None:
    dice = FastDice(seats)
    choices = 0
    while choices < IN_THE_ENGINE:
        dealt = game.start(seats, None, dice)
        for _ in range(10):
            played = dealt.copy()
            choices += playout(played, dice)
            diary.note(played.numbers())
    for _ in range(COPIES):
        dealt.copy()
    choices = 0
    while choices < FROM_OUTSIDE:
        driven = game.start(seats, None, dice)
        choices += drive(driven, dice).choices
        diary.note(driven.numbers())
    learn(Run(game, seats, None), diary)
    decide(game, seats, dice, diary)


def learn(run: Run, diary: Diary) -> None:
    """Everybody who decides looks first, and answers at random."""
    dice = FastDice(0)
    sheet = run.encoder.sheet()
    choices = 0
    while choices < OF_LEARNERS:
        run.begin(choices)
        while run.choices:
            for seat in run.choices:
                sheet.wipe()
                run.encoder.view.write(run.state.view(seat), sheet, 0)
            run.answer({seat: options[dice.below(len(options))] for seat, options in run.choices.items()})
        choices += run.decisions
        diary.note(run.state.numbers())


def decide(game: Game, seats: int, dice: FastDice, diary: Diary) -> None:
    """Decisions in the course of a random game, by bots and by a search for any game."""
    table = game.start(seats, None, dice)
    decided = 0
    while table.asked() and decided < OF_BOTS:
        for seat in table.asked():
            sight = Sight(game, table, seat)
            if len(sight.options) > 1:
                decided += 1
                for bot in BOTS:
                    diary.note(bot, make_bot(bot, Budget(iterations=ITERATIONS)).choose(sight, dice))
                search = Search(seat, sight.options, 0, game.cooperative, 0)
                search.run(sight.imagine, OF_A_SEARCH, inf, None)
                diary.note(search.estimates())
        drive(table, dice, 1)


if __name__ == "__main__":
    main()
