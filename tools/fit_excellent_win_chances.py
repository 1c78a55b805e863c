"""Fit the weights in the Excellent Boardgame's `win_chances.toml` to the winners of games between expert bots.

    python tools/fit_excellent_win_chances.py [--games 12000] [--playouts 320] [--seed 1]

Prints the new file. `--games` games are played with each number of players; with the compiled rules that takes about
twenty minutes. The bots use the current weights, so a second fit gives different ones.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from fitting import Marks, fit, written_by

from timebooth.bots.bot import Budget, Decision
from timebooth.bots.thinking_bot import ExpertBot
from timebooth.games.excellent_boardgame.bot.win_chances import NAMES, BestFlight, marks_of
from timebooth.games.excellent_boardgame.state import excellent
from timebooth.kernel.chance import FastRng
from timebooth.registry import find_game

HELD = NAMES.index("held")
SEATS = {"two": 2, "three": 3, "four": 4}


def gather(seats: int, games: int, playouts: int, seed: int) -> list[Marks]:
    """Return the marks of all seats before each round, the winner's first: all first rounds, all second rounds, …"""
    game = find_game("excellent-boardgame")
    bot = ExpertBot(Budget(playouts=playouts))
    found: list[list[Marks]] = []
    for index in range(games):
        rng, bot_rng = FastRng((seed << 32) + 2 * index), FastRng((seed << 32) + 2 * index + 1)
        state = excellent(game.start(seats, None, rng))
        seen: list[Marks] = []
        while asked := state.asked():
            if len(asked) == seats:
                flight = BestFlight()
                seen.append(np.array([list(marks_of(state, seat, flight)) for seat in range(seats)], np.float32))
            state.play([bot.choose(Decision(game, state, seat), bot_rng) for seat in asked], rng)
        found.append([np.roll(marks, -state.winner, axis=0) for marks in seen])
        if index % 100 == 99:
            print(f"\r{seats} players: {index + 1} of {games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [np.array(moments) for moments in zip(*found, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--playouts", type=int, default=320)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("# What each mark of `win_chances.py` weighs, with one round left, with two, and so on.")
    print(written_by("fit_excellent_win_chances.py", args))
    for key, seats in SEATS.items():
        weights = [fit(marks) for marks in gather(seats, args.games, args.playouts, args.seed)]
        weights[0][HELD] = weights[1][HELD]  # nobody holds anything before the first round of the longest game
        print(f"\n[{key}]")
        for mark, name in enumerate(NAMES):
            by_rounds = (f"{weight[mark]:z.2f}" for weight in reversed(weights))
            print(f"{name} = [{', '.join(by_rounds)}]", flush=True)


if __name__ == "__main__":
    main()
