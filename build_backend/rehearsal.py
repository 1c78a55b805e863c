"""What compiled rules do most, done for a while: so the compiler sees which ways are taken, and which hardly ever.

`setup.py` runs this on a first build of the rules. Random games in the engine and from outside, games of learners, and
decisions of every way to think; the same every time.
"""

from __future__ import annotations

import sys
import tomllib
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
BOTS = ("regular", "expert")
ITERATIONS = 60
OF_A_SEARCH = 500


def main() -> None:
    if str(state.__file__).endswith(".py"):
        sys.exit("the rules are not compiled")
    for place in tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["entry-points"][
        "timebooth.games"
    ].values():
        module, _, name = place.partition(":")
        kind: type[Game] = getattr(import_module(module), name)
        game = kind(find_edition(kind, STANDARD))
        for seats in game.seats:
            rehearse(game, seats)


def rehearse(game: Game, seats: int) -> None:
    dice = FastDice(seats)
    choices = 0
    while choices < IN_THE_ENGINE:
        dealt = game.start(seats, None, dice)
        choices += sum(playout(dealt.copy(), dice) for _ in range(10))
    for _ in range(COPIES):
        dealt.copy()
    choices = 0
    while choices < FROM_OUTSIDE:
        choices += drive(game.start(seats, None, dice), dice).choices
    learn(Run(game, seats, None))
    decide(game, seats, dice)


def learn(run: Run) -> None:
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


def decide(game: Game, seats: int, dice: FastDice) -> None:
    """Decisions in the course of a random game, by bots and by a search for any game."""
    table = game.start(seats, None, dice)
    decided = 0
    while table.asked() and decided < OF_BOTS:
        for seat in table.asked():
            sight = Sight(game, table, seat)
            if len(sight.options) > 1:
                decided += 1
                for bot in BOTS:
                    make_bot(bot, Budget(iterations=ITERATIONS)).choose(sight, dice)
                Search(seat, sight.options, 0, game.cooperative, 0).run(sight.imagine, OF_A_SEARCH, inf, None)
        drive(table, dice, 1)


if __name__ == "__main__":
    main()
